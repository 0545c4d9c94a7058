"""Which changes are checked while everything around them is killed?

A repository of small commits. Each changes one function, and is decided long before any budget is
spent: by the code alone, or by the simplest call of all. Where a budget ends a search, how many
calls were tried differs between two runs, for reasons that have nothing to do with faults. So no
change here needs a proof, before which calls are tried for a time, or a call that has to be made
smaller.
"""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_AUTHOR_DATE": "2024-01-02T03:04:05Z",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_COMMITTER_DATE": "2024-01-02T03:04:05Z",
}


def _sums(version: int) -> str:
    return f"def shifted(x: int) -> int:\n    return x + {version}\n"


def _labels(version: int) -> str:
    return f"def labelled(text: str) -> str:\n    return text + '-{version}'\n"


def _names(version: int) -> str:
    return (
        f"def total(values: list[int]) -> int:\n    sum_{version} = 0\n"
        f"    for each_{version} in values:\n        sum_{version} += each_{version}\n"
        f"    return sum_{version}\n"
    )


def _layout(version: int) -> str:
    return f"# Version {version}\ndef least(x: int, y: int) -> int:\n" + (
        "    return (x if x < y else y)\n" if version % 2 else "    return x if x < y else y\n"
    )


def _errors(version: int) -> str:
    return (
        "def cleaned(text: str) -> str:\n"
        f"    if not text:\n        raise ValueError('nothing there, {version}')\n"
        "    return text.strip()\n"
    )


def _words(version: int) -> str:
    return f'def same(x: int) -> int:\n    """Return it, as in {version}."""\n    return x\n'


def _effects(version: int) -> str:
    head = "def ordered(values: list[int]) -> list[int]:\n"
    if version % 2:
        return head + "    values.sort()\n    return values\n"
    return head + "    return sorted(values)\n"


#: File -> its text in each of its versions.
_FILES: dict[str, Callable[[int], str]] = {
    "sums.py": _sums,
    "labels.py": _labels,
    "names.py": _names,
    "layout.py": _layout,
    "errors.py": _errors,
    "words.py": _words,
    "effects.py": _effects,
}


def make_history(folder: Path, commits: int, seed: int) -> str:
    """Make a repository with that many changes, and return the range that holds them."""
    chance = random.Random(seed)  # noqa: S311 (the same every time)
    versions = dict.fromkeys(_FILES, 0)
    folder.mkdir(parents=True)
    _git(folder, "init", "--quiet", "--initial-branch=main")
    for name, text_of in _FILES.items():
        (folder / name).write_text(text_of(0))
    _commit(folder, "Begin")
    for _ in range(commits):
        name = chance.choice(tuple(_FILES))
        versions[name] += 1
        (folder / name).write_text(_FILES[name](versions[name]))
        _commit(folder, f"Version {versions[name]} of {name}")
    return f"HEAD~{commits}..HEAD"


def _commit(folder: Path, message: str) -> None:
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "-m", message)


def _git(folder: Path, *words: str) -> None:
    environment = {**os.environ, **_ENVIRONMENT}
    subprocess.run(["git", *words], cwd=folder, env=environment, check=True)
