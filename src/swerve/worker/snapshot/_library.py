"""What is worth saying about the types of the standard library?

Modules are not imported for this: a type is known by its name, and only what it really has under
its own class is used. A class that merely has the name fails to have the rest, and is written like
any other.
"""

from __future__ import annotations

from _io import (
    BufferedRandom,
    BufferedReader,
    BufferedWriter,
    BytesIO,
    FileIO,
    StringIO,
    TextIOWrapper,
)
from _thread import LockType, RLock
from _weakref import CallableProxyType, ProxyType, ReferenceType
from collections.abc import Callable
from itertools import islice
from marshal import dumps
from types import CellType, FunctionType, GenericAlias, MethodDescriptorType, WrapperDescriptorType
from typing import Any

from ._callables import is_importable
from ._classes import class_name, exact_text, find, mro_of, own_names, reader_of
from ._encoder import Encoder, Handler
from ._parts import Digested, Unseen
from .format import MUTABLE

Maker = Callable[[Any], object]


class _Unlike(Exception):
    """The class is not what its name says."""


def _reader(cls: type, name: str) -> Callable[[object], Any]:
    for base in mro_of(cls):
        reader = reader_of(base, name)
        if reader is not None:
            return reader
    raise _Unlike


def _method(cls: type, name: str) -> Any:
    """A method made in C, unbound."""
    method = own_names(cls).get(name)
    if type(method) is not MethodDescriptorType and type(method) is not WrapperDescriptorType:
        raise _Unlike
    return method


# --- objects that are a few readable parts ------------------------------------------------------


def _members_rule(cls: type, names: tuple[str, ...], *, mutable: bool = False) -> Handler:
    """The handler for a class made in C that shows what it holds."""
    readers = [(name, _reader(cls, name)) for name in names]
    type_name = class_name(cls)

    def put(encoder: Encoder, value: Any) -> None:
        fields = {}
        for name, reader in readers:
            try:
                fields[name] = reader(value)
            except (AttributeError, ValueError):
                continue
        encoder.put_fields(type_name, fields, mutable=mutable)

    return put


_TIME = ("hour", "minute", "second", "microsecond", "tzinfo", "fold")
_MEMBERS: dict[str, tuple[str, ...]] = {
    "datetime.date": ("year", "month", "day"),
    "datetime.datetime": ("year", "month", "day", *_TIME),
    "datetime.time": _TIME,
    "datetime.timedelta": ("days", "seconds", "microseconds"),
    "zoneinfo.ZoneInfo": ("key",),
    "re.Pattern": ("pattern", "flags"),
    "re.Match": ("re", "string", "pos", "endpos", "regs"),
    "_struct.Struct": ("format",),
    "_json.Scanner": (
        *("strict", "object_hook", "object_pairs_hook"),
        *("parse_float", "parse_int", "parse_constant"),
    ),
    "posix.DirEntry": ("name", "path"),
    "_asyncio.Future": ("_state", "_result", "_exception"),
    "_asyncio.Task": ("_state", "_result", "_exception"),
    "types.UnionType": ("__args__",),
    "typing.Union": ("__args__",),
}
#: Of these, parts that are read in the order given are parts of builtin classes.
_BUILTIN_MEMBERS: dict[type, tuple[str, ...]] = {
    range: ("start", "stop", "step"),
    slice: ("start", "stop", "step"),
    property: ("fget", "fset", "fdel"),
    staticmethod: ("__func__",),
    classmethod: ("__func__",),
    super: ("__thisclass__", "__self__"),
    CellType: ("cell_contents",),
    GenericAlias: ("__origin__", "__args__"),
}


# --- objects that are one value -----------------------------------------------------------------


def _decimal_text(cls: type) -> Maker:
    to_text = _method(cls, "__str__")

    # Small letters come from the current context.
    return lambda value: to_text(value).replace("e", "E")


def _path_text(cls: type) -> Maker:
    to_text = own_names(cls).get("__str__")
    if type(to_text) is not FunctionType:
        raise _Unlike

    def make(value: Any) -> object:
        text = to_text(value)
        return text if type(text) is str else Unseen("str", "its path is not a string")

    return make


