"""What did a value look like at the end of a call? Bytes that say so, and nothing that runs."""

from __future__ import annotations

from collections.abc import Iterable
from marshal import dumps

from ..core.identity import identity
from ..core.varint import put_uint
from . import _arrays, _callables, _containers, _iterators, _library
from ._encoder import Encoder, Handler
from ._iterators import drained
from ._objects import put_other
from ._parts import (
    ATOMS,
    LIMITS,
    Digested,
    Drained,
    Limits,
    Payload,
    Unseen,
    are_small_atoms,
    lacks_folders,
)
from .format import ATOM, END, NOT_IMPLEMENTED, SCRATCH, TREE, head

__all__ = ["LIMITS", "Drained", "Limits", "drained", "take_snapshot"]

#: How values are written that have no parts, and what stands in a graph for an object.
_PLAIN: dict[type, Handler] = {
    Unseen: lambda encoder, value: encoder.put_opaque(value.type_name, value.why),
    Payload: lambda encoder, value: value.handler(encoder, value.value),
    Digested: Encoder.put_digested,
    **dict.fromkeys((str, bytes, int), Encoder.put_atom_record),
    type(NotImplemented): lambda encoder, _: encoder.out.extend((ATOM, NOT_IMPLEMENTED)),
}
#: By the id of a type: its metaclass may have a word in how it is hashed. Types here live forever.
_HANDLERS: dict[int, Handler] = {
    identity(cls): handler
    for family in (
        _PLAIN,
        _containers.HANDLERS,
        _callables.HANDLERS,
        _library.HANDLERS,
        _arrays.HANDLERS,
        _iterators.HANDLERS,
    )
    for cls, handler in family.items()
}
_HEAD = head(0, complete=True)
_TAIL = bytes((END, 0))

#: What the names of the roots become: there are only as many as there are functions.
_names_written: dict[tuple[str, ...], bytes] = {}
_MOST_NAMES = 1_000


def take_snapshot(
    roots: Iterable[tuple[str, object]],
    limits: Limits = LIMITS,
    tree: str = "",
    scratch: str = "",
) -> bytes:
    """Write all the roots as one graph, so that what they share is seen.

    A root that is a generator is run before the next root is asked for; those inside values run
    when all else is written. No other code of the values runs. `tree` and `scratch`, when not
    empty, are folders that are written as `/srv/u/project` and `/srv/u/scratch` wherever they occur
    in a string.
    """
    folders: tuple[tuple[str, str], ...] = ()
    if tree or scratch:
        named = ((tree, TREE), (scratch, SCRATCH))
        folders = tuple([(path, shown) for path, shown in named if path])
    names = []
    values: list[object] = []
    has_only_atoms = True
    for name, value in roots:
        names.append(name)
        if identity(type(value)) not in ATOMS:
            has_only_atoms = False
            value = drained(value, limits.yields, values)
        values.append(value)
    written = _names_written.get(tuple(names))
    if written is None:
        written = _write_names(tuple(names))
    # Most calls take and return a few numbers and strings.
    if has_only_atoms and are_small_atoms(values):
        payload = dumps(values, 2)
        if lacks_folders(payload, folders):
            return b"%b%b%b%b" % (_HEAD, written, payload[5:], _TAIL)
    encoder = Encoder(limits, folders, _HANDLERS, put_other)
    encoder.out += written
    encoder.put_slots(values)
    return encoder.finish()


def _write_names(names: tuple[str, ...]) -> bytes:
    out = bytearray()
    put_uint(out, len(names))
    for name in names:
        data = name.encode("utf-8", "surrogatepass")
        put_uint(out, len(data))
        out += data
    if len(_names_written) >= _MOST_NAMES:
        _names_written.clear()
    _names_written[names] = bytes(out)
    return bytes(out)


def register(cls: type, handler: Handler) -> None:
    """Say how objects of a class of this package, or of Python, are written."""
    _HANDLERS[identity(cls)] = handler


def handler_of(cls: type) -> Handler:
    """How objects of a class of Python are written."""
    return _HANDLERS[identity(cls)]
