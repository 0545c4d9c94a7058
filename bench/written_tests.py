"""Does a test that swerve has written pass on the old side, and fail on the new one?

Asked of plain pytest, in a clean process where swerve is not installed.
"""

from __future__ import annotations

import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.confined import run_confined, seen_inside
from bench.libraries import Ready, copied

_LIMIT_S = 60.0
_PASSED, _FAILED = 0, 1


@dataclass(frozen=True, slots=True)
class Tried:
    """One test on both sides, with pytest's status on each; `None` for one that did not end."""

    name: str
    old: int | None
    new: int | None

    @property
    def is_right(self) -> bool:
        """It tells the two sides apart as it should."""
        return self.old == _PASSED and self.new == _FAILED

    def as_row(self) -> dict[str, Any]:
        """Plain data, for a file of results."""
        return {**asdict(self), "is_right": self.is_right}


def try_written(ready: Ready, folder: Path, old: Path, new: Path) -> list[Tried]:
    """Run every test in a folder on a copy of either tree of the library."""
    return [
        Tried(path.name, _status(ready, path, old), _status(ready, path, new))
        for path in sorted(folder.glob("test_*.py"))
    ]


def tell_of_written(written: list[tuple[str, dict[str, Any]]]) -> None:
    """Print how many tests, each with what it is of, are right; and those that are not."""
    wrong = [(of, test) for of, test in written if not test["is_right"]]
    right = len(written) - len(wrong)
    print(f"written tests that pass on the old side and fail on the new: {right}/{len(written)}")
    for of, test in wrong:
        print(f"    {of}  {test['name']}: {test['old']} on the old side, {test['new']} on the new")


def _status(ready: Ready, test: Path, tree: Path) -> int | None:
    with copied(tree) as copy:
        (copy / "written").mkdir()
        shutil.copy(test, copy / "written" / test.name)
        path = {"PYTHONPATH": f"{seen_inside(copy)}/{ready.library.root}"}
        words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts="]
        words.append(f"written/{test.name}")
        return run_confined(ready.python, copy, words, _LIMIT_S, path).status
