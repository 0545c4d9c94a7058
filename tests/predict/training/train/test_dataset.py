"""Is what training gets what was seen, and is nothing in it that it must not see?"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.predict.training.train.made_events import (
    project_names,
    recorded,
    write_corpus,
    write_project,
)

from swerve.facts.classes import ValueClass
from swerve.predict.neural._lexicon import Lexicon
from swerve.predict.neural._rows import NUMBER_OF_SHAPE, Place
from swerve.predict.training.events import KINDS, Event, Header, Recorded, event_files
from swerve.predict.training.train._dataset import (
    CODE,
    HELD,
    STATIC,
    TESTS,
    TRAIN,
    TRIAL,
    UNSEEN,
    Dataset,
    dataset_of,
    lexicon_arrays,
    lexicon_of,
    split_of,
    split_of_project,
)

# --- what events are for ------------------------------------------------------------------------


def test_what_a_project_is_for_never_changes() -> None:
    """Else what was trained with would be asked about."""
    known = {TRAIN: ("attrs", "requests"), TRIAL: ("rich",), UNSEEN: ("tornado", "Markdown")}
    for split, names in known.items():
        assert {split_of_project(name) for name in names} == {split}


@pytest.mark.parametrize("name", ["Prompt-Toolkit", "prompt_toolkit", "PROMPT.toolkit", "a-_-.b"])
def test_however_a_project_is_spelled_it_is_for_the_same(name: str) -> None:
    plain = "a-b" if name.startswith("a") else "prompt-toolkit"
    assert split_of_project(name) == split_of_project(plain)


def test_one_project_in_ten_is_never_seen_and_one_is_for_trying_things_out() -> None:
    counts = Counter(split_of_project(f"project-{number}") for number in range(5000))
    assert counts.keys() == {TRAIN, TRIAL, UNSEEN}
    for split in (TRIAL, UNSEEN):
        assert 0.08 < counts[split] / 5000 < 0.12


def test_one_event_in_twenty_is_held_out() -> None:
    project = next(project_names(TRAIN))
    places: list[Place] = [("name", line, 4, line, 9) for line in range(5000)]
    splits = [split_of(project, "a.py", place, False) for place in places]
    assert set(splits) == {TRAIN, HELD}
    assert 0.04 < splits.count(HELD) / 5000 < 0.06
    assert splits == [split_of(project, "a.py", place, False) for place in places]
    assert splits != [split_of(project, "b.py", place, False) for place in places]


def test_nothing_else_is_held_out() -> None:
    train, trial, unseen = (next(project_names(split)) for split in (TRAIN, TRIAL, UNSEEN))
    places: list[Place] = [("name", line, 4, line, 9) for line in range(200)]
    assert {split_of(train, "a.py", place, True) for place in places} == {TRAIN}
    for is_static in (False, True):
        assert {split_of(trial, "a.py", place, is_static) for place in places} == {TRIAL}
        assert {split_of(unseen, "a.py", place, is_static) for place in places} == {UNSEEN}


# --- names --------------------------------------------------------------------------------------


def _dataset(split: int, many: int, code: str) -> Dataset:
    dataset = Dataset()
    for project in islice(project_names(split), many):
        dataset.add_file(project, recorded(code))
        dataset.add_file(project, recorded(code, "b.py"))
    return dataset


def test_names_that_three_projects_have_are_known() -> None:
    code = "frob_size = find(frob_size, 'of a text')"
    assert _dataset(TRAIN, 2, code).lexicon().names == ()
    lexicon = _dataset(TRAIN, 3, code).lexicon()
    assert set(lexicon.names) == {"frob_size", "find"}
    assert set(lexicon.words) == {"frob", "size", "find", "of", "a", "text"}


@pytest.mark.parametrize("split", [TRIAL, UNSEEN])
def test_names_of_projects_that_are_not_trained_with_are_not_known(split: int) -> None:
    dataset = _dataset(TRAIN, 3, "a.known")
    for project in islice(project_names(split), 9):
        dataset.add_file(project, recorded("a.frob_size"))
        dataset.add_file(project, recorded("a.frob_size"), is_static=True)
    lexicon = dataset.lexicon()
    assert set(lexicon.names) == {"a", "known"}
    assert set(lexicon.words) == {"a", "known"}


def test_the_most_frequent_come_first() -> None:
    dataset = _dataset(TRAIN, 3, "rare.often")
    for project in islice(project_names(TRAIN, "more"), 2):
        dataset.add_file(project, recorded("often"))
    assert dataset.lexicon().names == ("often", "rare")


@pytest.mark.parametrize(
    "lexicon", [Lexicon((), (), 7), Lexicon(["a"], (), 7), Lexicon(["größe", "b"], ["c", "d"], 9)]
)
def test_a_lexicon_comes_back_from_arrays(lexicon: Lexicon) -> None:
    found = lexicon_of(lexicon_arrays(lexicon))
    assert (found.names, found.words, found.shared) == (
        lexicon.names,
        lexicon.words,
        lexicon.shared,
    )


# --- arrays -------------------------------------------------------------------------------------

_CODE = """\
import os
limit = os.cpu_count()

@decorated(limit)
def read(path, most=limit):
    def inner(rows):
        return rows[0]
    return inner(open(path).read(most))

