"""What do the methods of strings do?"""

from __future__ import annotations

from typing import Any

import z3

from swerve.engines.prove.solver._containers import list_items
from swerve.engines.prove.solver._folding import (
    NotWrittenOut,
    elements,
    is_plain,
    literal,
    plain,
    safe,
    unescaped,
)
from swerve.engines.prove.solver._state import Context, PythonError
from swerve.engines.prove.solver._terms import BOOL, INT, SEQUENCE, STR, Term, V, applied
from swerve.engines.prove.solver._values import Bool, Int, ListObject, Opaque, Str, Value, text

#: Methods that never raise when all their arguments are strings, and what they make.
_MAKES: dict[str, Any] = {
    **dict.fromkeys(
        (
            "upper",
            "lower",
            "strip",
            "lstrip",
            "rstrip",
            "title",
            "capitalize",
            "swapcase",
            "casefold",
            "removeprefix",
            "removesuffix",
        ),
        STR,
    ),
    **dict.fromkeys(
        (
            "isdigit",
            "isalpha",
            "isalnum",
            "isspace",
            "isupper",
            "islower",
            "isnumeric",
            "isidentifier",
            "isdecimal",
            "istitle",
            "isprintable",
            "isascii",
        ),
        BOOL,
    ),
    "count": INT,
    "rfind": INT,
}
_MOST = {
    "strip": 1,
    "lstrip": 1,
    "rstrip": 1,
    "removeprefix": 1,
    "removesuffix": 1,
    "count": 1,
    "rfind": 1,
}
_LEAST = {"removeprefix": 1, "removesuffix": 1, "count": 1, "rfind": 1}
_WRAPPERS: dict[Any, Any] = {STR: Str, BOOL: Bool, INT: Int}


def text_method(
    context: Context, owner: Str, name: str, arguments: tuple[Value, ...]
) -> Value | None:
    """Call a method of a string; `None` where nothing is known of the call."""
    texts = tuple(one for one in arguments if isinstance(one, Str))
    if len(texts) == len(arguments):
        found = _on_texts(name, owner, texts)
        if found is not None:
            if isinstance(found, ListObject):
                return context.make(found)
            return found
    if name == "join" and len(arguments) == 1:
        return _joined(context, owner, arguments[0])
    if name not in ("format", "format_map", "join") and all(map(is_plain, arguments)):
        value = plain(context, f"str.{name} of {len(arguments)}", owner, *arguments)
        if not isinstance(value, Opaque):
            return value
        kinds = {"zfill": Str, "replace": Str, "center": Str, "ljust": Str, "rjust": Str}
        if name in kinds:
            return Str(V.as_str(value.term))
        if name in ("split", "rsplit", "splitlines", "partition", "encode"):
            return _listed(context, name, value)
        return value
    return None


def _listed(context: Context, name: str, value: Opaque) -> Value:
    if name in ("partition", "encode"):
        return value
    return context.make(ListObject(applied("items of", SEQUENCE, value.term)))


def _on_texts(name: str, owner: Str, texts: tuple[Str, ...]) -> Value | ListObject | None:
    if name in _MAKES and _LEAST.get(name, 0) <= len(texts) <= _MOST.get(name, 0):
        term = safe(_MAKES[name], f"str.{name}", owner, *texts)
        wrapped: Value = _WRAPPERS[_MAKES[name]](term)
        return wrapped
    match name, texts:
        case "startswith", (prefix,):
            return Bool(z3.PrefixOf(prefix.term, owner.term))
        case "endswith", (suffix,):
            return Bool(z3.SuffixOf(suffix.term, owner.term))
        case "find", (part,):
            return Int(z3.IndexOf(owner.term, part.term, 0))
        case "replace", (old, new):
            return Str(safe(STR, "str.replace", owner, old, new))
        case (("split" | "splitlines"), ()):
            return ListObject(safe(SEQUENCE, f"str.{name}", owner))
        case (("split" | "rsplit"), (by,)) if z3.is_string_value(by.term) and by.term.as_string():
            return ListObject(safe(SEQUENCE, f"str.{name}", owner, by))
        case _:
            return None


def _joined(context: Context, owner: Str, argument: Value) -> Value | None:
    """`join` reads the items of a list at once, and raises where one is no string."""
    items = list_items(context, argument)
    if items is None:
        return None
    written = _written_out(items)
    if written is not None and z3.is_string_value(owner.term):
        return text(unescaped(owner.term.as_string()).join(written))
    if context.decide(applied("join raises", BOOL, items)):
        raise PythonError(Opaque(applied("join error", V, items)))
    return Str(applied("joined", STR, owner.term, items))


def _written_out(items: Term) -> list[str] | None:
    """The strings of a sequence, where all are known."""
    try:
        found = [literal(item) for item in elements(items)]
    except NotWrittenOut:
        return None
    texts = [one for one in found if isinstance(one, str)]
    return texts if len(texts) == len(found) else None
