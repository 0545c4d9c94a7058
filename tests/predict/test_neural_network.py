"""Does the network say what its weights say, whatever it is asked for at once?"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.predict.random_network import (
    CODE,
    LEXICON,
    plain_shares,
    random_weights,
    shape_for,
    window_of,
)

from swerve.facts.classes import ValueClass
from swerve.predict.neural import labels as _labels
from swerve.predict.neural import labels_of
from swerve.predict.neural._network import Network
from swerve.predict.neural._shape import BUCKETS, buckets_of_distances
from swerve.predict.neural._tokens import row_of
from swerve.predict.neural.file import read, write

Array = np.ndarray[Any, Any]
WINDOW = window_of()
PLACES = list(WINDOW.places.values())


def _network(**changes: int) -> Network:
    shape = shape_for(LEXICON, **changes)
    return Network(shape, LEXICON, random_weights(shape))


def _shares(network: Network, places: list[int]) -> Array:
    return network.shares(WINDOW.shapes, WINDOW.lexemes, places)


@pytest.mark.parametrize(
    "changes", [{}, {"layers": 1}, {"heads": 4, "layers": 3}, {"width": 32, "narrow": 8}]
)
def test_it_computes_what_the_plain_formula_does(changes: dict[str, int]) -> None:
    """Tokens without a name included: training has moved the row that they have, too."""
    shape = shape_for(LEXICON, **changes)
    weights = random_weights(shape)
    found = _shares(Network(shape, LEXICON, weights), PLACES)
    plain = plain_shares(shape, LEXICON, weights, WINDOW.shapes, WINDOW.lexemes)
    assert found == pytest.approx(plain[PLACES], abs=2e-5)
    assert found.max() > 0.2  # it does say something


def test_shares_sum_to_one() -> None:
    found = _shares(_network(), PLACES)
    assert found.shape == (len(PLACES), len(ValueClass))
    assert found.sum(1) == pytest.approx(1, abs=1e-5)
    assert found.min() >= 0


def test_what_is_asked_for_besides_makes_no_difference() -> None:
    network = _network()
    every = _shares(network, list(range(len(WINDOW.shapes))))
    assert _shares(network, PLACES) == pytest.approx(every[PLACES], abs=1e-5)
    assert _shares(network, PLACES[3:4]) == pytest.approx(every[PLACES[3:4]], abs=1e-5)
    backwards = PLACES[::-1]
    assert _shares(network, backwards) == pytest.approx(every[backwards], abs=1e-5)
    assert _shares(network, []).shape == (0, len(ValueClass))


def test_asking_twice_gives_the_same() -> None:
    network = _network()
    first = _shares(network, PLACES)
    network.shares(*_other_window())
    assert np.array_equal(_shares(network, PLACES), first)


def _other_window() -> tuple[list[int], list[str], list[int]]:
    window = window_of("rows = self.rows(x)")
    return window.shapes, window.lexemes, list(window.places.values())


def test_names_matter_by_number_by_word_and_by_style() -> None:
    network = _network()

    def said(name: str) -> Array:
        window = window_of(f"return_ = {name}")
        return network.shares(window.shapes, window.lexemes, list(window.places.values()))

    assert not np.allclose(said("rows"), said("x"))
    assert not np.allclose(said("row_max"), said("row_size"))
    assert not np.allclose(said("ROW_MAX"), said("row_max"))


# --- distances ----------------------------------------------------------------------------------


def test_distances_are_told_apart_when_near_and_never_run_out() -> None:
    buckets = buckets_of_distances(1000)
    assert len(buckets) == 1999
    assert buckets == sorted(buckets)
    assert (min(buckets), max(buckets)) == (0, BUCKETS - 1)
    assert len(set(buckets[999 - 7 : 999 + 8])) == 15
    middle = buckets[999]
    assert [middle - each for each in buckets[:999]] == [each - middle for each in buckets[:999:-1]]


# --- weights as whole numbers -------------------------------------------------------------------


def test_whole_numbers_are_near_what_was_trained(tmp_path: Path) -> None:
    shape = shape_for(LEXICON, width=96, inner=128, narrow=64)
    weights = random_weights(shape)
    write(tmp_path / "w.bin", shape, LEXICON, weights)
    network = Network(*read(tmp_path / "w.bin"))
    for name, value in weights.items():
        # Half a step, of which there are 127 to the largest number of a row.
        most = np.abs(value).max(-1, keepdims=True) / 127 / 2
        assert (np.abs(network.weights(name) - value) <= most * 1.001).all()
    exact = _shares(Network(shape, LEXICON, weights), PLACES)
    assert np.abs(_shares(network, PLACES) - exact).max() < 0.05


# --- as it is used ------------------------------------------------------------------------------


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    shape = shape_for(LEXICON)
    write(tmp_path / "w.bin", shape, LEXICON, random_weights(shape))
    return tmp_path / "w.bin"


def test_every_read_of_a_function_gets_a_label(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_labels, "packaged_network", lambda: _labels.network_from(weights))
    module = ast.parse(CODE + "    x.long\n" * 200)
    function = module.body[0]
    assert isinstance(function, ast.FunctionDef)
    found = labels_of(module, function)
    assert found.keys() == row_of([function]).places.keys()
    for distribution in found.values():
        assert list(distribution) == list(ValueClass)
        assert sum(distribution.values()) == pytest.approx(1, abs=1e-5)
    assert labels_of(ast.parse("x = y"), None).keys() == {("name", 1, 4, 1, 5)}


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="threads are counted by Linux")
@pytest.mark.parametrize("said", ["", "2"])
def test_it_takes_one_thread_and_leaves_the_environment_alone(weights: Path, said: str) -> None:
    code = """
