"""How are the builtin containers written? Each handler also takes instances of subclasses."""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from gc import get_referents
from itertools import chain, islice
from marshal import dumps
from types import MappingProxyType
from typing import Any

from ..core.identity import identity
from ._classes import derives, mro_of, own_names, reader_of
from ._encoder import PREFIX, Encoder, Handler
from ._parts import ATOMS, Digested, Payload
from .format import DICT, FROZENSET, LIST, MUTABLE, ORDERED, SET, TUPLE

_flatten = chain.from_iterable
_FROM_START = slice(None)
_default_factory: Any = reader_of(defaultdict, "default_factory")
_maxlen: Any = reader_of(deque, "maxlen")
_ordered_attributes: Any = reader_of(OrderedDict, "__dict__")


def put_list(encoder: Encoder, value: Any) -> None:
    """Write a list."""
    length = list.__len__(value)
    if length <= encoder.items:
        encoder.put_whole(LIST, list.__getitem__(value, _FROM_START))
    else:
        kept = list.__getitem__(value, slice(0, encoder.items))
        encoder.put_items("list", kept, length, ORDERED | MUTABLE)


def put_tuple(encoder: Encoder, value: Any) -> None:
    """Write a tuple."""
    length = tuple.__len__(value)
    if length <= encoder.items:
        encoder.put_whole(TUPLE, tuple(tuple.__iter__(value)))
    else:
        kept = list(islice(tuple.__iter__(value), encoder.items))
        encoder.put_items("tuple", kept, length, ORDERED)


def put_set(encoder: Encoder, value: Any) -> None:
    """Write a set."""
    _put_set(encoder, "set", SET, set.__iter__(value), set.__len__(value), MUTABLE)


def put_frozenset(encoder: Encoder, value: Any) -> None:
    """Write a frozen set."""
    iterator = frozenset.__iter__(value)
    _put_set(encoder, "frozenset", FROZENSET, iterator, frozenset.__len__(value), 0)


def _put_set(
    encoder: Encoder, name: str, tag: int, values: Iterable[Any], length: int, flags: int
) -> None:
    kept = list(islice(values, encoder.items))
    atoms = [value for value in kept if identity(type(value)) in ATOMS]
    # The order of a set depends on its history; sorted, equal sets are usually equal bytes.
    atoms.sort(key=_order)
    kept = atoms + [value for value in kept if identity(type(value)) not in ATOMS]
    if len(kept) == length:
        encoder.put_whole(tag, kept)
    else:
        encoder.put_items(name, kept, length, flags)


def _order(atom: Any) -> tuple[int, bytes]:
    """Any total order of atoms that is cheap for long strings."""
    if type(atom) is str or type(atom) is bytes:
        return len(atom), dumps(atom[:200], 2)
    return 0, dumps(atom, 2)


def put_dict(encoder: Encoder, value: Any) -> None:
    """Write a dictionary."""
    length = dict.__len__(value)
    if length <= encoder.items:
        encoder.put_whole(DICT, list(_flatten(dict.items(value))))
    else:
        encoder.put_entries("dict", _entries(encoder, value), length)


def _entries(encoder: Encoder, value: Any) -> list[Any]:
    return list(_flatten(islice(dict.items(value), encoder.items)))


def put_ordered_dict(encoder: Encoder, value: Any) -> None:
    """Write an `OrderedDict`, which may have attributes."""
    attributes = _ordered_attributes(value)
    if not dict.__len__(attributes):
        _put_ordered_entries(encoder, value)
    else:
        content = [Payload(_put_ordered_entries, value)]
        encoder.put_fields("collections.OrderedDict", {"__dict__": attributes}, content)


def _put_ordered_entries(encoder: Encoder, value: Any) -> None:
    """Write the entries, in order where asking for the order runs no code of the keys."""
    length = dict.__len__(value)
    flags = ORDERED
    if all(map(_is_hashed_safely, islice(dict.keys(value), encoder.items))):
        flat = list(_flatten(islice(OrderedDict.items(value), encoder.items)))
    else:
        encoder.note("the order of an OrderedDict was not observed")
        flat = _entries(encoder, value)
        flags = 0
    encoder.put_entries("collections.OrderedDict", flat, length, flags)


