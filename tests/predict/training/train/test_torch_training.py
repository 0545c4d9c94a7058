"""Does training leave what it promises, also when it was cut off?"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.predict.training.train.made_events import write_corpus

from swerve.model.errors import BadUsage
from swerve.predict.neural._encoding import windows_of_statements
from swerve.predict.neural._network import Network
from swerve.predict.neural.file import checksum, read
from swerve.predict.training.train._dataset import HELD, TRAIN, TRIAL, UNSEEN, prepared
from swerve.predict.training.train._recipe import recipe_of

torch = pytest.importorskip("torch")

_SMALL = ("width=32", "narrow=16", "inner=32", "heads=2", "layers=2", "batch=600", "warmup=2")


@pytest.fixture(autouse=True)
def _one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def arrays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    write_corpus(folder)
    return prepared([folder], folder / "arrays.npz", lambda _: None)


def _started(arrays: Path, out: Path, *changes: str) -> subprocess.Popen[str]:
    command = [
        sys.executable,
        "-m",
        "swerve.predict.training.train.training",
        str(arrays),
        str(out),
    ]
    return subprocess.Popen(
        [*command, *_SMALL, *changes],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line, parse_constant=pytest.fail) for line in text.splitlines()]


def test_training_that_was_cut_off_goes_on(arrays: Path, tmp_path: Path) -> None:
    changes = "epochs=40", "every=1"
    process = _started(arrays, tmp_path, *changes)
    assert process.stdout is not None
    first = process.stdout.readline()
    process.kill()
    _, trouble = process.communicate()
    assert _lines(first)[0]["epoch"] == 1, trouble
    assert (tmp_path / "values.checkpoint").is_file()
    assert not (tmp_path / "values.bin").exists()
    with (tmp_path / "values.log.jsonl").open("a") as log:
        log.write('{"epoch": 39}\n')  # as if it had gone on without a checkpoint

    process = _started(arrays, tmp_path, *changes)
    out, trouble = process.communicate()
    assert process.returncode == 0, trouble
    lines = _lines((tmp_path / "values.log.jsonl").read_text())
    assert [line["epoch"] for line in lines] == list(range(1, 41))
    assert 1 < _lines(out)[0]["epoch"] < 40
    assert lines[-1]["loss"] < lines[0]["loss"] * 0.7
    steps = [line["step"] for line in lines]
    assert steps == sorted(set(steps))

    assert not (tmp_path / "values.checkpoint").exists()
    report = json.loads((tmp_path / "values.json").read_text(), parse_constant=pytest.fail)
    assert report["report"] == lines
    assert report["recipe"]["width"] == report["shape"]["width"] == 32
    assert "unseen" not in lines[-2]
    assert lines[-1].keys() >= {"held", "trial", "unseen"}
    assert lines[-1]["unseen"]["events"] > 20

    weights = tmp_path / "values.bin"
    assert (tmp_path / "values.sha256").read_text().split() == [checksum(weights), "values.bin"]
    code = "def count(rows, total=0):\n    total += rows[0].size_0\n    return total\n"
    (window,) = windows_of_statements(ast.parse(code).body)
    places = list(window.places.values())
    shares = Network(*read(weights)).shares(window.shapes, window.lexemes, places)
    assert shares.sum(1) == pytest.approx(1, abs=1e-5)
    assert shares.max() > 0.3


def test_a_checkpoint_of_another_network_is_not_gone_on_with(arrays: Path, tmp_path: Path) -> None:
    from swerve.predict.training.train.training import _Run

    recipe = recipe_of(arrays, tmp_path, _SMALL)
    checkpoint = tmp_path / "values.checkpoint"
    _Run(recipe, checkpoint)._keep()
    _Run(recipe, checkpoint)
    other = recipe_of(arrays, tmp_path, [*_SMALL, "layers=3"])
    with pytest.raises(BadUsage, match=r"values\.checkpoint is from another network"):
        _Run(other, checkpoint)


@pytest.mark.parametrize("most", [10, 100, 600, 100_000])
def test_batches_have_every_place_once(arrays: Path, most: int) -> None:
    """Also where a single window is more than a batch should hold."""
    from swerve.predict.training.train._torch_data import Data

    data = Data(arrays, "cpu")
    np.random.seed(0)
    seen: list[int] = []
    for split in (TRAIN, TRIAL, UNSEEN):
        windows = data.windows(split)
        for batch, numbers in data.batches(windows, most, shuffle=True):
            assert len(batch.shapes) == 1 or int(batch.mask.sum()) <= most
            tokens = data.tokens[numbers]
            assert torch.equal(batch.shapes.flatten()[batch.places], data.shapes[tokens])
            assert torch.equal(batch.names.flatten()[batch.places], data.names[tokens])
            assert bool(batch.mask.flatten()[batch.places].all())
            assert not bool(batch.shapes[~batch.mask].any())
            seen += numbers.tolist()
            splits = {split, HELD} if split == TRAIN else {split}
            assert set(data.splits[numbers].tolist()) <= splits
    assert sorted(seen) == list(range(len(data.tokens)))
    assert np.array_equal(data.windows(HELD), data.windows(TRAIN))