def _timezone_arguments(cls: type) -> Maker:
    arguments: Maker = _method(cls, "__getinitargs__")
    return arguments


def _random_state(cls: type) -> Maker:
    getstate = _method(cls, "getstate")

    def make(value: Any) -> Digested:
        state = getstate(value)
        data = dumps(state, 2)
        return Digested("random state", len(state), len(data), lambda: data)

    return make


#: The content of an object of these classes, exact or derived.
_MAKERS: dict[str, Callable[[type], Maker]] = {
    "decimal.Decimal": _decimal_text,
    "datetime.timezone": _timezone_arguments,
    "pathlib.PurePath": _path_text,
    "pathlib._local.PurePath": _path_text,
    "_random.Random": _random_state,
}
#: Of those, the ones whose instances may be shared without anybody noticing.
_IMMUTABLE_MAKERS = frozenset(_MAKERS) - {"_random.Random"}


def library_content(cls: type) -> tuple[Maker, bool] | None:
    """How to get the content of an instance of a class, and whether it can be changed."""
    name = class_name(cls)
    factory = _MAKERS.get(name)
    if factory is None:
        return None
    try:
        return factory(cls), name not in _IMMUTABLE_MAKERS
    except _Unlike:
        return None


# --- the others ---------------------------------------------------------------------------------


def _put_partial_rule(cls: type) -> Handler:
    names = ("func", "args", "keywords")
    readers = [(name, _reader(cls, name)) for name in names]
    attributes_of = _reader(cls, "__dict__")

    def put(encoder: Encoder, value: Any) -> None:
        fields = {name: reader(value) for name, reader in readers}
        attributes = attributes_of(value)
        if dict.__len__(attributes):
            fields["__dict__"] = attributes
        encoder.put_fields("functools.partial", fields, mutable=False)

    return put


def _put_cached_function_rule(cls: type) -> Handler:
    """A function under `lru_cache`: like the function; what it has cached is left out."""
    attributes_of = _reader(cls, "__dict__")

    def put(encoder: Encoder, value: Any) -> None:
        attributes = attributes_of(value)
        module = exact_text(find(attributes, "__module__"))
        name = f"{module}.{exact_text(find(attributes, '__qualname__'))}"
        if is_importable(value, name):
            encoder.put_named("function", name)
        else:
            fields = {"__wrapped__": find(attributes, "__wrapped__")}
            encoder.put_fields("functools._lru_cache_wrapper", fields, mutable=False)

    return put


def _put_struct_rule(cls: type) -> Handler:
    """A tuple of C with names, such as `time.struct_time`."""
    readers = [(name, reader_of(cls, name)) for name in own_names(cls) if name[:2] != "__"]
    type_name = class_name(cls)
    if not any(reader for _, reader in readers):
        raise _Unlike

    def put(encoder: Encoder, value: Any) -> None:
        fields = {name: reader(value) for name, reader in readers if reader is not None}
        content = tuple(tuple.__iter__(value))
        encoder.put_fields(type_name, fields, [content], mutable=False)

    return put


def _put_element_rule(cls: type) -> Handler:
    """An XML element: its parts, and its children as the content."""
    readers = [(name, _reader(cls, name)) for name in ("tag", "text", "tail", "attrib")]
    length_of = _method(cls, "__len__")
    item_of = _method(cls, "__getitem__")

    def put(encoder: Encoder, value: Any) -> None:
        fields = {name: reader(value) for name, reader in readers}
        children = [item_of(value, at) for at in range(min(length_of(value), encoder.items + 1))]
        encoder.put_fields("xml.etree.ElementTree.Element", fields, [children])

    return put


def _put_row_rule(cls: type) -> Handler:
    """A row of a database: its columns and its values."""
    keys_of = _method(cls, "keys")
    length_of = _method(cls, "__len__")
    item_of = _method(cls, "__getitem__")

    def put(encoder: Encoder, value: Any) -> None:
        items = tuple([item_of(value, at) for at in range(length_of(value))])
        encoder.put_fields(class_name(cls), {"keys": keys_of(value)}, [items], mutable=False)

    return put


