"""Does a test that swerve has written pass on the old side, and fail on the new one?

Asked of plain pytest, in a clean process where swerve is not installed.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from bench.confined import run_confined, seen_inside
from bench.libraries import Ready, tree_with

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


def try_written(
    ready: Ready, folder: Path, old: dict[str, str], new: dict[str, str], *, stubs: bool = True
) -> list[Tried]:
    """Run every test in a folder on the library with the texts of either side."""
    names = sorted(path.name for path in folder.glob("test_*.py"))
    found = []
    for name in names:
        sides = []
        for texts in (old, new):
            with tree_with(ready, texts, stubs=stubs) as tree:
                (tree / "written").mkdir()
                shutil.copy(folder / name, tree / "written" / name)
                path = {"PYTHONPATH": f"{seen_inside(tree)}/{ready.library.root}"}
                words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts="]
                words.append(f"written/{name}")
                sides.append(run_confined(ready.python, tree, words, _LIMIT_S, path).status)
        found.append(Tried(name, *sides))
    return found
