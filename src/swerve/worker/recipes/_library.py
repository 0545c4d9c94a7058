"""Which recipes do values of the standard library have, and arrays?

Modules are not imported for this: a type is known by its name, once it has values.
"""

from __future__ import annotations

from collections.abc import Callable
from sys import modules as _modules
from types import GenericAlias, MappingProxyType, SimpleNamespace
from typing import Any

from ..core.identity import identity
from ..inventory._looking import class_pair, derives, instance_dict, standard_class
from ._names import class_part
from ._parts import NoRecipe, Part, attempt
from ._reading import Reading

Reader = Callable[[Reading, Any], Part]

#: Elements of an array that anybody would read: a longer one is made from its bytes.
_MOST_ELEMENTS = 1_000
#: Set in every pattern of text.
_UNICODE = 32
#: Arrays of these are made without saying so.
_USUAL = frozenset(("int64", "float64", "bool", "complex128"))
_NUMBERS = "biufc"
_READABLE_DTYPES = f"{_NUMBERS}US"


def by_library(reading: Reading, value: Any) -> Part | None:
    """Read a value of a type of the standard library, or a plain array."""
    kind = type(value)
    said = class_pair(kind)
    if said is None:
        return None
    read = _READERS.get(".".join(said))
    if read is not None and (standard_class(*said) is kind or identity(kind) in _ELSEWHERE):
        return read(reading, value)
    if derives(kind, standard_class("logging", "Logger")):
        return _logger(reading, value)
    if derives(kind, standard_class("ast", "AST")):
        return _node(reading, value)
    if said[0] == "numpy" and standard_class(*said) is kind:
        return _numpy_value(reading, value)
    return None


def _call(reading: Reading, value: Any, /, *args: Any, **kwargs: Any) -> Part:
    """Call the class of an immutable value; arguments that are None are left out."""
    named = {name: reading.part(each) for name, each in kwargs.items() if each is not None}
    return reading.value_call(class_part(reading, type(value)), reading.parts(args), **named)


def _filled(reading: Reading, value: Any, /, *args: Any, **kwargs: Any) -> Part:
    """Call the class of a container."""
    named = {name: reading.part(each) for name, each in kwargs.items() if each is not None}
    return reading.call(class_part(reading, type(value)), reading.parts(args), **named)


# --- time ---------------------------------------------------------------------------------------


def _date(reading: Reading, value: Any) -> Part:
    return _call(reading, value, value.year, value.month, value.day)


def _datetime(reading: Reading, value: Any) -> Part:
    clock = _without_zeros([value.hour, value.minute, value.second, value.microsecond])
    fold = value.fold or None
    day = value.year, value.month, value.day
    return _call(reading, value, *day, *clock, tzinfo=value.tzinfo, fold=fold)


def _time(reading: Reading, value: Any) -> Part:
    clock = _without_zeros([value.hour, value.minute, value.second, value.microsecond])
    return _call(reading, value, *clock, tzinfo=value.tzinfo, fold=value.fold or None)


def _without_zeros(clock: list[int]) -> list[int]:
    """Leave out what is zero at the end; an hour has its minute."""
    while clock and clock[-1] == 0 and len(clock) != 2:
        clock.pop()
    return clock if clock != [0, 0] else []


def _timedelta(reading: Reading, value: Any) -> Part:
    names = "days", "seconds", "microseconds"
    return _call(reading, value, **{name: getattr(value, name) or None for name in names})


def _timezone(reading: Reading, value: Any) -> Part:
    if value is type(value).utc:
        return reading.named(("datetime", "timezone.utc"), value)
    return _call(reading, value, *value.__getinitargs__())


def _zone(reading: Reading, value: Any) -> Part:
    if type(value.key) is not str:
        raise NoRecipe("a zone without a key")
    return _call(reading, value, value.key)


# --- numbers, text and paths --------------------------------------------------------------------


def _decimal(reading: Reading, value: Any) -> Part:
    return _call(reading, value, str(value).replace("e", "E"))


def _fraction(reading: Reading, value: Any) -> Part:
    parts = [value.numerator, value.denominator]
    return _call(reading, value, *(parts if parts[1] != 1 else parts[:1]))


def _said(reading: Reading, value: Any) -> Part:
    """Call a class with what its values say they are."""
    return _call(reading, value, str(value))


def _path(reading: Reading, value: Any) -> Part:
    usual = standard_class("pathlib", "Path")
    part = reading.value_call(reading.named(("pathlib", "Path"), usual), [str(value)])
    return part if type(part.twin) is type(value) else _said(reading, value)


def _pure_path(reading: Reading, value: Any) -> Part:
    kind = type(value)
    name = reading.named(("pathlib", kind.__name__), kind)
    return reading.value_call(name, [reading.part(str(value))])


def _pattern(reading: Reading, value: Any) -> Part:
    from re import RegexFlag  # loaded where there are patterns
    from re import compile as compile_pattern

    flags: Any = value.flags
    if type(value.pattern) is str:
        flags &= ~_UNICODE
    args = [reading.part(value.pattern)]
    if flags:
        member = RegexFlag(flags)
        name = member.name
        plain = type(name) is str and name.isidentifier()
        args.append(reading.named(("re", name), member) if plain and name else int(flags))
    return reading.value_call(reading.named(("re", "compile"), compile_pattern), args)


# --- containers ---------------------------------------------------------------------------------


def _deque(reading: Reading, value: Any) -> Part:
    args = [list(value)] if value else []
    if not value and value.maxlen is not None:
        args = [[]]
    return _filled(reading, value, *args, maxlen=value.maxlen)


