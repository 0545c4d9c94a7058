"""Which witnesses of earlier runs are known by their ids, and what is known about them?

They are kept in a room of swerve's cache, bounded in size, that only its owner can look into: the
code of the function, the call, and what it takes to make the call again. What was used least
recently goes first.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from swerve.model import Change, FunctionReport, Pair, Report, Runtime, Settings, Witness
from swerve.model.errors import UnknownWitness
from swerve.source import RawChange
from swerve.source.store import Store

from .ids import witness_id
from .objects import function_from_object, function_object

_SCHEMA = "swerve-kept/1"
#: As people write ids: all of it, or as much as says which.
_ID = re.compile(r"w-[0-9a-f]{1,8}")
_MOST_NAMED = 5
#: What an entry may hold, unpacked.
_MOST_BYTES = 64 << 20

#: What is kept of a witness with a call that can be made again, as text; nothing where it has none.
Stored: TypeAlias = Callable[[Pair, Witness], str]


@dataclass(frozen=True, slots=True)
class Kept:
    """A witness of an earlier run, with all that was found out about it."""

    id: str
    #: What the sides were called, and what was said about the change.
    old: str
    new: str
    subject: str
    #: The function as it was then, with this witness alone.
    function: FunctionReport
    #: What `swerve.witness.stored_from` reads; empty where there is no call to make.
    stored: str

    @property
    def witness(self) -> Witness:
        """The witness itself."""
        return self.function.witnesses[0]


def is_id(word: str) -> bool:
    """Whether a word looks like the id of a witness, or the start of one."""
    return _ID.fullmatch(word) is not None


def stored_in(raw: RawChange, settings: Settings, runtime: Runtime | None) -> Stored:
    """What writes down the witnesses of a change, for `swerve replay`."""

    def stored(pair: Pair, witness: Witness) -> str:
        if not witness.recipe:
            return ""
        from .stored import stored_witness, text_of  # takes a while to load

        found = stored_witness(pair, witness, raw, settings, runtime)
        return "" if found is None else text_of(found)

    return stored


def keep_witnesses(report: Report, stored: Stored, store: Store | None = None) -> Report:
    """Keep the witnesses of a run by their ids, and name in the report how to show them again."""
    if not any(each.witnesses for each in report.functions):
        return report
    store = store or _store()
    functions = (keep_function(each, report.change, stored, store) for each in report.functions)
    return replace(report, functions=tuple(functions))


def keep_function(
    report: FunctionReport, change: Change, stored: Stored, store: Store | None = None
) -> FunctionReport:
    """The same for one function."""
    if not report.witnesses:
        return report
    store = store or _store()
    witnesses = tuple(_kept(report, each, change, stored, store) for each in report.witnesses)
    return replace(report, witnesses=witnesses)


def find_witness(name: str, store: Store | None = None) -> Kept:
    """The witness that an id, or the start of one, means. Raises `UnknownWitness`."""
    store = store or _store()
    keys = store.keys(name.removeprefix("w-"))
    if len(keys) > 1:
        several = ", ".join(f"w-{key}" for key in keys[:_MOST_NAMED])
        more = f" and {len(keys) - _MOST_NAMED} more" if len(keys) > _MOST_NAMED else ""
        raise UnknownWitness(
            f"`{name}` is ambiguous: {several}{more}.", "Give more digits of the one you mean."
        )
    data = store.get(keys[0]) if keys else None
    kept = None if data is None else _read(data)
    if kept is None:
        raise UnknownWitness(
            f"There is no witness `{name}` here.",
            "Check the change again: an id stays the same as long as the call and both results do. "
            "Witnesses are kept on the machine that found them, until space is needed; "
            "`--witnesses DIR` keeps them in files.",
        )
    return kept


def known_ids(start: str = "", store: Store | None = None) -> list[str]:
    """The ids that start so, what was used last first."""
    if not "w-".startswith(start[:2]):
        return []
    return [f"w-{key}" for key in (store or _store()).keys(start[2:])]


def _store() -> Store:
    """The room in swerve's cache; a cache that goes away with this process keeps nothing."""
    from swerve.run.project import open_cache  # takes a while to load

    try:
        cache = open_cache()
    except OSError:
        return Store(room="witnesses", max_bytes=0)
    return (
        Store(cache.room("witnesses"), max_bytes=0)
        if cache.note
        else Store(cache.room("witnesses"))
    )


def _kept(
    report: FunctionReport, witness: Witness, change: Change, stored: Stored, store: Store
) -> Witness:
    name = witness_id(report.pair, witness)
    text = stored(report.pair, witness)
    again = f"swerve replay {name}" if text or witness.script else witness.replay
    shown = replace(witness, replay=again)
    data = {
        "schema": _SCHEMA,
        "id": name,
        "old": change.old,
        "new": change.new,
        "subject": change.intent.subject,
        "function": function_object(replace(report, witnesses=(shown,)), with_source=True),
        "script": witness.script,
        "stored": text,
    }
    packed = zlib.compress(json.dumps(data).encode("ascii"), 1)
    return shown if store.put(name.removeprefix("w-"), packed) else witness


def _read(data: bytes) -> Kept | None:
    """What was kept; `None` when another version kept it otherwise."""
    try:
        found = json.loads(zlib.decompressobj().decompress(data, _MOST_BYTES))
        if found["schema"] != _SCHEMA:
            return None
        function = function_from_object(found["function"])
        (witness,) = function.witnesses
        function = replace(function, witnesses=(replace(witness, script=found["script"]),))
        return Kept(
            found["id"], found["old"], found["new"], found["subject"], function, found["stored"]
        )
    except (ValueError, LookupError, TypeError, RecursionError, zlib.error):
        return None
