"""What do the methods of strings do?"""

from __future__ import annotations

import z3

from ._containers import list_items
from ._folding import NotWrittenOut, elements, is_plain, literal, plain, safe, unescaped
from ._state import Context, PythonError
from ._terms import BOOL, SEQUENCE, STR, Term, V, applied
from ._values import PLAIN_TYPES, Bool, Int, ListObject, Opaque, Str, Value, text

#: Methods that never raise when all their arguments are strings: by what they make, and by how
#: many arguments they take at least and at most.
_KNOWN: dict[tuple[str, int, int], tuple[str, ...]] = {
    ("str", 0, 0): ("upper", "lower", "title", "capitalize", "swapcase", "casefold"),
    ("str", 0, 1): ("strip", "lstrip", "rstrip"),
    ("str", 1, 1): ("removeprefix", "removesuffix"),
    ("bool", 0, 0): (
        *("isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower", "isnumeric"),
        *("isidentifier", "isdecimal", "istitle", "isprintable", "isascii"),
    ),
    ("int", 1, 1): ("count", "rfind"),
}
_KINDS = {name: kind for kind, names in _KNOWN.items() for name in names}


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
    made, least, most = _KINDS.get(name, ("", 0, -1))
    if least <= len(texts) <= most:
        plain_type = PLAIN_TYPES[made]
        return plain_type.made(safe(plain_type.sort, f"str.{name}", owner, *texts))
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
