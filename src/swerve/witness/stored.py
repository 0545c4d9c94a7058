"""What of a witness is kept in a file, so that it can be shown again?"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from swerve.model import ModuleImports, Pair, Runtime, Settings, Witness, modules_of
from swerve.model.errors import NotARepository, UntrustedWitness
from swerve.model.plain import BadData, Reader, json_from, plain
from swerve.observe.recipe import decode_call, encode_call
from swerve.observe.written_anew import written_anew
from swerve.run.project import module_name
from swerve.source import (
    FileVersions,
    Folder,
    GitTree,
    Index,
    Patched,
    RawChange,
    SingleFile,
    TreeSource,
    WorkTree,
    repository_top,
)
from swerve.worker.version import __version__

SCHEMA = "swerve-witness/1"
_UNTRUSTED_HINT = (
    "Run it in the repository that it belongs to. If you trust the file, use `--trust`."
)
#: What git calls a tree or a commit, and nothing that it could take for an option.
_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
#: Where trees come from, by what a file calls them.
_SOURCES: dict[str, type[Any]] = {
    "git": GitTree,
    "index": Index,
    "work tree": WorkTree,
    "folder": Folder,
    "file": SingleFile,
    "patch": Patched,
}
_WORDS = {source: word for word, source in _SOURCES.items()}


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
        **plain(stored.told),
        "sides": {
            side: {
                "name": stored.names[at],
                "tree": _source_object(stored.trees[at]),
                "module": stored.modules[at],
                "recipe": stored.calls[at],
            }
            for at, side in enumerate(("old", "new"))
        },
        **plain(stored, "files", "folder", "interpreter", "setup", "seed", "ignore", "tolerance"),
    }
    return json.dumps(data, indent=2) + "\n"


def stored_from(text: str | bytes) -> StoredWitness:
    """Read a witness back. Raises `BadWitness` for anything else."""
    try:
        data = json_from(text)
    except BadData as error:
        raise BadWitness(str(error)) from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise BadWitness(f"is not a witness in the format {SCHEMA}")
    try:
        old, new = (data["sides"][side] for side in ("old", "new"))

        def both(kind: Any, key: str) -> Any:
            return _READER.read(kind, old[key]), _READER.read(kind, new[key])

        return _READER.from_object(
            StoredWitness,
            data,
            told=_READER.from_object(Told, data),
            calls=both(str, "recipe"),
            modules=both(str, "module"),
            trees=both(TreeSource, "tree"),
            names=both(str, "name"),
        )
    except (LookupError, TypeError, ValueError) as error:
        raise BadWitness(f"has missing or invalid parts: {error}") from error


def _source_object(source: TreeSource) -> dict[str, object]:
    if isinstance(source, Patched):
        return {"from": "patch", **plain(source.base), "files": plain(source.files)}
    return {"from": _WORDS[type(source)], **plain(source)}


def _source_from(data: Any) -> TreeSource:
    kind = _SOURCES[data["from"]]
    given = {"base": _READER.from_object(GitTree, data)} if kind is Patched else {}
    for name in ("id", "head"):
        if name in data and not _ID.fullmatch(_READER.read(str, data[name])):
            raise BadData(f"has {data[name]!r} instead of an id")
    return _READER.from_object(kind, data, **given)  # type: ignore[no-any-return]


_READER = Reader({TreeSource: _source_from})


def place_of(source: TreeSource) -> Path | None:
    """The folder that a tree comes from; `None` for a file that came along."""
    if isinstance(source, SingleFile):
        return None
    if isinstance(source, Folder):
        return source.path
    return source.base.top if isinstance(source, Patched) else source.top


# --- a witness that was just found ----------------------------------------------------------------


def stored_alone(pair: Pair, witness: Witness, settings: Settings) -> StoredWitness | None:
    """The same for a pair of a file that stands alone, in no project."""
    sides = (pair.old, pair.new)
    names = [module_name(side.module.path, ("",)) for side in sides]
    texts = [side.module.text.encode("utf-8", "surrogatepass") for side in sides]
    old, new = (SingleFile(side.module.path, text) for side, text in zip(sides, texts, strict=True))
    file = FileVersions(pair.new.module.path, texts[0], texts[1])
    raw = RawChange(old.name, new.name, (file,), trees=(old, new))
    modules = ModuleImports(pair.new.module.path, names[0], names[1], old_file=pair.old.module.path)
    python = settings.python or sys.executable
    runtime = Runtime(python, "", "", settings.sandbox, modules=(modules,))
    return stored_witness(pair, witness, raw, settings, runtime)


def stored_witness(
    pair: Pair, witness: Witness, raw: RawChange, settings: Settings, runtime: Runtime | None
) -> StoredWitness | None:
    """All that it takes to show a witness again; None where it has no call that could travel."""
    modules = modules_of(pair, runtime.modules if runtime else ())
    if not witness.recipe or modules is None or raw.trees is None or runtime is None:
        return None
    call = decode_call(witness.recipe.encode("utf-8", "surrogatepass"))
    as_new = written_anew(pair, *modules)
    new = encode_call(call if as_new is None else as_new(call)).decode("utf-8", "surrogatepass")
    return StoredWitness(
        told=Told(function=pair.id, **plain(witness, *Told.__slots__[1:])),
        calls=(witness.recipe, new),
        modules=modules,
        trees=raw.trees,
        names=(raw.old, raw.new),
        files=tuple(file.path for file in raw.files),
        folder=str(settings.folder or Path.cwd()),
        interpreter=runtime.python,
        setup=settings.setup,
        seed=settings.seed,
        ignore=settings.ignore,
        tolerance=settings.tolerance,
    )


# --- a witness that somebody sent -----------------------------------------------------------------


def as_sent(stored: StoredWitness, here: Path) -> StoredWitness:
    """A witness of which only code and trees of the repository around `here` are believed.

    It is run in the interpreter of the project there. Raises `UntrustedWitness` for one that needs
    more: another folder of this machine, or a command.
    """
    for source in stored.trees:
        place = place_of(source)
        if place is not None and (isinstance(source, Folder) or not _is_top(place, here)):
            raise UntrustedWitness(
                f"The witness is about the folder {place}, which is not the current repository.",
                _UNTRUSTED_HINT,
            )
    if stored.setup is not None:
        raise UntrustedWitness(f"The witness runs a command: `{stored.setup}`.", _UNTRUSTED_HINT)
    return replace(stored, folder=str(here), interpreter="")


def _is_top(place: Path, here: Path) -> bool:
    try:
        return place.samefile(repository_top(here))
    except (OSError, NotARepository):
        return False
