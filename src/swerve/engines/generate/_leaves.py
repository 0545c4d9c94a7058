"""Which simple values does a place take, by what the code does with it and by its name?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from swerve.facts.usage import Usage
from swerve.observe.recipe import (
    BadRecipe,
    Dict,
    List,
    Recipe,
    Reference,
    Shared,
    Tuple,
    recipe_from_value,
)
from swerve.predict.samples import samples_for

from ._pools import beside
from ._shapes import EITHER, OPEN, Fixed, Functions, Many, Numbers, Shape, Table, Texts

#: Signs that a number says how often or how far.
_COUNTING = frozenset({"times", "[x:]", "x[n]"})
_COUNT_READERS = frozenset(
    {"range", "islice", "repeat", "combinations", "permutations", "product", "tee"}
)
_COUNT_NAMES = frozenset(
    {"n", "k", "count", "size", "times", "length", "width", "height", "depth", "num", "maxlen",
     "indent", "level", "step", "repeat", "r", "limit", "precision", "digits", "ndigits"}
)  # fmt: skip
_CHANGING = frozenset(
    {"append", "extend", "insert", "remove", "sort", "reverse", "clear", "copy", "pop"}
)
_INDEXING = frozenset({"[int]", "[:]", "[at]", "[]", "x[i]", "pop()", "pop(i)"})
_ADDING = frozenset({"+", "*", "<", ">", "[]=", "del[]"})
_SIZING = frozenset({"len", "reversed", "random.choice", "bisect.bisect", "str.join"})
_ARITHMETIC = frozenset({"+", "-", "*", "/", "<", ">", "//", "%"})


def last_word(path: str) -> str:
    """What the value at a path is called."""
    return path.rpartition(".")[2].strip("_")


def numbers(usage: Usage, path: str, *, is_float: bool) -> Numbers:
    """Numbers for a place."""
    kind = float if is_float else int
    near = [
        kind(value)
        for value in beside(usage.literals)
        if (isinstance(value, (int, float)) and value == value // 1) or type(value) is kind
    ]
    readers = {reader.partition(":")[0].rpartition(".")[2] for reader in usage.passed_to}
    is_count = bool(
        usage.operators & _COUNTING or last_word(path) in _COUNT_NAMES or readers & _COUNT_READERS
    )
    return Numbers(tuple(dict.fromkeys(near)), is_float, is_count and not is_float)


def texts(usage: Usage, path: str, *, is_bytes: bool = False) -> Texts:
    """Texts for a place: what it is compared with, or what its name and its readers ask for."""
    samples, is_all = samples_for(path, usage)
    mentioned = [value for value in usage.literals if isinstance(value, (str, bytes))]
    near: list[object] = [*mentioned, *(() if mentioned and not is_all else samples)]
    if not is_all:
        near = [*dict.fromkeys(beside(near))]
    found = [each.decode("latin-1") if isinstance(each, bytes) else str(each) for each in near]
    if is_bytes:
        return Texts(tuple(each.encode("utf-8", "replace") for each in found), is_bytes=True)
    return Texts(tuple(found), only=is_all)


def bytes_share(usage: Usage, share: float) -> float:
    """How much of what is a text or bytes is bytes."""
    methods = {name.rstrip("*") for name in usage.methods}
    if methods - _OF_BYTES and methods - _OF_TEXTS:
        return 0.3
    if methods - _OF_BYTES or "str" in usage.documented.split():
        return 0.05
    if methods - _OF_TEXTS or "bytes" in usage.documented.split():
        return 1.0
    return max(share, 0.7) if "bytes" in usage.operators else share


_OF_TEXTS, _OF_BYTES = frozenset(dir(str)), frozenset(dir(bytes))


def gathering(usage: Usage) -> str:
    """What has to be given where several values are taken: what a list can do, or less."""
    if "next" in usage.passed_to:
        return "iterator"
    methods = {name.rstrip("*") for name in usage.methods}
    if methods & _CHANGING or usage.operators & _ADDING:
        return "list"
    if usage.operators & _INDEXING or usage.indexed_by_int or methods:
        return "sequence"
    return "sized" if usage.passed_to & _SIZING else "iterable"


def results(usage: Usage) -> tuple[str, ...]:
    """What a function should give, by what is done with it."""
    if usage.iterated or usage.unpacked:
        return ("list",)
    if usage.operators & _ARITHMETIC:
        return ("int", "same")
    if usage.truth_tested:
        return ("bool", "int")
    methods = {name.rstrip("*") for name in usage.methods}
    if methods and methods <= _OF_TEXTS:
        return ("str",)
    return ("any",)


def like(default: Recipe, path: str) -> Shape:
    """What is much like a default."""
    if isinstance(default, bool):
        return EITHER
    if isinstance(default, (int, float)):
        near = tuple(value for value in beside([default]) if isinstance(value, (int, float)))
        return Numbers(near, isinstance(default, float), last_word(path) in _COUNT_NAMES)
    if isinstance(default, str):
        return Texts((default, *((default[:-1], default * 2, "") if default else ())))
    if isinstance(default, bytes):
        return Texts((default, default[:-1], default * 2), is_bytes=True)
    if isinstance(default, (List, Tuple)) and not default.items:
        return Many("list" if isinstance(default, List) else "tuple", OPEN)
    if isinstance(default, Dict) and not default.entries:
        return Table(OPEN, OPEN)
    return Fixed((default,))


def plain_recipes(values: Iterable[object]) -> Iterator[Recipe]:
    """Recipes for constants, where there are any."""
    for value in values:
        try:
            recipe = recipe_from_value(value)
        except BadRecipe:
            continue
        if stands_alone(recipe):
            yield recipe


_COUNT = Numbers(is_count=True)
_BYTES = Texts(is_bytes=True)
_TEST = Functions((1,), ("bool", "int"))
_KEY = Functions((1,), ("any",))
_MERGE = Functions((2,), ("same", "int"))
_SEVERAL = Many("iterable", OPEN)

#: Arguments whose place does not tell their kind by itself.
_READERS: dict[str, Shape] = {
    **dict.fromkeys(
        ("itertools.islice:1", "itertools.islice:2", "itertools.islice:3", "itertools.repeat:1",
         "itertools.repeat:times", "itertools.combinations:1", "itertools.permutations:1",
         "itertools.combinations_with_replacement:1", "itertools.product:repeat",
         "itertools.tee:1", "heapq.nlargest", "heapq.nsmallest", "collections.deque:1",
         "collections.deque:maxlen", "random.sample:1", "textwrap.wrap:1", "textwrap.fill:1"),
        _COUNT,
    ),
    **dict.fromkeys(
        ("itertools.takewhile", "itertools.dropwhile", "itertools.filterfalse", "filter"), _TEST
    ),
    **dict.fromkeys(
        ("itertools.groupby:1", "itertools.groupby:key", "sorted:key", "min:key", "max:key",
         "heapq.nlargest:key", "heapq.nsmallest:key", "heapq.nlargest:2", "heapq.nsmallest:2",
         "heapq.merge:key", "bisect.bisect:key"),
        _KEY,
    ),
    **dict.fromkeys(("functools.reduce", "itertools.accumulate:1", "itertools.starmap"), _MERGE),
    "functools.cmp_to_key": Functions((2,), ("int",)),
    **dict.fromkeys(
        ("zlib.compress", "zlib.decompress", "zlib.crc32", "zlib.adler32", "gzip.compress",
         "gzip.decompress", "base64.b64encode", "base64.urlsafe_b64encode", "base64.b32encode",
         "base64.b16encode", "base64.b85encode", "binascii.hexlify", "binascii.b2a_hex",
         "binascii.crc32", "hashlib.md5", "hashlib.sha1", "hashlib.sha256", "struct.unpack:1",
         "struct.unpack_from:1", "int.from_bytes", "io.BytesIO"),
        _BYTES,
    ),
    **dict.fromkeys(
        ("functools.reduce:1", "itertools.takewhile:1", "itertools.dropwhile:1", "filter:1",
         "itertools.filterfalse:1", "map:1", "map:2", "heapq.nlargest:1", "heapq.nsmallest:1",
         "itertools.chain", "itertools.cycle", "itertools.islice"),
        _SEVERAL,
    ),
    **dict.fromkeys(
        ("socket.inet_aton", "socket.inet_pton:1"), Texts(("127.0.0.1", "10.0.0.0", "192.168.1.9"))
    ),
    "itertools.starmap:1": Many("iterable", Many("tuple", OPEN, (2,))),
    "itertools.chain.from_iterable": Many("iterable", Many("list", OPEN)),
    "itertools.combinations": _SEVERAL,
}  # fmt: skip

_FUNCTION = re.compile(
    r"^(?:f|g|fn|func|function|pred|predicate|callback|cb|keyfunc|mapper|reducer|op|binop|operation|"
    r"transform|transformer|factory|condition|getter|handler|comparator|cmp|visit|enter|exit)$"
    r"|(?:_func|_fn|func|_function|_callback|_key|_pred|_factory|_filter)$"
)
_ITERABLE = re.compile(
    r"^(?:iterable|iterator|it|seq|sequence|xs|coll|collection|lst|items|values|elements|src|nums|"
    r"numbers|data|series|samples|rows|list|array|args)$|(?:_list|_seq|_iter|_items|_values)$"
)
_MAPPING = re.compile(r"^(?:d|dct|dic|mapping|dict|table|counts|dicts)$|(?:_dict|_map|_mapping)$")
_RAW = re.compile(
    r"^(?:bytestring|buf|buffer|payload|raw|blob|chunk|octets|bs|byte_str)$|(?:_bytes)$"
)
#: Anything that can be told apart from others.
_KEY_NAME = re.compile(r"^key$")


def read_as(usage: Usage) -> Shape | None:
    """What a function of the standard library wants that the value is handed to."""
    for reader in sorted(usage.passed_to):
        found = _READERS.get(reader)
        if found is not None:
            return found
    return None


def named_as(path: str) -> tuple[tuple[Shape, float], ...]:
    """What is meant by a name, with how much that counts where the code says nothing."""
    name = last_word(path)
    if name.endswith("[]"):
        name = name[:-2].rstrip("[]")
        name = name[:-1] if name.endswith("s") and len(name) > 2 else name
        if name in ("it", "arg"):
            return ()
    if _FUNCTION.search(name):
        return ((Functions((), ("any",)), 2.0),)
    if _KEY_NAME.search(name):
        return ((Functions((1,), ("any",)), 0.5), (OPEN, 0.5))
    if _ITERABLE.search(name):
        return ((_SEVERAL, 1.5),)
    if _MAPPING.search(name):
        return ((Table(OPEN, OPEN), 1.5),)
    if _RAW.search(name):
        return ((_BYTES, 1.5),)
    return ()


def stands_alone(recipe: object) -> bool:
    """Whether a recipe can go into another call: labels are for one call only."""
    if isinstance(recipe, (Shared, Reference)):
        return False
    if isinstance(recipe, tuple):
        return all(stands_alone(part) for part in recipe)
    if is_dataclass(recipe):
        return all(stands_alone(getattr(recipe, each.name)) for each in fields(recipe))
    return True