def _is_hashed_safely(key: Any, depth: int = 3) -> bool:
    """Whether hashing and comparing a key runs nothing but C code that we know."""
    kind = type(key)
    if identity(kind) in ATOMS:
        return True
    if kind is tuple and depth:
        return all(_is_hashed_safely(each, depth - 1) for each in tuple.__iter__(key))
    for base in mro_of(kind):
        names = own_names(base)
        if "__hash__" in names or "__eq__" in names:
            return base is object
    return False


def put_counter(encoder: Encoder, value: Any) -> None:
    """Write a `Counter` that has no attributes of its own."""
    encoder.put_entries("collections.Counter", _entries(encoder, value), dict.__len__(value))


def put_defaultdict(encoder: Encoder, value: Any) -> None:
    """Write a `defaultdict` with what makes its values."""
    fields = {"default_factory": _default_factory(value)}
    encoder.put_fields("collections.defaultdict", fields, [Payload(put_dict, value)])


def put_deque(encoder: Encoder, value: Any) -> None:
    """Write a `deque`; one that has a greatest length is an object around a list."""
    maxlen = _maxlen(value)
    if maxlen is None:
        _put_deque_items(encoder, value, "collections.deque")
    else:
        content = [Payload(_put_deque_list, value)]
        encoder.put_fields("collections.deque", {"maxlen": maxlen}, content)


def _put_deque_list(encoder: Encoder, value: Any) -> None:
    _put_deque_items(encoder, value, "list")


def _put_deque_items(encoder: Encoder, value: Any, type_name: str) -> None:
    kept = list(islice(deque.__iter__(value), encoder.items))
    encoder.put_items(type_name, kept, deque.__len__(value), ORDERED | MUTABLE)


def put_mapping_proxy(encoder: Encoder, value: Any) -> None:
    """Write a read-only view with the mapping behind it."""
    encoder.put_fields("mappingproxy", {}, get_referents(value)[:1], mutable=False)


def _put_view(name: str, read: Any) -> Handler:
    """The handler for what a dictionary view shows. Like its dictionary it has no order."""

    def put(encoder: Encoder, value: Any) -> None:
        behind = get_referents(value)[0]
        if not derives(type(behind), dict):
            encoder.put_opaque(name, "a view of something other than a dictionary")
            return
        kept = list(islice(read(behind), encoder.items))
        encoder.put_items(name, kept, dict.__len__(behind), MUTABLE)

    return put


def put_bytearray(encoder: Encoder, value: Any) -> None:
    """Write a bytearray around its bytes."""
    length = bytearray.__len__(value)
    content: object
    if length <= encoder.limits.text:
        content = bytes(bytearray.__getitem__(value, _FROM_START))
    else:
        prefix = bytes(bytearray.__getitem__(value, slice(0, PREFIX)))
        content = Digested("bytes", length, length, lambda: _exact_bytearray(value), prefix)
    encoder.put_fields("bytearray", {}, [content])


def _exact_bytearray(value: Any) -> bytearray:
    return value if type(value) is bytearray else bytearray.__getitem__(value, _FROM_START)


def _exact_bytes(value: Any) -> bytes:
    return bytes.__getitem__(value, _FROM_START)


#: The atom in an instance of a subclass.
SCALARS: dict[type, Callable[[Any], object]] = {
    int: int.__int__,
    float: float.__float__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: _exact_bytes,
}

#: These also take instances of subclasses.
BASES: dict[type, Handler] = {
    list: put_list,
    tuple: put_tuple,
    set: put_set,
    frozenset: put_frozenset,
    dict: put_dict,
    OrderedDict: _put_ordered_entries,
    defaultdict: put_defaultdict,
    deque: put_deque,
    bytearray: put_bytearray,
}

HANDLERS: dict[type, Handler] = {
    **BASES,
    OrderedDict: put_ordered_dict,
    MappingProxyType: put_mapping_proxy,
    **{
        type(getattr(empty, name)()): _put_view(f"dict_{name}", getattr(dict, name))
        for empty in (dict[Any, Any](), OrderedDict[Any, Any]())
        for name in ("keys", "values", "items")
    },
}