def _put_hash_rule(cls: type) -> Handler:
    """A hash object: what it would say now."""
    name_of = _reader(cls, "name")
    digest_of = _method(cls, "hexdigest")

    def put(encoder: Encoder, value: Any) -> None:
        fields = {"name": name_of(value), "hexdigest": digest_of(value)}
        encoder.put_fields(class_name(cls), fields)

    return put


def put_rlock(encoder: Encoder, value: Any) -> None:
    """Write whether a lock is held; only its `repr` tells on all versions."""
    locked = RLock.__repr__(value).startswith("<locked")
    encoder.put_fields("_thread.RLock", {"locked": locked})


def put_reference(encoder: Encoder, value: Any) -> None:
    """Write a weak reference with what it refers to; None when that is gone."""
    fields = {"referent": ReferenceType.__call__(value)}
    encoder.put_fields("weakref.ReferenceType", fields, mutable=False)


def put_proxy(encoder: Encoder, value: Any) -> None:
    """Write that there is a weak proxy: everything one does to it is done to the object behind."""
    encoder.put_opaque("weakref.ProxyType", "what a weak proxy refers to cannot be inspected")


# --- files --------------------------------------------------------------------------------------

_BUFFERED: tuple[Any, ...] = (BufferedReader, BufferedWriter, BufferedRandom)
_raws = [(cls, _reader(cls, "raw")) for cls in _BUFFERED]
_buffer_of = _reader(TextIOWrapper, "buffer")
_file_attributes = _reader(FileIO, "__dict__")
_file_mode = _reader(FileIO, "mode")
_file_closed = _reader(FileIO, "closed")
_text_closed = _reader(StringIO, "closed")
_bytes_closed = _reader(BytesIO, "closed")


def put_file(encoder: Encoder, value: Any) -> None:
    """Write an open or closed file: its name and mode, and where it stands."""
    encoder.put_fields("_io.FileIO", _about_file(value, value, FileIO))


def put_buffered_file(encoder: Encoder, value: Any) -> None:
    """Write a file with a buffer."""
    for cls, raw_of in _raws:
        if any(base is cls for base in mro_of(type(value))):
            raw = raw_of(value)
            encoder.put_fields(f"_io.{cls.__name__}", _about_layers(value, raw, raw, cls))
            return
    raise TypeError


def put_text_file(encoder: Encoder, value: Any) -> None:
    """Write a text file."""
    buffer = _buffer_of(value)
    raw: Any = None
    for cls, raw_of in _raws:
        if type(buffer) is cls:
            raw = raw_of(buffer)
    fields = _about_layers(value, buffer, raw, TextIOWrapper)
    encoder.put_fields("_io.TextIOWrapper", fields)


def _about_layers(value: Any, below: Any, raw: Any, cls: Any) -> dict[str, Any]:
    # Asking a file asks the file below it: only where none of them is the target's own.
    if type(raw) is FileIO:
        return _about_file(value, raw, cls)
    if type(below) is BytesIO and not _bytes_closed(below):
        return {"raw": below, "position": cls.tell(value)}
    return {"raw": below, "position": Unseen("int", "the underlying file is not a regular file")}


def _about_file(value: Any, raw: Any, cls: Any) -> dict[str, Any]:
    fields = {
        "name": find(_file_attributes(raw), "name"),
        "mode": _file_mode(raw),
        "closed": _file_closed(raw),
    }
    if not fields["closed"]:
        try:
            fields["position"] = cls.tell(value)
        except (OSError, ValueError):
            fields["position"] = None
    return fields


def put_string_io(encoder: Encoder, value: Any) -> None:
    """Write a text file in memory."""
    _put_in_memory(encoder, value, StringIO, _text_closed(value))


def put_bytes_io(encoder: Encoder, value: Any) -> None:
    """Write a binary file in memory."""
    _put_in_memory(encoder, value, BytesIO, _bytes_closed(value))