class Reader(Base):
    kind = limit

    def __iter__(self):
        for row in self.rows:
            yield row.strip()
"""


def _arrays(*files: Recorded, **options: bool) -> tuple[Dataset, dict[str, Any]]:
    dataset = Dataset()
    for file in files:
        dataset.add_file(next(project_names(TRAIN)), file, **options)
    return dataset, dataset.arrays(dataset.lexicon())


def test_every_event_is_there_once_with_the_token_that_stands_for_it() -> None:
    file = recorded(_CODE)
    dataset, arrays = _arrays(file)
    assert len(arrays["tokens"]) == len(file.events) > 20
    texts = list(dataset.texts)
    found: Counter[tuple[str, str]] = Counter()
    for token, kind in zip(arrays["tokens"], arrays["kinds"], strict=True):
        shape = arrays["shapes"][token]
        if KINDS[kind] in ("name", "attribute"):
            assert shape == NUMBER_OF_SHAPE[KINDS[kind]]
        found[KINDS[kind], texts[arrays["lexemes"][token]]] += 1
    expected = Counter(
        (event.kind, "" if event.kind == "call" or "[" in event.name else event.name.split(".")[-1])
        for event in file.events
    )
    assert found == expected


def test_arrays_fit_together() -> None:
    dataset, arrays = _arrays(recorded(_CODE), recorded("x = y\n", "b.py"))
    starts, tokens = arrays["starts"], arrays["tokens"]
    assert starts[0] == 0
    assert starts[-1] == len(arrays["shapes"]) == len(arrays["lexemes"])
    assert (np.diff(starts.astype(int)) > 0).all()
    for name in ("kinds", "splits", "origins"):
        assert len(arrays[name]) == len(tokens)
    windows = np.searchsorted(starts, tokens, side="right") - 1
    assert set(windows) == set(range(len(starts) - 1))  # none without an event
    assert (arrays["shapes"][starts[:-1]] > 0).all()
    lexicon = lexicon_of(arrays)
    for text, number in dataset.texts.items():
        whole, words = lexicon.numbers(text)
        assert arrays["names"][number] == whole
        assert [each for each in arrays["words"][number] if each] == list(words)
    assert arrays["lexemes"].max() < len(dataset.texts) == len(arrays["names"])


def test_what_was_seen_is_kept_with_how_often() -> None:
    event = Event("name", "y", (1, 4, 1, 5), {"string": 12, "none": 1 << 40})
    _, arrays = _arrays(Recorded("a.py", False, "x = y\n", (event,)))
    classes = list(ValueClass)
    seen = {
        classes[number].value: count
        for number, count in zip(arrays["seen_class"], arrays["seen_count"], strict=True)
    }
    assert seen == {"string": 12, "none": 1 << 30}
    assert arrays["seen_place"].tolist() == [0, 0]


def test_whence_events_are() -> None:
    code, test = recorded("x\n"), recorded("y\n", "test_a.py", is_test=True)
    assert _arrays(code, test)[1]["origins"].tolist() == [CODE, TESTS]
    assert _arrays(code, test, is_static=True)[1]["origins"].tolist() == [STATIC, STATIC]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("print 'old'\n", id="another Python"),
        pytest.param("x = '\0'\n", id="no text"),
        pytest.param("x = " + "-" * 100_000 + "1\n", id="more than a parser can take"),
    ],
)
def test_a_file_that_does_not_parse_is_left_out(source: str) -> None:
    event = Event("name", "x", (1, 0, 1, 1), {"none": 1})
    dataset, arrays = _arrays(Recorded("a.py", False, source, (event,)))
    assert len(arrays["tokens"]) == 0
    assert arrays["starts"].tolist() == [0]
    assert dataset.shapes == []


@pytest.mark.usefixtures("usual_depth")
def test_a_function_that_is_nested_too_deeply_is_left_out_alone() -> None:
    text = f"def f(a): return {'+'.join(['a'] * 700)}\ndef g(b): return b\n"
    events = (
        Event("name", "a", (1, 17, 1, 18), {"none": 1}),
        Event("name", "b", (2, 17, 2, 18), {"none": 1}),
    )
    dataset, arrays = _arrays(Recorded("a.py", False, text, events))
    assert [list(dataset.texts)[dataset.lexemes[token]] for token in arrays["tokens"]] == ["b"]


def test_an_event_that_is_nowhere_in_the_file_is_left_out() -> None:
    event = Event("name", "z", (9, 0, 9, 1), {"none": 1})
    assert len(_arrays(Recorded("a.py", False, "x\n", (event,)))[1]["tokens"]) == 0


def test_files_of_events_become_one_dataset(tmp_path: Path) -> None:
    write_corpus(tmp_path)
    static = write_project(tmp_path / "static", "static", recorded("x\n"), origin="static")
    told: list[Header] = []
    dataset = dataset_of([*event_files(tmp_path), static], told.append)
    assert [header.origin for header in told] == ["observed"] * 12 + ["static"]
    assert len(dataset.tokens) == sum(header.events for header in told)
    splits = Counter(dataset.splits)
    assert splits.keys() == {TRAIN, HELD, TRIAL, UNSEEN}
    assert dataset.origins.count(STATIC) == 1
    again = dataset_of([*event_files(tmp_path), static], told.append)
    assert again == dataset
    assert again.lexicon().names == dataset.lexicon().names