def _mapping(reading: Reading, value: Any) -> Part:
    """Read an `OrderedDict` or a `Counter`."""
    return _filled(reading, value, *([_entries(value)] if value else []))


def _entries(value: Any) -> dict[Any, Any]:
    return dict(attempt(list, value.items()))


def _defaultdict(reading: Reading, value: Any) -> Part:
    args = [value.default_factory]
    if value:
        args.append(dict(dict.items(value)))
    return _filled(reading, value, *args)


def _namespace(reading: Reading, value: Any) -> Part:
    attributes = value.__dict__
    if not all(type(name) is str for name in attributes):
        raise NoRecipe("an attribute without a name")
    named = {name: reading.part(held) for name, held in attributes.items()}
    return reading.call(class_part(reading, SimpleNamespace), [], **named)


def _read_only(reading: Reading, value: Any) -> Part:
    """Read a mapping proxy of a dictionary."""
    copied = attempt(value.copy)
    if type(copied) is not dict:
        raise NoRecipe("a proxy of something else")
    return _filled(reading, value, copied)


def _array(reading: Reading, value: Any) -> Part:
    if len(value) > _MOST_ELEMENTS:
        raise NoRecipe("too long")
    return _filled(reading, value, value.typecode, *([list(value)] if value else []))


# --- functions and classes made of others -------------------------------------------------------


def _partial(reading: Reading, value: Any) -> Part:
    args = reading.parts([value.func, *value.args])
    named = {name: reading.part(each) for name, each in value.keywords.items()}
    return reading.call(class_part(reading, type(value)), args, **named)


def _generic(reading: Reading, value: Any) -> Part:
    args = value.__args__
    key = args[0] if len(args) == 1 else args
    return reading.item(reading.part(value.__origin__), reading.part(key))


def _logger(reading: Reading, value: Any) -> Part:
    name = instance_dict(value).get("name")
    function = reading.named(("logging", "getLogger"), _modules["logging"].getLogger)
    part = reading.value_call(function, [reading.part(name)] if name != "root" else [])
    if part.twin is not value:
        raise NoRecipe("a logger outside the logging tree")
    return part


def _node(reading: Reading, value: Any) -> Part:
    """Read a node of a syntax tree."""
    named = {name: reading.part(held) for name, held in instance_dict(value).items()}
    return reading.call(class_part(reading, type(value)), [], **named)


# --- files in memory ----------------------------------------------------------------------------


def _in_memory(reading: Reading, value: Any) -> Part:
    content, position = attempt(value.getvalue), attempt(value.tell)
    part = reading.call(
        class_part(reading, type(value)), reading.parts([content] if content else [])
    )
    if position:
        reading.do(part, "seek", position)
    return part


# --- arrays -------------------------------------------------------------------------------------


def _numpy_value(reading: Reading, value: Any) -> Part | None:
    """Read an array or a number of numpy."""
    kind: Any = type(value)
    dtype = attempt(getattr, value, "dtype")
    if kind.__name__ == "dtype" or dtype.kind not in _READABLE_DTYPES:
        return None
    if kind.__name__ != "ndarray":
        return _filled(reading, value, value.item())
    if value.size > _MOST_ELEMENTS:
        return _long_array(reading, value) if dtype.kind in _NUMBERS else None
    name, content = ("array", value.tolist()) if value.size else ("empty", value.shape)
    is_usual = dtype.name == "float64" or (value.size and dtype.name in _USUAL)
    is_text = value.size and dtype.kind in "US"
    named = {} if is_usual or is_text else {"dtype": attempt(str, dtype)}
    function = reading.named(("numpy", name), getattr(_modules["numpy"], name))
    return reading.call(function, [reading.part(content)], **named)


def _long_array(reading: Reading, value: Any) -> Part:
    """Make an array of numbers from its bytes: `frombuffer(b"...", "<f8").reshape(...).copy()`."""
    numpy = _modules["numpy"]
    function = reading.named(("numpy", "frombuffer"), numpy.frombuffer)
    data = attempt(value.tobytes)
    part = reading.call(function, [reading.part(data), attempt(getattr, value.dtype, "str")])
    if len(value.shape) > 1:
        part = reading.call(reading.attribute(part, "reshape"), [reading.part(value.shape)])
    return reading.call(reading.attribute(part, "copy"), [])


_READERS: dict[str, Reader] = {
    "datetime.date": _date,
    "datetime.datetime": _datetime,
    "datetime.time": _time,
    "datetime.timedelta": _timedelta,
    "datetime.timezone": _timezone,
    "zoneinfo.ZoneInfo": _zone,
    "decimal.Decimal": _decimal,
    "fractions.Fraction": _fraction,
    "uuid.UUID": _said,
    **dict.fromkeys(("pathlib.PosixPath", "pathlib._local.PosixPath"), _path),
    **dict.fromkeys(("pathlib.WindowsPath", "pathlib._local.WindowsPath"), _path),
    **dict.fromkeys(("pathlib.PurePosixPath", "pathlib._local.PurePosixPath"), _pure_path),
    **dict.fromkeys(("pathlib.PureWindowsPath", "pathlib._local.PureWindowsPath"), _pure_path),
    "re.Pattern": _pattern,
    "collections.deque": _deque,
    "collections.OrderedDict": _mapping,
    "collections.Counter": _mapping,
    "collections.defaultdict": _defaultdict,
    "types.SimpleNamespace": _namespace,
    "builtins.mappingproxy": _read_only,
    "array.array": _array,
    "functools.partial": _partial,
    "types.GenericAlias": _generic,
    "_io.StringIO": _in_memory,
    "_io.BytesIO": _in_memory,
}
#: These do not say where they are found.
_ELSEWHERE = frozenset(map(identity, (MappingProxyType, GenericAlias)))
