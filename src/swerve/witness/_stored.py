"""What of a witness is kept in a file, so that it can be shown again?"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from swerve.source import (
    Folder,
    GitTree,
    Index,
    Patched,
    PatchedFile,
    SingleFile,
    TreeSource,
    WorkTree,
)
from swerve.worker.version import __version__

SCHEMA = "swerve-witness/1"


class BadWitness(ValueError):
    """The text is no witness that swerve wrote; the message says why, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Told:
    """A witness as a person reads it."""

    #: The pair: "shop/cart.py::Cart.total".
    function: str
    engine: str
    realism: str
    kind: str
    call: str
    #: The call with its imports, to be pasted.
    python: str
    old: str
    new: str
    because: str
    test: str


@dataclass(frozen=True, slots=True)
class StoredWitness:
    """A witness with all that it takes to run it."""

    told: Told
    #: The call as it travels, for each side.
    calls: tuple[str, str]
    #: The module that holds the function, on each side.
    modules: tuple[str, str]
    trees: tuple[TreeSource, TreeSource]
    #: What the sides are called.
    names: tuple[str, str]
    #: Files of the change: they say where imports start.
    files: tuple[str, ...]
    #: Where the user stood.
    folder: str
    #: The interpreter that it was found with, and what prepared the trees.
    interpreter: str
    setup: str | None
    seed: int
    ignore: tuple[str, ...]
    tolerance: float | None


def text_of(stored: StoredWitness) -> str:
    """Write a witness as JSON."""
    data = {
        "schema": SCHEMA,
        "version": __version__,
        **asdict(stored.told),
        "sides": {
            side: {
                "name": stored.names[at],
                "tree": _source_object(stored.trees[at]),
                "module": stored.modules[at],
                "recipe": stored.calls[at],
            }
            for at, side in enumerate(("old", "new"))
        },
        "files": list(stored.files),
        "folder": stored.folder,
        "interpreter": stored.interpreter,
        "setup": stored.setup,
        "seed": stored.seed,
        "ignore": list(stored.ignore),
        "tolerance": stored.tolerance,
    }
    return json.dumps(data, indent=2) + "\n"


def stored_from(text: str | bytes) -> StoredWitness:
    """Read a witness back. Raises `BadWitness` for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadWitness("is no JSON") from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise BadWitness(f"is no witness of the kind {SCHEMA}")
    try:
        sides = (data["sides"]["old"], data["sides"]["new"])
        return StoredWitness(
            told=Told(**{name: _text(data[name]) for name in Told.__slots__}),
            calls=_pair(lambda side: _text(side["recipe"]), sides),
            modules=_pair(lambda side: _text(side["module"]), sides),
            trees=_pair(lambda side: _source_from(side["tree"]), sides),
            names=_pair(lambda side: _text(side["name"]), sides),
            files=tuple(map(_text, data["files"])),
            folder=_text(data["folder"]),
            interpreter=_text(data["interpreter"]),
            setup=None if data["setup"] is None else _text(data["setup"]),
            seed=int(data["seed"]),
            ignore=tuple(map(_text, data["ignore"])),
            tolerance=None if data["tolerance"] is None else float(data["tolerance"]),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise BadWitness(f"lacks something, or has it wrong: {error}") from error


def _pair(read: Callable[[Any], Any], sides: tuple[Any, Any]) -> tuple[Any, Any]:
    return read(sides[0]), read(sides[1])


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _id(value: object) -> str:
    """What git calls a tree or a commit, and nothing that it could take for an option."""
    if not re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", _text(value)):
        raise ValueError(f"{value!r} is no id")
    return _text(value)


def place_of(source: TreeSource) -> Path | None:
    """The folder that a tree comes from; `None` for a file that came along."""
    if isinstance(source, SingleFile):
        return None
    if isinstance(source, Folder):
        return source.path
    return source.base.top if isinstance(source, Patched) else source.top


# --- where trees come from ------------------------------------------------------------------------


def _source_object(source: TreeSource) -> dict[str, object]:
    if isinstance(source, GitTree):
        return {"from": "git", "top": str(source.top), "id": source.id}
    if isinstance(source, Index):
        return {"from": "index", "top": str(source.top)}
    if isinstance(source, WorkTree):
        return {"from": "work tree", "top": str(source.top), "head": source.head}
    if isinstance(source, Folder):
        return {"from": "folder", "path": str(source.path)}
    if isinstance(source, SingleFile):
        return {"from": "file", "name": source.name, "data": _packed(source.data)}
    return {
        "from": "patch",
        "top": str(source.base.top),
        "id": source.base.id,
        "files": [
            {
                "path": file.path,
                "mode": file.mode,
                "data": None if file.data is None else _packed(file.data),
            }
            for file in source.files
        ],
    }


def _source_from(data: Any) -> TreeSource:
    match data["from"]:
        case "git":
            return GitTree(Path(data["top"]), _id(data["id"]))
        case "index":
            return Index(Path(data["top"]))
        case "work tree":
            return WorkTree(Path(data["top"]), _id(data["head"]))
        case "folder":
            return Folder(Path(data["path"]))
        case "file":
            return SingleFile(_text(data["name"]), base64.b64decode(data["data"]))
        case "patch":
            files = tuple(
                PatchedFile(
                    _text(file["path"]),
                    _text(file["mode"]),
                    None if file["data"] is None else base64.b64decode(file["data"]),
                )
                for file in data["files"]
            )
            return Patched(GitTree(Path(data["top"]), _id(data["id"])), files)
        case other:
            raise TypeError(f"{other!r} is no source of a tree")


def _packed(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
