"""What do builtin and standard library functions give back, and take?

What they give stands in `library.json`, made from typeshed by `scripts/library_table.py`: words
with bars between them, of which one is true. A word is a builtin class ("list[str]" where its items
are known, ":named" after it for a class that derives from it), the dotted name of another class
that the table knows, "callable", "object" with what it can do ("call", "enter", "next"), or "?".
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources

from swerve.source.syntax import library_value

from .classes import CoarseClass, coarse_class_of


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    text = resources.files("swerve.facts").joinpath("library.json").read_text("utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


#: Name of a function, `str.strip` for a method -> what it gives, as the table says it.
GIVES = {name: tuple(words.split("|")) for name, words in _table().items()}

_BOOLEAN, _INTEGER, _FLOAT = CoarseClass.BOOLEAN, CoarseClass.INTEGER, CoarseClass.FLOAT
_STRING, _LIST, _TUPLE = CoarseClass.STRING, CoarseClass.LIST, CoarseClass.TUPLE
_DICT, _SET, _OBJECT = CoarseClass.DICT, CoarseClass.SET, CoarseClass.OBJECT

#: Classes as an annotation would say them.
TYPE_WORDS: dict[CoarseClass, str] = {
    CoarseClass.NONE: "None", _BOOLEAN: "bool", _INTEGER: "int", _FLOAT: "float", _STRING: "str",
    _LIST: "list", _TUPLE: "tuple", _DICT: "dict", _SET: "set", _OBJECT: "object",
    CoarseClass.CALLABLE: "Callable", CoarseClass.RESOURCE: "ContextManager",
}  # fmt: skip
#: Make something else of the same items.
CONVERSIONS: dict[str, CoarseClass] = {
    "list": _LIST, "sorted": _LIST, "tuple": _TUPLE, "set": _SET, "frozenset": _SET,
    "collections.deque": _LIST, "itertools.islice": _LIST,
}  # fmt: skip
#: Give back what they get.
SAME = frozenset(
    {
        "reversed", "iter", "aiter", "copy.copy", "copy.deepcopy", "itertools.cycle",
        "asyncio.shield", "asyncio.create_task", "asyncio.ensure_future", "asyncio.wait_for",
    }
)  # fmt: skip
#: Give back an item of their first argument.
ONE_ITEM = frozenset({"next", "anext", "random.choice", "heapq.heappop", "statistics.mode"})
#: Call their function with items: position of the function -> positions of what is iterated.
CALLS_WITH_ITEMS = {
    "map": 0, "filter": 0, "itertools.filterfalse": 0, "itertools.takewhile": 0,
    "itertools.dropwhile": 0, "itertools.groupby": 1, "functools.reduce": 0,
}  # fmt: skip
#: Methods that text and bytes have, which take of their own kind.
STRING_METHODS = frozenset(
    {"split", "rsplit", "startswith", "endswith", "strip", "lstrip", "rstrip", "replace", "find",
     "partition", "rpartition", "removeprefix", "removesuffix", "join"}
)  # fmt: skip
#: What they are used as, mostly.
_USED_AS = {
    "range": _LIST, "os.scandir": _LIST, "vars": _DICT, "operator.eq": _BOOLEAN,
    "statistics.mean": _FLOAT,
}  # fmt: skip


def _likely(name: str) -> CoarseClass | None:
    """The class of what a function gives, if not None; none where that depends."""
    if name in _USED_AS:
        return _USED_AS[name]
    kinds = {_kind(word) for word in GIVES[name] if word not in ("?", "None")}
    return kinds.pop() if len(kinds) == 1 else None


def _kind(word: str) -> CoarseClass:
    word, _, can = word.partition(":")
    if "call" in can or word == "callable":
        return CoarseClass.CALLABLE
    if "enter" in can:
        return CoarseClass.RESOURCE
    if "next" in can:
        return _LIST
    if word == "tuple" and can == "named":
        return _OBJECT  # its items have names
    return _PLAIN.get(word.partition("[")[0], _OBJECT)


_PLAIN = {word: kind for kind, word in TYPE_WORDS.items()} | {
    "bytes": _STRING, "bytearray": _STRING, "frozenset": _SET
}  # fmt: skip
FUNCTION_RESULTS = {name: kind for name in GIVES if (kind := _likely(name)) is not None}
#: Give bytes where the like of them give text.
BYTES_METHODS = frozenset({"encode", "digest", "to_bytes", "read_bytes", "tobytes"})
BYTES_FUNCTIONS = frozenset(
    name for name, words in GIVES.items() if set(words) <= {"bytes", "bytearray"}
)

_WITH_METHODS = (
    "bytes.", "datetime.date", "datetime.timedelta.", "float.", "int.", "pathlib.Path.",
    "re.Pattern.", "set.", "str.",
)  # fmt: skip
#: By name alone, whatever they are called on: those of the table, and others by custom.
METHOD_RESULTS: dict[str, CoarseClass] = {
    **{
        name.rpartition(".")[2]: kind
        for name, kind in FUNCTION_RESULTS.items()
        if name.startswith(_WITH_METHODS) and not name.endswith(".copy") and kind is not _OBJECT
    },
    **dict.fromkeys(("hexdigest", "readline", "getvalue", "digest", "gettext"), _STRING),
    **dict.fromkeys(
        ("is_alive", "is_set", "done", "cancelled", "isatty", "has_key", "closed", "locked",
         "acquire", "isEnabledFor"),
        _BOOLEAN,
    ),
    **dict.fromkeys(
        ("fileno", "tell", "qsize", "bit_count", "__len__", "size"), _INTEGER
    ),
    "mean": _FLOAT,
    **dict.fromkeys(
        ("readlines", "items", "keys", "values", "finditer", "tolist", "iterdir", "glob", "rglob",
         "fetchall", "mro", "most_common"),
        _LIST,
    ),
    **dict.fromkeys(("groups", "timetuple"), _TUPLE),
    **dict.fromkeys(("groupdict", "_asdict", "dict", "model_dump", "as_dict", "to_dict"), _DICT),
}  # fmt: skip


@lru_cache(maxsize=4096)
def type_word_of(name: str) -> str:
    """The type of a member of a module, as an annotation would say it; empty when not known."""
    first, *rest = name.split(".")
    if not rest:
        return ""
    try:
        value = library_value(first, rest[0])
        for part in rest[1:]:
            value = getattr(value, part)
    except (LookupError, AttributeError):
        return ""
    kind = coarse_class_of(value)
    return TYPE_WORDS[kind] if kind is not CoarseClass.NONE else ""


#: Functions of libraries of arrays that take numbers, shapes or types first.
ARRAY_MAKERS = frozenset(
    (
        *("zeros", "ones", "empty", "full", "arange", "linspace", "logspace", "eye", "identity"),
        *("dtype", "finfo", "iinfo", "errstate", "seterr", "default_rng", "RandomState", "seed"),
        *("normal", "uniform", "rand", "randn", "randint", "random", "device", "constant"),
    )
)
#: Functions that take several arrays at once.
SEVERAL_ARRAYS = frozenset(
    ("stack", "concatenate", "hstack", "vstack", "column_stack", "cat", "einsum")
)
