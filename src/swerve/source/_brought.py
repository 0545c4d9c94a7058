"""Which settings hold for a change, and what does it bring that would decide about its own check?

The rule: what is said about a check counts as it stood before the change. What the change says is
told, and counts where the user says so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from swerve.model import Brought, BroughtKind, Settings
from swerve.model.errors import BadSettings
from swerve.model.pyproject import LARGEST, read_settings, settings_at, settings_from

from ._contents import load
from ._differing import Entry, InGit
from ._selection import Selection, is_contract_file, selection_of
from .disk import Absent, Content, Loaded, Refused, Unreadable, read_file
from .git._objects import Objects
from .git.git import Git

_FILE = "pyproject.toml"
_HINT = "To apply it, use `--trust-change`."
_COUNTS = "applied because of --trust-change"


@dataclass(frozen=True, slots=True)
class Holding:
    """What holds for a change, and what it brings."""

    selection: Selection
    #: `None` where nobody asked.
    settings: Mapping[str, object] | None = None
    brought: tuple[Brought, ...] = ()


#: The text of each pyproject.toml that may matter, the nearest first.
_Texts: TypeAlias = Mapping[str, Loaded]


def holding_in_git(
    git: Git,
    objects: Objects,
    old: str,
    everywhere: Iterable[Entry],
    wanted: Selection | Settings,
    base: str | None = None,
) -> Holding:
    """What holds for a change in a repository. `everywhere` is all that differs from `old`.

    Settings are those of `base`, if that is given: where a branch began is up to its author.
    """
    if isinstance(wanted, Selection):
        return Holding(wanted)
    everywhere = tuple(everywhere)
    before = _in_tree(git, objects, old)
    after = {
        **before,
        **{each.path: _new(objects, git.top, each) for each in everywhere if each.path in before},
    }
    above = git.top.parent  # the user's own: nothing of the repository lies there
    ours = before if base is None or base == old else _in_tree(git, objects, base)
    settings = _nearest(ours, after, wanted.trust_change, lambda: read_settings(above))
    brought = (
        *_settings_brought(before, after, counts=wanted.trust_change),
        *_contracts_brought(objects, git.top, everywhere, counts=wanted.trust_change),
    )
    return Holding(selection_of(wanted.with_table(settings)), settings, brought)


def holding_for_paths(old: Path, new: Path, wanted: Selection | Settings) -> Holding:
    """What holds for two files or two folders: what the user's current folder says.

    A folder inside the new version, or above it and not above the old one, is not the user's but
    the new version's. Where the user stands in one, the settings around the old version hold.
    """
    if isinstance(wanted, Selection):
        return Holding(wanted)
    before, after = ({_FILE: _at(each)} for each in (old, new))
    theirs, ours = (Path(os.path.realpath(each)) for each in (new, old))

    def is_new(place: Path) -> bool:
        is_around = theirs.is_relative_to(place) and not ours.is_relative_to(place)
        return is_around or place.is_relative_to(theirs)

    here = Path(os.path.realpath(Path.cwd()))
    places = (here, *here.parents)
    if wanted.trust_change:
        settings = settings_at((theirs, *theirs.parents) if is_new(here) else places)
    else:
        start = ours if is_new(here) else here
        settings = settings_at(each for each in (start, *start.parents) if not is_new(each))
    brought = tuple(_settings_brought(before, after, counts=wanted.trust_change))
    return Holding(selection_of(wanted.with_table(settings)), settings, brought)


def contract_brought(path: str, old: Loaded, new: Loaded, *, counts: bool) -> Iterator[Brought]:
    """Say of a file that differs that it is a contract, if it is one."""
    data = [each.data for each in (old, new) if isinstance(each, Content)]
    if not is_contract_file(path, *data):
        return
    if counts:
        message = f"a contract that comes with the change: {_COUNTS}"
    elif isinstance(old, Absent):
        message = (
            "a contract that comes with the change: it can object to differences, not excuse them"
        )
    else:
        verb = "removes" if isinstance(new, Absent) else "edits"
        message = f"the change {verb} this contract: it applies as it was before"
    yield Brought(BroughtKind.CONTRACT, path, message, "" if counts else _HINT)


def _in_tree(git: Git, objects: Objects, tree: str) -> dict[str, Loaded]:
    folders = git.prefix.split("/")[:-1]
    paths = ["/".join((*folders[:count], _FILE)) for count in range(len(folders), -1, -1)]
    found: dict[str, Loaded] = dict.fromkeys(paths, Absent())
    out = git.ask("ls-tree", "-z", "--full-tree", tree, "--", *paths).out
    for record in os.fsdecode(out).split("\0")[:-1]:
        head, _, path = record.partition("\t")
        mode, _, oid = head.split(" ")
        found[path] = _loaded(objects, git.top, path, InGit(mode, oid))
    return found


def _new(objects: Objects, top: Path, entry: Entry) -> Loaded:
    if isinstance(entry.new, InGit):
        return _loaded(objects, top, entry.path, entry.new)
    return load(objects, top, entry.path, entry.new, LARGEST)


def _loaded(objects: Objects, top: Path, path: str, place: InGit) -> Loaded:
    if place.is_link or place.is_submodule:
        return Refused("symbolic link" if place.is_link else "submodule")
    return load(objects, top, path, place, LARGEST)


def _at(place: Path) -> Loaded:
    return read_file(os.path.join(place, _FILE), LARGEST) if place.is_dir() else Absent()


def _nearest(
    before: _Texts, after: _Texts, trusts_change: bool, above: Callable[[], dict[str, object]]
) -> dict[str, object]:
    texts, side = (after, "new") if trusts_change else (before, "old")
    for path, loaded in texts.items():
        if isinstance(loaded, Content):
            try:
                settings = settings_from(loaded.data, f"{path} ({side} version)")
            except BadSettings as error:
                more = "" if trusts_change else " `--trust-change` uses those of the new version."
                raise BadSettings(error.message, error.hint + more) from error
            if settings is not None:
                return settings
    return above()


def _settings_brought(before: _Texts, after: _Texts, *, counts: bool) -> Iterator[Brought]:
    for path, loaded in after.items():
        if loaded != before[path] and (message := _edit(before[path], loaded, counts=counts)):
            yield Brought(BroughtKind.SETTINGS, path, message, "" if counts else _HINT)


def _edit(old: Loaded, new: Loaded, *, counts: bool) -> str:
    """What a change does to settings; empty when it does nothing to them."""
    if isinstance(new, Refused):
        return f"no settings are read from it after this change: {new.why}"
    if isinstance(new, Unreadable):
        return f"settings cannot be read after this change ({new.message})"
    try:
        was = _table(old)
    except BadSettings:
        was = {}
    try:
        now = _table(new)
    except BadSettings as error:
        return f"settings cannot be read after this change: {error.message.rstrip('.')}"
    if was == now:
        return ""
    keys = sorted(key for key in {*was, *now} if was.get(key) != now.get(key))
    named = ", ".join(f"`{key.replace('_', '-')}`" for key in keys) or "an empty table"
    applied = _COUNTS if counts else "not applied here"
    return f"this change edits [tool.swerve] ({named}): {applied}"


def _table(loaded: Loaded) -> dict[str, object]:
    found = settings_from(loaded.data, "it") if isinstance(loaded, Content) else None
    return found or {}


def _contracts_brought(
    objects: Objects, top: Path, entries: Iterable[Entry], *, counts: bool
) -> Iterator[Brought]:
    for entry in entries:
        if is_contract_file(entry.path):
            old = Absent() if entry.old is None else _loaded(objects, top, entry.path, entry.old)
            new = _new(objects, top, entry)
            yield from contract_brought(entry.path, old, new, counts=counts)
