"""In which folders are the commands of the docs typed?"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from demo.run import git_environment, make_repository

ROOT = Path(__file__).resolve().parent.parent
_TREES = ROOT / "demo"


def make_scenario(name: str, folder: Path) -> None:
    """Fill a new folder with what the pages that name this scenario start from."""
    _SCENARIOS[name](folder)


def scenario_names() -> frozenset[str]:
    """All that a page may name."""
    return frozenset(_SCENARIOS)


def commit(folder: Path, message: str) -> None:
    """Record everything in the folder, under an id that is the same on every machine."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", message)


def git(folder: Path, *words: str) -> None:
    """Run git as nobody in particular."""
    subprocess.run(["git", *words], cwd=folder, env=git_environment(), check=True)


def _empty(folder: Path) -> None:
    """A repository without a file."""
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")


def _demo(folder: Path) -> None:
    """The repository of `make demo`: its last commit is said to simplify."""
    make_repository(folder)


def _trees(folder: Path) -> None:
    """The two trees of the demo side by side, without git."""
    for tree in ("old", "new"):
        _copy(_TREES / tree, folder / "demo" / tree)


def _crawler(folder: Path) -> None:
    """A crawler with tests: nothing changed yet."""
    _project("crawler", folder, "A small crawler")


def _history(folder: Path) -> None:
    """A shop after five commits, each with its own idea of what preserves behaviour."""
    _empty(folder)
    (folder / "prices.py").write_text(_PRICES, encoding="utf-8")
    commit(folder, "A shop")
    for old, new, message in _EDITS:
        _replace(folder / "prices.py", old, new)
        commit(folder, message)


def _pull_request(folder: Path) -> None:
    """The crawler, and a branch of somebody else."""
    _crawler(folder)
    git(folder, "switch", "--quiet", "--create", "simplify")
    _replace(folder / "crawl" / "retry.py", _CLUMSY, _SIMPLIFIED)
    commit(folder, "Simplify the choice of the retry limit\n\nNo change in behaviour.")
    git(folder, "switch", "--quiet", "main")


def _history(folder: Path) -> None:
    """The crawler, and four commits of three kinds: tidying, a mistake, a change that is meant."""
    _crawler(folder)
    file = folder / "crawl" / "retry.py"
    for old, new, message in _COMMITS:
        _replace(file, old, new)
        commit(folder, message)


def _shipping(folder: Path) -> None:
    """A function about to be changed on purpose."""
    _project("shipping", folder, "A shop")


def _shop(folder: Path) -> None:
    """Two tests that a change will make fail, each for its own reason."""
    _project("shop", folder, "A shop")


def _table(folder: Path) -> None:
    """A module that a codemod can tidy up."""
    _project("table", folder, "A table")


def _project(tree: str, folder: Path, message: str) -> None:
    _empty(folder)
    _copy(_TREES / tree, folder)
    commit(folder, message)


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    if old not in text:
        raise ValueError(f"{file} has no {old!r}")
    file.write_text(text.replace(old, new), encoding="utf-8")


_CLUMSY = """\
    retry_times = max_retry_times

    if "max_retry_times" in request.meta:
        retry_times = request.meta["max_retry_times"]
"""
_SIMPLIFIED = """\
    retry_times = request.meta.get("max_retry_times") or max_retry_times
"""
_MENDED = """\
    retry_times = request.meta.get("max_retry_times", max_retry_times)
"""
_COMMITS = (
    (
        "    if status in RETRY_CODES:\n        return True\n    return False\n",
        "    return status in RETRY_CODES\n",
        "Return the condition itself",
    ),
    (_CLUMSY, _SIMPLIFIED, "Simplify the choice of the retry limit"),
    (
        "    return 2**retries\n",
        "    return min(2**retries, 60)\n",
        "Fix: `delay` is a minute at most",
    ),
    (_SIMPLIFIED, _MENDED, "Fix a limit of 0, which was taken for none"),
)


_PRICES = '''\
"""What things cost."""


def total(prices: list[int]) -> int:
    result = 0
    for price in prices:
        result += price
    return result


def discount(price: int, count: int) -> int:
    if count >= 10:
        return price - price // 10
    return price


def shipping(weight: int, express: bool = False) -> int:
    return 20 + weight if express else 5 + weight
'''
_EDITS = (
    ("result", "cents", "Rename a variable"),
    ("count >= 10:", "count > 10:", "Simplify the discount\n\nNo change in behaviour."),
    ('"""What things cost."""', '"""What things cost, in cents."""', "Say what prices are in"),
    ("express: bool = False", "express: bool = True", "Ship by express unless told otherwise"),
    ("5 + weight", "weight + 5", "Put the weight first"),
)


def _copy(tree: Path, folder: Path) -> None:
    shutil.copytree(
        tree,
        folder,
        copy_function=shutil.copyfile,  # not the modes: they depend on the umask of the checkout
        ignore=shutil.ignore_patterns("__pycache__"),
        dirs_exist_ok=True,
    )


_SCENARIOS: Mapping[str, Callable[[Path], None]] = {
    "crawler": _crawler,
    "demo": _demo,
    "empty": _empty,
    "history": _history,
    "pull-request": _pull_request,
    "shipping": _shipping,
    "shop": _shop,
    "table": _table,
    "trees": _trees,
}


def environment(home: Path, programs: Path) -> dict[str, str]:
    """What a command of the docs finds in its environment, wherever the docs are checked."""
    return {
        **{name: value for name, value in git_environment().items() if name.startswith("GIT_")},
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        "PATH": f"{programs}{os.pathsep}{os.defpath}",
        "PYTHONDONTWRITEBYTECODE": "1",  # nothing of a run is left in the folder
        "PYTHONPATH": str(ROOT / "src"),  # this code, whatever is installed
        "PYTHONUTF8": "1",
        "SWERVE_CACHE": str(home / ".cache" / "swerve"),
        "TMPDIR": str(home / "tmp"),
        "TZ": "UTC",
    }