def _put_in_memory(encoder: Encoder, value: Any, cls: Any, closed: bool) -> None:
    fields: dict[str, Any] = {"closed": closed}
    if not closed:
        fields["value"] = cls.getvalue(value)
        fields["position"] = cls.tell(value)
    encoder.put_fields(class_name(cls), fields)


# --- classes written in Python that keep more than they mean ------------------------------------


def _put_logger_rule(cls: type) -> Handler:
    """A logger is what its name says: behind it is all of `logging`."""
    attributes_of = _reader(cls, "__dict__")
    return lambda encoder, value: encoder.put_named(
        "logger", exact_text(find(attributes_of(value), "name"))
    )


def _put_system_random_rule(cls: type) -> Handler:
    """A generator that has a state and never uses it."""
    return lambda encoder, value: encoder.put_fields(class_name(type(value)), {})


def _put_weak_rule(cls: type) -> Handler:
    """A weak collection: those of its members that are alive."""
    attributes_of = _reader(cls, "__dict__")
    name = class_name(cls)

    def put(encoder: Encoder, value: Any) -> None:
        data: Any = find(attributes_of(value), "data")
        if type(data) is set:
            kept = list(map(_behind, islice(set.__iter__(data), encoder.items)))
            alive = [each for each in kept if each is not None]
            gone = len(kept) - len(alive)
            encoder.put_items(name, alive, set.__len__(data) - gone, MUTABLE)
            return
        flat: list[Any] = []
        gone = 0
        for pair in islice(dict.items(data), encoder.items):
            key, held = map(_behind, pair)
            if key is None or held is None:
                gone += 1
            else:
                flat += (key, held)
        encoder.put_entries(name, flat, dict.__len__(data) - gone)

    return put


def _behind(value: Any) -> Any:
    if any(base is ReferenceType for base in mro_of(type(value))):
        return ReferenceType.__call__(value)
    return value


# --- finding rules ------------------------------------------------------------------------------

_BASE_RULES: dict[str, Callable[[type], Handler]] = {
    "functools.partial": _put_partial_rule,
    "functools._lru_cache_wrapper": _put_cached_function_rule,
    "xml.etree.ElementTree.Element": _put_element_rule,
    "_hashlib.HASH": _put_hash_rule,
    "sqlite3.Row": _put_row_rule,
}
_WHOLE_RULES: dict[str, Callable[[type], Handler]] = {
    "logging.Logger": _put_logger_rule,
    "random.SystemRandom": _put_system_random_rule,
    "_weakrefset.WeakSet": _put_weak_rule,
    "weakref.WeakKeyDictionary": _put_weak_rule,
    "weakref.WeakValueDictionary": _put_weak_rule,
}


def library_base(cls: type) -> Handler | None:
    """The handler for what a class made in C holds, also in instances of derived classes."""
    name = class_name(cls)
    try:
        if name in _MEMBERS:
            return _members_rule(cls, _MEMBERS[name])
        if "n_sequence_fields" in own_names(cls):
            return _put_struct_rule(cls)
        factory = _BASE_RULES.get(name)
        return None if factory is None else factory(cls)
    except _Unlike:
        return None


def library_whole(cls: type) -> Handler | None:
    """The handler that says all there is to say about instances of a class and derived ones."""
    factory = _WHOLE_RULES.get(class_name(cls))
    try:
        return None if factory is None else factory(cls)
    except _Unlike:
        return None


#: These also take instances of subclasses.
BASES: dict[type, Handler] = {
    LockType: lambda encoder, value: encoder.put_fields(
        "_thread.lock", {"locked": LockType.locked(value)}
    ),
    RLock: put_rlock,
    ReferenceType: put_reference,
    FileIO: put_file,
    BufferedReader: put_buffered_file,
    BufferedWriter: put_buffered_file,
    BufferedRandom: put_buffered_file,
    TextIOWrapper: put_text_file,
    StringIO: put_string_io,
    BytesIO: put_bytes_io,
    **{cls: _members_rule(cls, names) for cls, names in _BUILTIN_MEMBERS.items()},
}

HANDLERS: dict[type, Handler] = {
    **BASES,
    ProxyType: put_proxy,
    CallableProxyType: put_proxy,
}
