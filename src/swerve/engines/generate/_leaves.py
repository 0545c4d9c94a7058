"""Which numbers, texts and other simple values does a place take, by what the code does with it?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from swerve.engines.generate._pools import beside
from swerve.engines.generate._recorded import stands_alone
from swerve.engines.generate._shapes import EITHER, OPEN, Fixed, Many, Numbers, Shape, Table, Texts
from swerve.facts.usage import Usage
from swerve.observe.recipe import BadRecipe, Dict, List, Recipe, Tuple, recipe_from_value
from swerve.predict.samples import samples_for

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
