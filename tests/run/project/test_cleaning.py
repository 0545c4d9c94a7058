"""How large is the cache, and what goes when it is too large?"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from swerve.run.project import CacheSize, Tree, cache_size, clean_cache, materialise
from swerve.run.project._blobs import Blobs
from swerve.run.project._contents import Gathered, complete
from swerve.run.project._manifest import Manifest
from swerve.run.project._trees import Store, open_store, release
from swerve.source import SingleFile
from swerve.source.cache import open_cache
from swerve.source.store import Store as Predictions

_HOLDER = """
import sys
from swerve.source import SingleFile
from swerve.run.project import materialise
print(materialise(SingleFile("held.py", b"h" * 1000)).path, flush=True)
sys.stdin.read()
"""


def tree_of(size: int, name: str = "a.py", store: Store | None = None) -> Tree:
    return materialise(SingleFile(name, b"#" * size), store=store)


def age(tree: Tree, seconds: float) -> None:
    """Make a tree look as if it was last used a while ago."""
    file = tree.path.parent / "manifest"
    when = file.stat().st_mtime - seconds
    os.utime(file, (when, when))


@contextmanager
def another_process() -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A process that uses a tree until it is told to end."""
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        yield process, Path(os.fsdecode(process.stdout.readline().strip()))
        process.kill()


def test_contents_that_trees_share_count_once() -> None:
    tree_of(1000, "a.py")
    tree_of(1000, "b.py")
    assert cache_size() == CacheSize(bytes=1000, trees=2)


def test_predictions_count_and_are_cleaned_away() -> None:
    predictions = Predictions()
    predictions.put("ab" * 32, b"p" * 1000)
    kept = tree_of(1000)
    found = cache_size()
    assert found.predictions == 1
    assert found.bytes > 2000
    assert clean_cache() == CacheSize(bytes=1000, trees=1)
    assert predictions.get("ab" * 32) is None
    assert kept.is_untouched()


def test_an_empty_cache_has_no_size() -> None:
    assert cache_size() == CacheSize(0, 0)
    assert clean_cache() == CacheSize(0, 0)


def test_cleaning_takes_all_that_nobody_uses() -> None:
    kept, gone = tree_of(1000), tree_of(2000)
    release(gone)
    assert clean_cache() == CacheSize(1000, 1)
    assert kept.is_untouched()
    assert not gone.path.exists()


def test_the_least_recently_used_go_first() -> None:
    trees = [tree_of(1000 + n) for n in range(4)]
    for number, tree in enumerate(trees):
        release(tree)
        age(tree, 100 * (number + 1))
    assert tree_of(1003) == trees[3]  # used again, and therefore young
    release(trees[3])
    clean_cache(max_bytes=2100)
    assert [tree.path.exists() for tree in trees] == [True, False, False, True]


def test_an_old_prediction_goes_before_a_tree_and_a_young_one_stays() -> None:
    predictions = Predictions()
    for key in ("ab" * 32, "cd" * 32):
        predictions.put(key, b"p" * 1000)
    tree = tree_of(1000)
    release(tree)
    age(tree, 100)
    old = open_cache().room("predictions") / "ab" / ("ab" * 31)
    os.utime(old, (0, 0))
    clean_cache(max_bytes=2500)
    assert predictions.get("ab" * 32) is None
    assert tree.path.exists()
    clean_cache(max_bytes=1500)
    assert not tree.path.exists()
    assert predictions.get("cd" * 32) == b"p" * 1000


def test_cleaning_to_a_bound_stops_there() -> None:
    for n in range(3):
        release(tree_of(1000 + n))
    assert clean_cache(max_bytes=10_000).trees == 3


def test_a_tree_that_another_process_uses_stays() -> None:
    with another_process() as (_, path):
        assert path.is_dir()
        clean_cache()
        assert (path / "held.py").stat().st_size == 1000


def test_a_tree_whose_user_died_goes(cache_folder: Path) -> None:
    with another_process() as (process, path):
        process.kill()
        process.wait()
        clean_cache()
        assert not path.exists()
    assert list((cache_folder / "trees-1" / "trash").iterdir()) == []


def test_the_cache_stays_below_its_bound_by_itself() -> None:
    store = open_store(replace(open_cache(), max_bytes=50_000))
    for n in range(30):
        release(tree_of(10_000 + n, store=store), store)
    assert cache_size().bytes <= 50_000 + 10 * 10_000


def test_the_number_of_trees_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Predictions do not have to go for it: they are no trees."""
    monkeypatch.setattr("swerve.run.project._cleaning._MOST_TREES", 8)
    Predictions().put("ab" * 32, b"old")
    for n in range(20):
        release(tree_of(n))
    assert cache_size().trees <= 8
    assert cache_size().predictions == 1


def test_a_tree_being_built_survives_cleaning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its contents are in the cache, and no tree has them yet."""
    cleaned: list[CacheSize] = []

    def clean_first(gathered: Gathered, blobs: Blobs) -> Manifest:
        manifest = complete(gathered, blobs)
        if not cleaned:
            cleaned.append(clean_cache())
        return manifest

    monkeypatch.setattr("swerve.run.project._trees.complete", clean_first)
    tree = tree_of(1000)
    assert cleaned == [CacheSize(0, 0)]
    assert (tree.path / "a.py").stat().st_size == 1000


def test_what_is_cleaned_away_while_it_is_written_is_written_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two checks run, one of them cleans: a content that has no name yet looks like a leftover."""
    cleaned: list[CacheSize] = []
    rename = os.rename

    def clean_first(old: str, new: str) -> None:
        if not cleaned:
            cleaned.append(clean_cache())
        rename(old, new)

    monkeypatch.setattr("swerve.run.project._blobs.os.rename", clean_first)
    tree = tree_of(1000)
    assert cleaned == [CacheSize(0, 0)]
    assert (tree.path / "a.py").stat().st_size == 1000
