"""The folder tree is the flow: see docs/dev/architecture.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

_SOURCE = Path(__file__).parents[1] / "src" / "swerve"
_PAGE = Path(__file__).parents[1] / "docs" / "dev" / "architecture.md"
#: A room imports those before it.
_ROOMS = (
    *("worker", "model", "source", "facts", "predict", "observe", "run", "meaning", "engines"),
    *("check", "witness", "tell", "apps"),
)
_MOST_LINES, _MOST_MODULES = 500, 40


@cache
def _modules() -> dict[str, Path]:
    found = {}
    for path in _SOURCE.rglob("*.py"):
        parts = path.relative_to(_SOURCE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def _imports() -> dict[str, set[str]]:
    """Module -> those of ours that it imports, wherever in it and whatever for."""
    return {name: set(_imported(name, path)) for name, path in _modules().items()}


def _imported(name: str, path: Path) -> Iterator[str]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in _modules())
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, *filter(None, [node.module])]) if node.level else node.module
            if base in _modules():
                below = [f"{base}.{each.name}" for each in node.names]
                yield from (each if each in _modules() else base for each in below)


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def _edges() -> Iterator[tuple[str, str]]:
    """Imports that lead from one room to another."""
    for name, imported in _imports().items():
        yield from ((name, each) for each in imported if _room(each) != _room(name))


def test_the_rooms_are_all_there_is() -> None:
    folders = {path.name for path in _SOURCE.iterdir() if path.is_dir()} - {"__pycache__"}
    files = {path.name for path in _SOURCE.iterdir() if path.is_file()}
    assert folders == set(_ROOMS)
    assert files == {"__init__.py", "__main__.py", "py.typed"}


def test_the_page_lists_them_in_their_order() -> None:
    rows = [line.split("`")[1] for line in _PAGE.read_text("utf-8").splitlines() if "| `" in line]
    assert tuple(rows) == _ROOMS


def test_imports_point_one_way() -> None:
    upwards = [
        edge
        for edge in _edges()
        if _room(edge[0]) in _ROOMS
        and (not _room(edge[1]) or _ROOMS.index(_room(edge[1])) > _ROOMS.index(_room(edge[0])))
    ]
    assert not upwards


def test_there_are_no_cycles() -> None:
    # A package imports its modules to show what they have; that a module is in it is no import.
    try:
        TopologicalSorter(_imports()).prepare()
    except CycleError as error:
        raise AssertionError(error.args[1]) from None


def test_what_is_private_stays_in_its_room() -> None:
    crossing = [
        edge
        for edge in _edges()
        if _room(edge[0]) and any(part.startswith("_") for part in edge[1].split(".")[1:])
    ]
    assert not crossing


def test_no_engine_imports_another() -> None:
    engines = {
        (name, each)
        for name, imported in _imports().items()
        for each in imported
        if _room(name) == _room(each) == "engines"
        and len(name.split(".")) > 3
        and len(each.split(".")) > 2
        and name.split(".")[2] != each.split(".")[2]
        and (_SOURCE / "engines" / each.split(".")[2]).is_dir()
    }
    assert not engines


def test_every_folder_that_is_imported_from_is_a_package() -> None:
    """One that git ignores is there in the folder it was written in, and nowhere else."""
    imported = {each for found in _imports().values() for each in found}
    folders = {_modules()[each].parent for each in imported}
    assert [each for each in folders if not (each / "__init__.py").exists()] == []


def test_modules_and_folders_are_small() -> None:
    long = {name: path for name, path in _modules().items() if _lines(path) > _MOST_LINES}
    folders = {path.parent for path in _modules().values()}
    full = [each for each in folders if len(list(each.glob("*.py"))) > _MOST_MODULES]
    assert not long
    assert not full


def _lines(path: Path) -> int:
    return path.read_text("utf-8").count("\n")
