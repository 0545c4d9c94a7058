"""What does a method that builtin types have do with its arguments, and what does it give?"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable

from ._parts import Call, Parts
from .classes import CoarseClass
from .seen import NOTHING, FlowValue, merged, of_class
from .usage import Kind

#: What patterns are called: `DATE_RE`, `_rx`, `name_pattern`.
_PATTERN = re.compile(r"(?:^|_)(?:re|rx|regexp?|pat(?:tern)?)$", re.IGNORECASE)


def _get(call: Call, parts: Parts) -> FlowValue | None:
    key = call.word(0)
    picks = call.argument(0)
    if call.method == "pop" and len(call.arguments) < 2 and picks.classes <= {CoarseClass.INTEGER}:
        if picks.classes or not call.arguments:
            parts.notes.operator(call.base, "pop(i)" if call.arguments else "pop()")
    elif 1 <= len(call.arguments) <= 2:
        parts.notes.operator(picks, "hashed")
        parts.notes.picked(call.base, picks)
    if key is None or not call.base.paths or not 1 <= len(call.arguments) <= 2:
        return None
    asked = call.method != "pop" or len(call.arguments) == 2
    for usage in parts.notes.of(call.base):
        usage.keys[key] = usage.keys.get(key, False) or asked
    seen = FlowValue(parts.notes.reached(call.base, f"[{key!r}]", Kind.ITEM, key))
    if len(call.arguments) == 2:
        parts.notes.instead(seen, call.arguments[1])
        return merged(seen, call.arguments[1])._replace(origin="")
    return seen


def _dispatch(call: Call, parts: Parts) -> FlowValue | None:
    for value in call.base.constants:
        if isinstance(value, dict):
            parts.notes.compared(call.argument(0), value)
    return _get(call, parts)


def _items(call: Call, parts: Parts) -> FlowValue | None:
    if call.arguments or not (call.base.paths or call.base.element):
        return None
    paths = parts.notes.reached(call.callee, "()", Kind.CALL)
    keys = FlowValue(parts.notes.reached(call.base, "{}", Kind.ITEM))
    values = parts.of(call.base)
    element = {"items": FlowValue(parts=(keys, values)), "keys": keys, "values": values}[
        call.method
    ]
    return FlowValue(paths, frozenset((CoarseClass.LIST,)), element=element)


def _starts(call: Call, parts: Parts) -> FlowValue | None:
    for value in call.argument(0).constants:
        parts.notes.compared(call.base, value if isinstance(value, tuple) else (value,))
    parts.notes.operator(call.argument(0), "prefix", of_class(CoarseClass.STRING))
    return None


def _join(call: Call, parts: Parts) -> FlowValue | None:
    if len(call.arguments) == 1:
        element = parts.element(call.argument(0))
        if call.base.classes == {CoarseClass.STRING}:
            parts.notes.operator(element, "joined", of_class(CoarseClass.STRING))
    return None


def _appended(call: Call, parts: Parts) -> FlowValue | None:
    if call.method == "add" and len(call.arguments) == 1 and call.base.classes == {CoarseClass.SET}:
        parts.notes.operator(call.arguments[0], "hashed")
    if not call.base.paths:
        return None
    for path in call.base.paths:
        for argument in call.arguments[-1:]:
            parts.notes.instead(FlowValue((f"{path}[]",)), argument._replace(constants=()))
    return None


def _extended(call: Call, parts: Parts) -> FlowValue | None:
    if len(call.arguments) == 1:
        parts.element(call.arguments[0])
    return None


def _updated(call: Call, parts: Parts) -> FlowValue | None:
    if call.keywords and CoarseClass.DICT not in call.base.classes:
        parts.notes.operator(call.base, "update k=")
    if len(call.arguments) == 1 and call.base.classes == {CoarseClass.DICT}:
        parts.notes.operator(call.arguments[0], "updated")
    return None


def _copied(call: Call, parts: Parts) -> FlowValue | None:
    """A copy is used as the thing itself is, whoever makes it."""
    if call.arguments or call.keywords or not call.base.paths:
        return None
    paths = parts.notes.reached(call.callee, "()", Kind.CALL)
    return merged(FlowValue(paths), call.base)._replace(origin="", constants=())


def _patterns(call: Call, parts: Parts) -> FlowValue | None:
    """A pattern searches a text: it is called like one, or has a method that nobody else has."""
    base = call.node.func.value if isinstance(call.node.func, ast.Attribute) else None
    name = base.id if isinstance(base, ast.Name) else getattr(base, "attr", "")
    if call.method in ("fullmatch", "finditer", "subn") or _PATTERN.search(name):
        for usage in parts.notes.of(call.argument(int(call.method in ("sub", "subn")))):
            usage.passed_to.add("re.match:1")
    return None


Taken = tuple[int, int, frozenset[str]]


def _takes(most: int, words: str, least: int | None = None, options: str = "") -> dict[str, Taken]:
    taken = most if least is None else least, most, frozenset(options.split())
    return dict.fromkeys(words.split(), taken)


#: How many arguments methods of builtin types take, at least and at most, and which by name.
_TAKEN: dict[str, Taken] = {
    **_takes(0, "lower upper title capitalize casefold swapcase items keys values reverse clear"),
    **_takes(0, "isdigit isalpha isalnum isspace isupper islower isidentifier isnumeric popitem"),
    **_takes(0, "sort", options="key reverse"),
    **_takes(1, "append extend add discard join partition rpartition"),
    **_takes(1, "strip lstrip rstrip", 0),
    **_takes(1, "splitlines", 0, "keepends"),
    **_takes(2, "insert"),
    **_takes(2, "setdefault", 1),
    **_takes(2, "split rsplit", 0, "sep maxsplit"),
    **_takes(2, "encode decode", 0, "encoding errors"),
    **_takes(3, "startswith endswith find rfind index rindex count", 1),
}


def fits_builtin(method: str, node: ast.Call) -> bool:
    """Whether a method that builtin types have may be meant, by how it is called."""
    if method not in _TAKEN or any(isinstance(each, ast.Starred) for each in node.args):
        return True
    least, most, options = _TAKEN[method]
    named = [each.arg for each in node.keywords]
    if None in named:
        return True
    return least <= len(node.args) + len(named) <= max(most, len(options)) and options.issuperset(
        each for each in named if each is not None
    )


def _format(call: Call, parts: Parts) -> FlowValue | None:
    """`"{id}-{name}".format(**row)`: the text says which keys there are."""
    for text in call.base.constants:
        for usage in parts.notes.of(call.keywords.get("**", NOTHING)):
            for name in _fields_in(text) if isinstance(text, str) else ():
                usage.keys.setdefault(name, False)
    return None


def _fields_in(text: str) -> list[str]:
    """Names of the fields that a text has for `str.format`."""
    try:
        named = [field for _, field, _, _ in string.Formatter().parse(text) if field]
    except ValueError:
        return []
    names = [re.split(r"[.\[]", field)[0] for field in named]
    return [name for name in names if name.isidentifier()]


METHOD_RULES: dict[str, Callable[[Call, Parts], FlowValue | None]] = {
    "get": _dispatch,
    "setdefault": _get,
    "pop": _get,
    "items": _items,
    "keys": _items,
    "values": _items,
    "startswith": _starts,
    "endswith": _starts,
    "join": _join,
    "format": _format,
    "append": _appended,
    "add": _appended,
    **dict.fromkeys(
        ("fullmatch", "match", "search", "sub", "subn", "findall", "finditer"), _patterns
    ),
    "extend": _extended,
    "update": _updated,
    "copy": _copied,
}
