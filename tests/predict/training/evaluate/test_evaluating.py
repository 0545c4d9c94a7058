"""Are predictors judged by what was seen, and by nothing else?"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from click.testing import CliRunner
from scripts.model_card import with_figures

from swerve.apps.cli._model import model
from swerve.facts.classes import CoarseClass, ValueClass
from swerve.model.errors import BadUsage
from swerve.predict import Table
from swerve.predict.training.evaluate._evaluating import Asked, Survey, evaluate, survey
from swerve.predict.training.evaluate._opinions import NAMES, Opinions, Piece, pieces_of
from swerve.predict.training.evaluate._scores import COARSE, FINE, Group, Score, chances
from swerve.predict.training.events import Event, Header, Recorded, Span, file_name, write
from swerve.predict.training.train._dataset import (
    HELD,
    SPLITS,
    TRAIN,
    UNSEEN,
    split_of,
    split_of_project,
)


def _named(split: int) -> str:
    """A project whose events are for something."""
    return next(name for number in range(999) if split_of_project(name := f"p{number}") == split)


SEEN, NEVER_SEEN = _named(TRAIN), _named(UNSEEN)


def recorded(source: str, classes: Mapping[str, Mapping[str, int]], file: str = "m.py") -> Recorded:
    """A file with an event for each read of some expressions, as they are written."""
    source = dedent(source)
    kinds: dict[type, str] = {ast.Name: "name", ast.Attribute: "attribute", ast.Call: "call"}
    events = []
    for node in ast.walk(ast.parse(source)):
        text = ast.unparse(node)
        if type(node) in kinds and text in classes and not _is_written(node):
            assert isinstance(node, ast.expr)
            name = text.partition("(")[0].rpartition(".")[2]
            events.append(Event(kinds[type(node)], name, _span(node), classes[text]))
    return Recorded(file, False, source, tuple(sorted(events, key=lambda event: event.place)))


def _is_written(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)


def _span(node: ast.expr) -> Span:
    return node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0


def keep(folder: Path, project: str, files: Iterable[Recorded], origin: str = "observed") -> None:
    files = list(files)
    events = sum(len(file.events) for file in files)
    header = Header(project, "1.0", "3.11.7", origin, {}, len(files), events)
    write(folder / file_name(project, f"1.0-{origin}"), header, files)


def surveyed(folder: Path) -> Survey:
    return survey(folder, lambda project: None)


def asked(folder: Path, split: int, *names: str, most: int = 10_000) -> Asked:
    return evaluate(folder, surveyed(folder), split, most, names, None, lambda done, total: None)


def only_piece(file: Recorded) -> Piece:
    (piece,) = pieces_of(file, file.events)
    return piece


# --- what is right ------------------------------------------------------------------------------


def test_the_kind_of_value_seen_most_need_not_be_that_of_the_class_seen_most() -> None:
    event = Event("name", "x", (1, 0, 1, 1), {"none": 3, "true": 2, "false": 2})
    assert event.fine is ValueClass.NONE
    assert event.coarse is CoarseClass.BOOLEAN


def test_of_kinds_seen_alike_the_first_counts() -> None:
    event = Event("name", "x", (1, 0, 1, 1), {"object": 2, "string": 1, "bytes": 1})
    assert event.coarse is CoarseClass.STRING


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        pytest.param([0.6, 0.4, 0, 0, 0, 0, 0], (0, 1, 1), id="second guess"),
        pytest.param([0.5, 0.5, 0, 0, 0, 0, 0], (1 / 2, 1, 1), id="first by lot"),
        pytest.param([1, 0, 0, 0, 0, 0, 0], (0, 2 / 6, 4 / 6), id="one of those not thought of"),
        pytest.param([0, 0, 0, 0, 0, 0, 0], (1 / 7, 3 / 7, 5 / 7), id="nothing is thought of"),
        pytest.param([0.3, 0.1 + 0.2, 0, 0, 0, 0, 0], (1 / 2, 1, 1), id="alike but for rounding"),
    ],
)
def test_equally_likely_classes_are_drawn_by_lot(
    shares: list[float], expected: tuple[float, ...]
) -> None:
    assert chances(shares, 1) == pytest.approx(expected)


def test_every_class_of_a_place_can_count_on_its_own() -> None:
    """Then nobody who says one thing of a place is right about all of it."""
    score = Score()
    group = Group("p", False, "name")
    said = {ValueClass.NONE: 0.6, ValueClass.STRING: 0.4}
    score.count(group, Event("name", "x", (1, 0, 1, 1), {"none": 9, "string": 1}), said)
    score.count(group, Event("name", "x", (2, 0, 2, 1), {"true": 5, "false": 4}), said)
    tally = score.tally()
    assert (tally.events, tally.fine.right[0], tally.coarse.right[0]) == (2, 1, 1)
    assert (tally.fine.seen, tally.fine.met) == (4, 1)
    assert (tally.coarse.seen, tally.coarse.met) == (3, 1)


def test_classes_are_told_apart_one_by_one() -> None:
    score = Score()
    group = Group("p", False, "name")
    for truth, said in (("none", "none"), ("none", "string"), ("string", "string")):
        event = Event("name", "x", (1, 0, 1, 1), {truth: 1})
        score.count(group, event, {ValueClass(said): 1.0})
    none, string = score.fine[ValueClass.NONE], score.coarse[CoarseClass.STRING]
    assert (none.events, none.said, none.right) == (2, 1, 1)
    assert (string.events, string.said, string.right) == (1, 2, 1)


def test_sorts_of_events_are_told_apart() -> None:
    score = Score()
    right = {ValueClass.NONE: 1.0}
    event = Event("name", "x", (1, 0, 1, 1), {"none": 1})
    score.count(Group("p", False, "name"), event, right)
    score.count(Group("p", True, "call"), event, right)
    score.count(Group("q", True, "call"), event, {})
    assert score.tally(is_test=True).events == 2
    assert score.tally(kind="call", project="p").fine.right[0] == 1
    assert score.tally(kind="item").events == 0
    assert score.projects == ("p", "q")


# --- what is said -------------------------------------------------------------------------------


def opinions_on(
    source: str, *names: str, table: Table | None = None
) -> dict[str, dict[str, ValueClass]]:
    """What each predictor holds to be likeliest, for each expression that is read in a file."""
    reads = {ast.unparse(node): {"object": 1} for node in ast.walk(ast.parse(dedent(source)))}
    piece = only_piece(recorded(source, reads))
    lines = piece.file.source.splitlines()
    texts = [lines[line - 1][start:end] for line, start, _, end in (e.place for e in piece.events)]
    said = Opinions(names, table or {}, None).about(piece)
    return {
        name: {
            text: max(each, key=each.__getitem__) for text, each in zip(texts, opinion, strict=True)
        }
        for name, opinion in said.items()
    }


def test_a_place_has_the_opinion_about_the_path_it_reads() -> None:
    said = opinions_on(
        """\
        def f(names: list[str], box):
            count: int = box.size
            other = names
            return other
        """,
        "types",
    )["types"]
    assert said["other"] is ValueClass.LIST
    assert said["names"] is ValueClass.LIST


def test_who_is_called_can_be_called_whatever_else_is_known() -> None:
    said = opinions_on(
        """\
        def f(text):
            made = []
            made.append(text.strip())
            return made
        """,
        *("types", "types+frequency"),
        table={"attribute": {"append": {"none": 50}}, "name": {"made": {"list": 50}}},
    )
    assert said["types"]["made.append"] is ValueClass.CALLABLE
    assert said["types+frequency"]["made.append"] is ValueClass.CALLABLE


def test_a_place_without_a_site_is_left_to_the_second_predictor() -> None:
    source = "def f():\n    made = []\n    return made\n"
    table = {"name": {"made": {"string": 50}}}
    said = opinions_on(source, "types", "types+frequency", "frequency", table=table)
    assert said["types"]["made"] is ValueClass.OBJECT
    assert said["types+frequency"]["made"] is ValueClass.STRING
    assert said["frequency"]["made"] is ValueClass.STRING


class _Echo:
    """A network that holds every value to be a set, and knows what it was shown."""

    def __init__(self) -> None:
        self.windows: list[tuple[list[str], list[int]]] = []

    def shares(self, shapes: Any, lexemes: Any, places: Any) -> Any:
        import numpy as np

        self.windows.append((list(lexemes), list(places)))
        row = [1.0 if each is ValueClass.SET else 0.0 for each in FINE]
        return np.array([row] * len(places))


def test_the_network_sees_only_windows_with_places_that_are_asked_about() -> None:
    body = "".join(f"    first_{n} = other_{n}\n" for n in range(400))
    file = recorded(f"def f():\n{body}    return last\n", {"last": {"set": 1}})
    network = _Echo()
    said = Opinions(["model", "types+model"], {}, network).about(only_piece(file))
    ((lexemes, places),) = network.windows
    assert [lexemes[at] for at in places] == ["last"]
    assert "other_100" not in lexemes
    assert said["model"][0][ValueClass.SET] == 1.0


def test_what_no_window_has_is_an_object_to_the_model() -> None:
    piece = only_piece(recorded("def f(x):\n    return x\n", {"x": {"none": 1}}))
    said = Opinions(["model", "types+model"], {}, None).about(piece)
    assert said["model"] == [{ValueClass.OBJECT: 1.0}]
    assert sum(said["types+model"][0].values()) == pytest.approx(1.0)


# --- what is asked ------------------------------------------------------------------------------

_MODULE = """\
LIMIT = 3

