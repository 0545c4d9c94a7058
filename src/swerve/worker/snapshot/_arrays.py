"""How are arrays written? Those of the standard library, of numpy, and the tables of pandas.

Small ones item by item; long ones of numbers as the bytes of these, as long as there is room; other
long ones as a digest. numpy and pandas are the target's own: they are never imported here, and a
class is only taken for theirs where their module holds it.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import unpack
from sys import byteorder, modules
from types import ModuleType
from typing import Any

from ..core.varint import put_uint
from ._classes import class_name, find, own_names, reader_of
from ._encoder import Encoder, Handler
from ._parts import Digested, Packed, Unseen
from .format import PACKED, PACKED_BYTES

#: An array of more items than this is digested, and one of more numbers is packed.
_MOST_LISTED = 2_000
_MOST_NUMBERS_LISTED = 100
_NUMBERS = "biufc"
_MOST_OBJECTS = 1_000_000
_MOST_COLUMNS = 500
_names_of_module: Any = reader_of(ModuleType, "__dict__")
_view_size: Any = reader_of(memoryview, "nbytes")
_VIEW_PARTS: list[tuple[str, Any]] = [
    (name, reader_of(memoryview, name)) for name in ("format", "shape", "readonly", "obj")
]


def put_memoryview(encoder: Encoder, value: Any) -> None:
    """Write a view of memory: what it shows, and the object whose memory it is."""
    try:
        fields = {name: reader(value) for name, reader in _VIEW_PARTS}
        size = _view_size(value)
        content: object = Digested("bytes", size, size, lambda: memoryview.tobytes(value))
        if size <= encoder.limits.text:
            content = memoryview.tobytes(value)
    except ValueError:
        encoder.put_fields("memoryview", {"released": True})
        return
    encoder.put_fields("memoryview", fields, [content])


def is_held(cls: type, module: str, name: str) -> bool:
    """Whether the module really holds this class."""
    held = modules.get(module)
    return held is not None and find(_names_of_module(held), name) is cls


def array_rule(cls: type) -> Handler | None:
    """The handler for what an array type made in C holds, also in derived classes."""
    name = class_name(cls)
    if name == "array.array" and is_held(cls, "array", "array"):
        return _put_array_rule(cls)
    if name == "numpy.ndarray" and is_held(cls, "numpy", "ndarray"):
        return _put_ndarray_rule(cls)
    return None


def table_rule(cls: type, mro: tuple[type, ...]) -> Handler | None:
    """The handler for a class of numpy or pandas, and for those that derive from it."""
    package, _, path = class_name(cls).partition(".")
    if package == "numpy":
        module, rule = _NUMPY.get(path, ("", None))
        name = path.rpartition(".")[2]
        return rule(cls) if rule is not None and is_held(cls, module, name) else None
    return _pandas_rule(cls, path.rpartition(".")[2], mro) if package == "pandas" else None


def _pandas_rule(cls: type, name: str, mro: tuple[type, ...]) -> Handler | None:
    """What is of pandas is read by running pandas: not where a class on the way has its say."""
    if name in _MISSING and _is_type_of(cls, _MISSING[name]):
        return lambda encoder, value: encoder.put_named("object", f"pandas.{_MISSING[name]}")
    if name not in _PANDAS or not is_held(cls, "pandas", name):
        return None
    for derived in mro:
        if derived is cls:
            break
        is_own = not class_name(derived).startswith("pandas.")
        if is_own and not _ASKED.isdisjoint(own_names(derived)):
            return _put_own_table
    return _PANDAS[name]


def _is_type_of(cls: type, name: str) -> bool:
    pandas = modules.get("pandas")
    return pandas is not None and type(find(_names_of_module(pandas), name)) is cls


def _put_own_table(encoder: Encoder, value: Any) -> None:
    encoder.put_opaque(class_name(type(value)), "its class changes how it is read")


def _put_array_rule(cls: Any) -> Handler:
    typecode_of: Any = reader_of(cls, "typecode")
    item_size_of: Any = reader_of(cls, "itemsize")
    to_list = own_names(cls)["tolist"]
    to_bytes = own_names(cls)["tobytes"]
    length_of = own_names(cls)["__len__"]

    def put(encoder: Encoder, value: Any) -> None:
        length = length_of(value)
        fields = {"typecode": typecode_of(value)}
        content: object
        if length <= _MOST_LISTED:
            content = to_list(value)
        else:
            size = length * item_size_of(value)
            content = Digested("array.array", length, size, lambda: to_bytes(value))
        encoder.put_fields("array.array", fields, [content])

    return put


# --- numpy --------------------------------------------------------------------------------------


def _put_ndarray_rule(cls: Any) -> Handler:
    dtype_of: Any = reader_of(cls, "dtype")
    shape_of: Any = reader_of(cls, "shape")
    size_of: Any = reader_of(cls, "size")
    methods = own_names(cls)

    def put(encoder: Encoder, value: Any) -> None:
        dtype = dtype_of(value)
        fields = {"dtype": dtype, "shape": shape_of(value)}
        content = _array_content(value, dtype, shape_of(value), size_of(value), methods)
        encoder.put_fields("numpy.ndarray", fields, [content])

    return put


def _array_content(
    value: Any, dtype: Any, shape: tuple[int, ...], size: int, methods: dict[str, Any]
) -> object:
    kind = dtype.kind
    bytes_in_all = size * dtype.itemsize
    letter = _LETTERS.get(kind, {}).get(dtype.itemsize)
    if letter is not None and size > _MOST_NUMBERS_LISTED:
        return Packed(letter, shape, bytes_in_all, lambda: _low_bytes_first(value, dtype, methods))
    if kind == "O":
        if size > _MOST_OBJECTS:
            return Unseen("list", "a long array of objects")
        return methods["tolist"](value)
    if size <= _MOST_LISTED and kind in "mM":
        # As numbers: the units are in the dtype, and not every date is a `datetime`.
        return [*unpack(f"<{size}q", _low_bytes_first(value, dtype, methods))]
    is_listed = kind in f"{_NUMBERS}SU" or (kind == "V" and dtype.fields is not None)
    if size <= _MOST_LISTED and is_listed and not _is_wide(dtype):
        return methods["tolist"](value)
    return Digested("numpy.ndarray", size, bytes_in_all, lambda: methods["tobytes"](value))


def _low_bytes_first(value: Any, dtype: Any, methods: dict[str, Any]) -> bytes:
    """The bytes of numbers, of each the lowest first, whatever their order in memory."""
    has_high_first = dtype.byteorder == ">" or (dtype.byteorder == "=" and byteorder == "big")
    data: bytes = methods["tobytes"](methods["byteswap"](value) if has_high_first else value)
    return data


def put_packed(encoder: Encoder, value: Packed) -> None:
    """Write numbers as their bytes, or a digest of these where there is no room for more."""
    if encoder.packed_bytes + value.size > encoder.limits.packed:
        length = value.size // PACKED_BYTES[value.letter]
        encoder.put_digested(Digested("numpy.ndarray", length, value.size, value.make))
        return
    data = value.make()
    out = encoder.out
    out += bytes((PACKED, ord(value.letter), len(value.shape)))
    for length in value.shape:
        put_uint(out, length)
    encoder.packed.append((len(out), data))
    encoder.packed_bytes += len(data)


def _is_wide(dtype: Any) -> bool:
    """Whether numbers are wider than those of Python."""
    widest = {"f": 8, "c": 16}.get(dtype.kind)
    return widest is not None and dtype.itemsize > widest


#: How numbers of a kind and a size are packed: dates and durations as numbers of their unit.
_LETTERS: dict[str, dict[int, str]] = {
    "b": {1: "?"},
    "i": {1: "b", 2: "h", 4: "i", 8: "q"},
    "u": {1: "B", 2: "H", 4: "I", 8: "Q"},
    "f": {2: "e", 4: "f", 8: "d"},
    "c": {8: "F", 16: "D"},
    "m": {8: "q"},
    "M": {8: "q"},
}


def _put_scalar_rule(cls: Any) -> Handler:
    methods = own_names(cls)
    dtype_of: Any = reader_of(cls, "dtype")

    def put(encoder: Encoder, value: Any) -> None:
        dtype = dtype_of(value)
        fields = {"dtype": dtype} if dtype.kind in "mMV" else {}
        if dtype.kind in "mMV" or _is_wide(dtype):
            content = methods["tobytes"](value)
        else:
            content = methods["item"](value)
        encoder.put_fields(class_name(type(value)), fields, [content], mutable=False)

    return put


def _put_dtype_rule(cls: Any) -> Handler:
    text_of: Any = reader_of(cls, "str")
    describe: Any = reader_of(cls, "descr")
    fields_of: Any = reader_of(cls, "fields")

    def put(encoder: Encoder, value: Any) -> None:
        content = text_of(value) if fields_of(value) is None else describe(value)
        encoder.put_fields("numpy.dtype", {}, [content], mutable=False)

    return put


def _put_ufunc_rule(cls: Any) -> Handler:
    name_of: Any = reader_of(cls, "__name__")
    return lambda encoder, value: encoder.put_named("function", f"numpy.{name_of(value)}")


def _put_generator_rule(cls: Any) -> Handler:
    """A random generator: its state."""
    name = class_name(cls)

    def put(encoder: Encoder, value: Any) -> None:
        is_new = name.endswith(".Generator")
        state = value.bit_generator.state if is_new else value.get_state(legacy=False)
        encoder.put_fields(name, {"state": state})

    return put


# --- pandas -------------------------------------------------------------------------------------


def _put_index(encoder: Encoder, value: Any) -> None:
    fields = {"dtype": _dtype(value.dtype), "names": tuple(value.names)}
    cls = type(value)
    if is_held(cls, "pandas", "RangeIndex"):
        cls = modules["pandas"].Index  # of the same numbers, told in less memory
    encoder.put_fields(class_name(cls), fields, [_column(value)])


def _put_series(encoder: Encoder, value: Any) -> None:
    fields = {"dtype": _dtype(value.dtype), "name": value.name, "index": value.index}
    encoder.put_fields(class_name(type(value)), fields, [_column(value)])


def _put_frame(encoder: Encoder, value: Any) -> None:
    width = value.shape[1]
    if width > _MOST_COLUMNS:
        encoder.put_opaque(class_name(type(value)), "too many columns")
        return
    columns = [value.iloc[:, at] for at in range(width)]
    fields = {
        "columns": value.columns,
        "index": value.index,
        "dtypes": [_dtype(column.dtype) for column in columns],
    }
    content: Any = [_column(column) for column in columns]
    labels = [column.name for column in columns]
    # By label where that is possible, so that a difference has a name.
    if {*map(type, labels)} <= {str, int} and len({*labels}) == width:
        content = dict(zip(labels, content))
    encoder.put_fields(class_name(type(value)), fields, [content])


def _column(value: Any) -> object:
    length = len(value)
    if length > _MOST_NUMBERS_LISTED and getattr(value.dtype, "kind", "") in _NUMBERS:
        array = value.to_numpy()
        content = _array_content(array, array.dtype, array.shape, length, own_names(type(array)))
        if type(content) is Packed:
            return content
    return value.tolist() if length <= _MOST_LISTED else value.to_numpy()


def _dtype(dtype: Any) -> object:
    name = str(dtype)
    return name if name != "category" else (name, dtype.categories.tolist(), dtype.ordered)


def _put_parts(*names: str) -> Handler:
    """A value of pandas that is a few parts."""

    def put(encoder: Encoder, value: Any) -> None:
        fields = {name: getattr(value, name) for name in names if hasattr(value, name)}
        encoder.put_fields(class_name(type(value)), fields, mutable=False)

    return put


#: By name within numpy: the module that must hold the class, and its rule.
_NUMPY: dict[str, tuple[str, Callable[[Any], Handler]]] = {
    "dtype": ("numpy", _put_dtype_rule),
    "generic": ("numpy", _put_scalar_rule),
    "ufunc": ("numpy", _put_ufunc_rule),
    "random._generator.Generator": ("numpy.random", _put_generator_rule),
    "random.mtrand.RandomState": ("numpy.random", _put_generator_rule),
}
#: Classes of values that are there once, and say that there is none.
_MISSING = {"NaTType": "NaT", "NAType": "NA"}
_PANDAS: dict[str, Handler] = {
    "DataFrame": _put_frame,
    "Index": _put_index,
    "Interval": _put_parts("left", "right", "closed"),
    "Period": _put_parts("ordinal", "freqstr"),
    "Series": _put_series,
    "Timedelta": _put_parts("value", "unit"),
    "Timestamp": _put_parts("value", "unit", "tz"),
}
#: What the rules for pandas look at.
_ASKED = frozenset(
    {
        *("__getattr__", "__getattribute__", "__len__", "array", "columns", "dtype", "iloc"),
        *("index", "name", "names", "shape", "to_numpy"),
    }
)

HANDLERS: dict[type, Handler] = {memoryview: put_memoryview, Packed: put_packed}
