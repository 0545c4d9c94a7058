"""Which recorded calls are calls of a pair?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import Repository

from swerve.model import Pair, Side
from swerve.run.observed import Recordings, recordings_for
from swerve.run.recording import KeptCall, Version, folder_of, keep, sum_of
from swerve.source import GitTree, Selection, pair_up, read_words

_OLD = "LIMIT = 3\n\n\ndef take(items):\n    return items[:LIMIT]\n"


def _recorded(repository: Repository, text: str, *recipes: str, missed: int = 0) -> None:
    source = "\n".join(text.split("\n")[3:5])
    calls = tuple(KeptCall("t.py::t", recipe, returned=True) for recipe in recipes)
    keep(repository.path, [Version("shop.py", "take", sum_of(source), sum_of(text), calls, missed)])


def _found(repository: Repository, new: str) -> tuple[Recordings, Pair]:
    repository.commit("as it was", {"shop.py": _OLD})
    repository.write("shop.py", new)
    raw = read_words(repository.path, (), staged=False, selection=Selection())
    assert raw.trees is not None
    assert isinstance(raw.trees[0], GitTree)
    pairs = pair_up(raw).pairs
    return recordings_for(raw.trees[0], pairs), pairs[0]


@pytest.mark.parametrize(
    ("new", "recorded", "side"),
    [
        pytest.param("items[: LIMIT + 1]", "old", Side.OLD, id="record, then edit"),
        pytest.param("items[: LIMIT + 1]", "new", Side.NEW, id="edit, then record"),
        pytest.param("LIMIT = 4", "old", Side.OLD, id="what it reads was edited afterwards"),
        pytest.param("LIMIT = 4", "new", Side.NEW, id="what it reads was edited before"),
    ],
)
def test_calls_of_either_side_are_taken_as_of_that_side(
    repository: Repository, new: str, recorded: str, side: Side
) -> None:
    text = _OLD.replace("LIMIT = 3" if "=" in new else "items[:LIMIT]", new)
    _recorded(repository, _OLD if recorded == "old" else text, "1", "2")
    recordings, pair = _found(repository, text)
    assert recordings.pairs == recordings.whole == {pair.id}
    assert [(each.recipe, each.side) for each in recordings.of(pair)] == [
        (b"1", side),
        (b"2", side),
    ]


def test_tests_still_run_where_calls_were_missed(repository: Repository) -> None:
    _recorded(repository, _OLD, "1", missed=1)
    recordings, pair = _found(repository, _OLD.replace("items[", "items[0:"))
    assert recordings.pairs == {pair.id}
    assert recordings.whole == set()


def test_calls_of_another_version_are_stale(repository: Repository) -> None:
    _recorded(repository, _OLD.replace("items[:LIMIT]", "items[LIMIT:]"), "1")
    recordings, pair = _found(repository, _OLD.replace("items[", "items[0:"))
    assert recordings.stale == {pair.id}
    assert recordings.of(pair) == ()


def test_what_others_may_read_is_not_used(repository: Repository) -> None:
    """git gives no folder back that only its owner may read: such calls came with the project."""
    _recorded(repository, _OLD, "1")
    folder_of(repository.path).chmod(0o755)
    recordings, pair = _found(repository, _OLD.replace("items[", "items[0:"))
    assert recordings == Recordings()
    assert recordings.of(pair) == ()


def test_a_link_is_not_followed(repository: Repository, tmp_path: Path) -> None:
    _recorded(repository, _OLD, "1")
    folder = folder_of(repository.path)
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    recordings, _ = _found(repository, _OLD.replace("items[", "items[0:"))
    assert recordings == Recordings()
