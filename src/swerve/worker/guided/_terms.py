"""How is a value written where it is handed to something outside? One text for one meaning."""

from __future__ import annotations

from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

try:
    from _blake2 import blake2b
except ImportError:  # an interpreter built without it
    from hashlib import blake2b

from ._world import STAGE

#: Characters of one value; of a longer one a digest is kept.
_MOST_TEXT = 600
_MOST_DEPTH = 5
_MOST_ITEMS = 40
_ATOMS = frozenset((type(None), bool, int, float, complex, str, bytes, type(...)))
#: What functions that are made in a comprehension are called after, before Python 3.12.
_COMPREHENSIONS = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"))
#: The class of injected objects, once it is there.
_injected: list[type] = []


def register_injected(cls: type) -> None:
    """Say which objects are written as their path."""
    _injected.append(cls)


def term(value: object, depth: int = 0) -> str:
    """Write a value."""
    text = _written(value, depth)
    if len(text) > _MOST_TEXT:
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        return f"{text[:_MOST_TEXT]}…{digest}"
    return text


def call_term(callee: str, args: tuple[object, ...], kwargs: dict[str, object]) -> str:
    """Write a call: keyword arguments by name, since their order has no meaning."""
    parts = [term(value, 1) for value in args]
    parts += [f"{name}={term(kwargs[name], 1)}" for name in sorted(kwargs)]
    return f"{callee}({', '.join(parts)})"


def _written(value: object, depth: int) -> str:
    cls = type(value)
    if cls in _ATOMS:
        return repr(value)
    if depth > _MOST_DEPTH:
        return "…"
    if cls in _injected:
        return str(value._within_path)  # type: ignore[attr-defined]
    if cls is list or cls is tuple or cls is set or cls is frozenset:
        items = [term(item, depth + 1) for item in list(value)[:_MOST_ITEMS]]  # type: ignore[call-overload]
        if cls is list:
            return f"[{', '.join(items)}]"
        if cls is tuple:
            return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
        return f"{'' if cls is set else 'frozenset'}{{{', '.join(sorted(items))}}}"
    if isinstance(value, dict):
        items = [
            f"{term(k, depth + 1)}: {term(value[k], depth + 1)}" for k in list(value)[:_MOST_ITEMS]
        ]
        return f"{{{', '.join(sorted(items))}}}"
    if isinstance(value, Enum):
        return f"{cls.__name__}.{value._name_}"
    if isinstance(value, type):
        return value.__qualname__
    if isinstance(value, (FunctionType, BuiltinFunctionType)):
        parts = [part for part in value.__qualname__.split(".") if part not in _COMPREHENSIONS]
        return f"<{'.'.join(parts)}>"
    if isinstance(value, MethodType):
        return f"<{term(value.__self__, depth + 1)}.{value.__func__.__name__}>"
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, BaseException):
        return f"{cls.__name__}({', '.join(term(arg, depth + 1) for arg in value.args)})"
    return _object(value, depth)


def _object(value: object, depth: int) -> str:
    cls = type(value)
    world = STAGE.world
    own = world and world.objects.get(f"id:{id(value)}")
    if own:
        return str(own)
    if cls.__module__ == "builtins":
        text = repr(value)
        return f"<{cls.__name__}>" if " at 0x" in text else text
    if cls.__repr__ is not object.__repr__ and cls.__module__.partition(".")[0] in _PLAIN_REPR:
        return repr(value)
    try:
        fields = vars(value)
    except TypeError:
        return f"<{cls.__qualname__}>"
    items = [f"{name}={term(fields[name], depth + 1)}" for name in sorted(fields)[:_MOST_ITEMS]]
    return f"{cls.__qualname__}({', '.join(items)})"


#: Modules whose objects say what they are, without addresses.
_PLAIN_REPR = frozenset(
    (
        "datetime",
        "decimal",
        "fractions",
        "pathlib",
        "re",
        "uuid",
        "collections",
        "ipaddress",
        "builtins",
    )
)