import os, re, sys
from pathlib import Path
before = dict(os.environ)
from swerve.predict.neural.labels import network_from
network = network_from(Path(sys.argv[1]))
network.shares([1] * 300, ["x"] * 300, [0])
assert os.environ == before
print(*re.findall(r"Threads:\\t(\\d+)", Path("/proc/self/status").read_text()))
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        environment.pop(name, None)
        if said:
            environment[name] = said
    done = subprocess.run(
        [sys.executable, "-c", code, str(weights)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    if not said:
        assert done.stdout.strip() == "1"


# --- as it is trained ---------------------------------------------------------------------------


def _torch_shares(shape: Any, weights: Any, window: Any, padding: int = 0) -> Array:
    torch = pytest.importorskip("torch")
    from swerve.predict.training.train._torch_network import Batch, TorchNetwork

    network = TorchNetwork(shape, 0.0).eval()
    state = {name: torch.tensor(value) for name, value in weights.items()}
    missing, unknown = network.load_state_dict(state, strict=False)
    assert not unknown
    assert all(name.startswith("guess.") for name in missing)
    length = len(window.shapes)
    names = torch.zeros(1, length + padding, dtype=torch.long)
    words = torch.zeros(1, length + padding, 5, dtype=torch.long)
    shapes = torch.zeros(1, length + padding, dtype=torch.long)
    mask = torch.zeros(1, length + padding, dtype=torch.bool)
    mask[0, :length] = True
    shapes[0, :length] = torch.tensor(window.shapes)
    for at, lexeme in enumerate(window.lexemes):
        name, found = LEXICON.numbers(lexeme)
        names[0, at] = name
        words[0, at, : len(found)] = torch.tensor(found, dtype=torch.long)
    places = torch.tensor(list(window.places.values()))
    with torch.no_grad():
        scores, _ = network(Batch(shapes, names, words, mask, places))
    shares: Array = torch.softmax(scores, -1).numpy()
    return shares


@pytest.mark.parametrize("changes", [{}, {"heads": 4, "layers": 3}])
def test_it_is_the_network_that_was_trained(changes: dict[str, int]) -> None:
    shape = shape_for(LEXICON, **changes)
    weights = random_weights(shape)
    used = _shares(Network(shape, LEXICON, weights), PLACES)
    assert used == pytest.approx(_torch_shares(shape, weights, WINDOW), abs=2e-5)


def test_what_a_batch_is_filled_up_with_is_not_seen() -> None:
    shape = shape_for(LEXICON)
    weights = random_weights(shape)
    alone = _torch_shares(shape, weights, WINDOW)
    assert _torch_shares(shape, weights, WINDOW, 5) == pytest.approx(alone, abs=2e-5)