@wraps(LIMIT)
def one(value):
    def inner():
        return value
    return inner

class Box:
    size = LIMIT
    class Lid:
        def one(self):
            return self

print(LIMIT)
"""


def test_pieces_are_functions_that_stand_in_no_other_and_the_rest() -> None:
    one = {"object": 1}
    file = recorded(_MODULE, {"LIMIT": one, "value": one, "self": one, "inner": one})
    found = {piece.name: [e.name for e in piece.events] for piece in pieces_of(file, file.events)}
    assert found == {
        "one": ["LIMIT", "value", "inner"],
        "Box.Lid.one": ["self"],
        "": ["LIMIT", "LIMIT"],
    }


def test_a_file_that_does_not_parse_is_left_out() -> None:
    event = Event("name", "x", (1, 0, 1, 1), {"none": 1})
    assert not list(pieces_of(Recorded("m.py", False, "x = = 1", (event,)), [event]))


def _many(count: int) -> Recorded:
    """Functions without end: in one of two, `flag` is true."""
    lines = "".join(f"def f{n}(flag):\n    return {'not ' * (n % 2)}flag\n" for n in range(count))
    file = recorded(lines, {"flag": {"true": 1}})
    odd = [Event(e.kind, e.name, e.place, {"none": 1}) for e in file.events[1::2]]
    events = [each for pair in zip(file.events[::2], odd, strict=True) for each in pair]
    return Recorded(file.file, False, file.source, tuple(events))


def test_events_are_judged_by_what_they_are_for(tmp_path: Path) -> None:
    file = _many(200)
    keep(tmp_path, SEEN, [file])
    keep(tmp_path, NEVER_SEEN, [file])
    keep(tmp_path, NEVER_SEEN, [file], origin="static")
    splits = [split_of(SEEN, "m.py", (e.kind, *e.place), False) for e in file.events]
    held = splits.count(HELD)
    found = surveyed(tmp_path)
    assert [each.events for each in found.observed] == [200 - held, held, 0, 200]
    assert found.static.events == 200
    for split, events in ((HELD, held), (UNSEEN, 200)):
        result = asked(tmp_path, split, "random", "naive")
        assert (result.split, result.events, result.functions) == (SPLITS[split], events, events)
        assert result.scores["random"].tally().fine.right[0] == pytest.approx(events / len(FINE))
        assert result.scores["random"].tally().coarse.right[0] == pytest.approx(
            events / len(COARSE)
        )
        assert result.scores["naive"].tally().fine.right[0] == 0


def test_frequency_learns_from_nothing_that_is_asked_about(tmp_path: Path) -> None:
    file = _many(200)
    keep(tmp_path, NEVER_SEEN, [file])
    keep(tmp_path, SEEN, [file])
    assert surveyed(tmp_path).table["name"]["flag"].keys() == {"true", "none"}
    trained = [
        word
        for event in file.events
        if split_of(SEEN, "m.py", (event.kind, *event.place), False) == TRAIN
        for word in event.counts
    ]
    table = surveyed(tmp_path).table["name"]["flag"]
    assert table == {word: trained.count(word) for word in set(trained)}
    right = asked(tmp_path, UNSEEN, "frequency").scores["frequency"].tally().coarse.right[0]
    assert right == 100  # of 200: whichever it holds to be likelier


def test_a_sample_is_about_as_large_as_asked_for_and_always_the_same(tmp_path: Path) -> None:
    files = [Recorded(f"m{n}.py", n % 2 == 1, *_source_and_events()) for n in range(60)]
    keep(tmp_path, NEVER_SEEN, files)
    first = asked(tmp_path, UNSEEN, "naive", most=300)
    again = asked(tmp_path, UNSEEN, "naive", most=300)
    assert 150 < first.events < 450
    assert first.events == again.events


def _source_and_events() -> tuple[str, tuple[Event, ...]]:
    file = _many(20)
    return file.source, file.events


# --- the command --------------------------------------------------------------------------------


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """A network that says True whatever it sees."""
    import numpy as np

    from swerve.predict.neural._lexicon import Lexicon
    from swerve.predict.neural._shape import Shape
    from swerve.predict.neural.file import write as write_weights

    lexicon = Lexicon(["name"], ["word"], shared=2)
    names, words = lexicon.number_of_names, lexicon.number_of_words
    shape = Shape(names, words, width=8, narrow=8, inner=8, heads=2, layers=1)
    arrays = {name: np.zeros(size, np.float32) for name, size in shape.sizes().items()}
    arrays["classes.bias"] += [5.0 if each is ValueClass.TRUE else 0.0 for each in FINE]
    path = tmp_path / "toy.bin"
    write_weights(path, shape, lexicon, arrays)
    return path


def run(*words: str | Path) -> str:
    result = CliRunner().invoke(model, ["eval", *map(str, words)], catch_exceptions=False)
    return result.stdout


def test_the_command_prints_all_figures(tmp_path: Path, weights: Path) -> None:
    folder = tmp_path / "events"
    folder.mkdir()
    keep(folder, SEEN, [_many(200)])
    keep(folder, NEVER_SEEN, [_many(100)])
    figures = json.loads(run(folder, "--weights", weights, "--format", "json"))
    assert list(figures["splits"]) == ["held", "unseen"]
    unseen = figures["splits"]["unseen"]
    assert tuple(unseen["predictors"]) == NAMES
    tally = unseen["predictors"]["model"]["all"]["all"]
    assert (tally["events"], tally["fine"]["top-1"]) == (100, 50.0)
    assert tally["coarse"]["every class at best"] == 100.0
    classes = unseen["predictors"]["model"]["classes"]["coarse"]
    assert classes["boolean"] == {"events": 50, "recognised": 100.0, "right when said": 50.0}
    assert classes["none"] == {"events": 50, "recognised": 0.0, "right when said": None}
    card = with_figures("# Card\n\nWords.\n", figures)
    assert card == with_figures(card, figures)
    assert card.startswith("# Card\n\nWords.\n")
    assert "| boolean | 50 | 100.0 | 50.0 |" in card


def test_the_table_names_what_was_asked_for(tmp_path: Path) -> None:
    keep(tmp_path, NEVER_SEEN, [_many(100)])
    out = run(tmp_path, "--predictors", "naive,random")
    assert "Projects never seen in training: 100 events in 100 functions of 1 projects" in out
    assert "random                 8.33     25.00     41.67" in out
    assert "model" not in out


@pytest.mark.parametrize("words", [["--predictors", "guess"], []])
def test_wrong_use_is_told(tmp_path: Path, words: list[str]) -> None:
    with pytest.raises(BadUsage):
        run(tmp_path, *words, *(["--predictors", "naive"] if not words else []))
