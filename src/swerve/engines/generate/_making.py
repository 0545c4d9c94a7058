"""How is a value of a shape made?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from swerve.observe.recipe import (
    After,
    Call,
    Dict,
    FrozenSet,
    List,
    Recipe,
    Set,
    SetAttribute,
    Tuple,
)

from ._arrays import DATES, ArrayMaking
from ._choices import Choices, Mood, happens, one_of, picked
from ._functions import functions_for, named
from ._labels import Labels
from ._pools import Pools
from ._shapes import (
    Array,
    Fixed,
    Functions,
    Made,
    Many,
    Numbers,
    Open,
    Options,
    Row,
    Shape,
    Table,
    Texts,
)

#: What values are where nothing is known: the same all over a call, so that they go together.
_THEMES = ("int", "str", "pair", "mixed", "float", "list", "dict")
_THEME_WEIGHTS = (40, 27, 11, 8, 6, 5, 3)
_WIDTHS = (2, 3, 1, 4)
_SIZES = (3, 2, 1, 4, 0, 5, 6, 9)
_SIZE_WEIGHTS = (27, 21, 14, 13, 8, 8, 6, 3)

_OPEN: dict[str, tuple[Recipe, ...]] = {
    "int": (1, 2, 0, 3, 5, -1, 4, 10, 7),
    "str": ("a", "b", "ab", "c", "", "A", "1", "b a", "aa"),
    "float": (0.5, 1.0, 2.5, -1.5, 0.0, 3.0),
    "pair": tuple(
        Tuple(each) for each in (("a", 1), ("b", 2), ("a", 2), ("c", 0), ("b", 1), ("", -1))
    ),
    "list": tuple(List(each) for each in ((1, 2), (), (3,), (2, 1, 2), (1,), (0, 5))),
    "dict": tuple(
        Dict(each)
        for each in ((("a", 1),), (("a", 1), ("b", 2)), (), (("b", 3),), (("c", 0), ("a", 2)))
    ),
    "mixed": (None, 0, "a", True, 1.5, Tuple((1, 2)), "", b"a", 2, False, List((1,))),
}
_WITHOUT_HASH = frozenset({"list", "dict", "mixed"})
_HASHABLE = tuple(each for each in _OPEN["mixed"] if not isinstance(each, List))
_INTEGERS = (1, 0, 2, 3, -1, 5, 10, 7, 4, 6, 8, -2, 100, 12, 15, 60)
_LARGE = (1000, 255, 256, 1024, 12345, 10**6, 65536, -100, 2**31, 10**9 + 7, 10**15)
_COUNTS = (1, 2, 3, 0, 4, 5, 6, 7, 10, -1)
_FLOATS = (1.0, 0.5, 0.0, 2.5, -1.5, 3.0, 0.1, 10.0, 100.0, 0.001, 1234.5678, 1e6, -0.75, 7.25)
_ODD_FLOATS = (
    float("inf"), float("nan"), float("-inf"), -0.0, 1e300, 1e-9, 1e12, 1e-5, 1e31, 1e-31,
)  # fmt: skip
_TEXTS = (
    "a", "ab", "", "abc", "b", "a b", "A", "Ab", "1", "0", "12", "a1", "x", "foo bar", "hello",
    "Hello World", " a ", "a,b", "a\nb", "-1", "1.5", "a_b", "aB", "ABC", "a-b", "a.b", "\t", "é",
    "aaa", "abab", "%s", "a/b", "true", "None", "{}", "a=b", "a:b", "日本", "ß", "_a", "a  b",
)  # fmt: skip
_LONGEST_LIST, _LONGEST_TEXT = 12, 300
_WORDS = ("a", "b", "ab", "1", "x", "foo", "A", "0", "é", "Bar", "12")
_SEPARATORS = ("", " ", "", ",", "-", "_", "\n", ".", "/", ":")
_ORDERED = ({int}, {float}, {str})
#: How often, in a hundred, a text is a label of a table, and how often where texts are known.
_LABELS, _LABELS_BESIDE, _LABELS_OPEN = 75, 35, 45
#: How often it is a date, where one was asked for.
_MOMENTS = 60
#: Ways to give something that can be iterated over, and how often.
_ITERABLES = ("list", "tuple", "iterator", "set", "text", "range", "dict", "generator", "deque")
_ITERABLE_WEIGHTS = (56, 12, 10, 4, 7, 4, 3, 2, 2)
_SEQUENCES = ("list", "tuple", "text", "range")
_SEQUENCE_WEIGHTS = (70, 16, 9, 5)
_SIZED = ("list", "tuple", "text", "range", "set", "iterator", "dict", "deque")
_SIZED_WEIGHTS = (58, 14, 8, 4, 5, 5, 4, 2)


def mood_of(choices: Choices, themes: Sequence[int] = _THEME_WEIGHTS) -> Mood:
    """Choose what a call is like."""
    theme = _THEMES[picked(choices, themes)]
    length = _SIZES[picked(choices, _SIZE_WEIGHTS)]
    return Mood(theme, length, _WIDTHS[choices.below(len(_WIDTHS))])


def themes_beside(shapes: Iterable[Shape]) -> tuple[int, ...]:
    """How often each theme is chosen where some values are known to be numbers or texts.

    Code that is given a number and anything compares the two, or adds one to the other.
    """
    weights = list(_THEME_WEIGHTS)
    for shape in shapes:
        first = shape.shapes[0] if isinstance(shape, Options) else shape
        if isinstance(first, Numbers) and not first.is_count:
            weights[_THEMES.index("int")] += 40
            weights[_THEMES.index("float")] += 20
        elif isinstance(first, Texts) and not first.is_bytes:
            weights[_THEMES.index("str")] += 40
    return tuple(weights)


class Making:
    """Makes values, with the constants of some code at hand."""

    def __init__(self, pools: Pools, labels: Labels | None = None) -> None:
        self._pools = pools
        self._labels = labels or Labels()
        self._words = (*pools.pieces, *_WORDS)
        self._separators = (*(each for each in pools.pieces if not each.isalnum()), *_SEPARATORS)
        #: Lengths that the code may ask about.
        self._lengths = tuple(each for each in pools.integers if 1 < each <= _LONGEST_LIST)
        self._long = tuple(each for each in pools.integers if _LONGEST_LIST < each <= _LONGEST_TEXT)
        self._mentioned = (*map(float, pools.integers[:20]), *pools.floats[:20])
        self._bytes = (*pools.bytestrings, b"a", b"", b"ab", b"a b", b"\x00", b"1", b"\xff")

    def make(self, shape: Shape, choices: Choices, mood: Mood) -> Recipe:
        """Make one value."""
        return _MAKERS[type(shape)](self, shape, choices, mood)

    def _fixed(self, shape: Fixed, choices: Choices, mood: Mood) -> Recipe:
        return one_of(choices, shape.values)

    def _options(self, shape: Options, choices: Choices, mood: Mood) -> Recipe:
        inner = shape.shapes[picked(choices, shape.weights)]
        return _MAKERS[type(inner)](self, inner, choices, mood)

    def _open(self, shape: Open, choices: Choices, mood: Mood) -> Recipe:
        if mood.labels and happens(choices, _LABELS_OPEN):
            return one_of(choices, mood.labels)
        if happens(choices, 15):
            if mood.theme == "int" and self._pools.integers:
                return one_of(choices, self._pools.integers)
            if mood.theme == "str" and self._pools.texts:
                return one_of(choices, self._pools.texts)
        if shape.is_hashed and mood.theme in _WITHOUT_HASH:
            return one_of(choices, _HASHABLE)
        return one_of(choices, _OPEN[mood.theme])

    def _numbers(self, shape: Numbers, choices: Choices, mood: Mood) -> Recipe:
        number = choices.below(100)
        if shape.near and number >= 50:
            return one_of(choices, shape.near)
        if shape.is_float:
            return self._float(choices, number)
        if shape.is_count:
            return one_of(choices, _COUNTS)
        if number >= 20 and self._pools.integers:
            return one_of(choices, self._pools.integers)
        return one_of(choices, _LARGE if number in (19, 18, 17) else _INTEGERS)

    def _float(self, choices: Choices, number: int) -> Recipe:
        if number >= 40 and self._pools.floats:
            return one_of(choices, self._pools.floats)
        if number >= 30 and self._pools.integers:
            return float(one_of(choices, self._pools.integers))
        is_odd = number in (29, 28, 27) and not self._labels.has_tables  # they hold such items
        return one_of(choices, _ODD_FLOATS if is_odd else _FLOATS)

    def _texts(self, shape: Texts, choices: Choices, mood: Mood) -> Recipe:
        labels = () if shape.only or shape.is_bytes else mood.labels
        if "moments" in self._labels.wanted and labels and happens(choices, _MOMENTS):
            return one_of(choices, DATES)
        if labels and happens(choices, _LABELS_BESIDE if shape.near else _LABELS):
            return one_of(choices, labels)
        number = choices.below(100)
        if shape.near and (number >= 60 or shape.only):
            return one_of(choices, shape.near)
        if shape.is_bytes:
            if number >= 30:
                return one_of(choices, self._bytes)
            return self._text(shape, choices, number).encode("utf-8", "replace")
        return self._text(shape, choices, number)

    def _text(self, shape: Texts, choices: Choices, number: int) -> str:
        if number >= 38 and self._pools.texts:
            return one_of(choices, self._pools.texts)
        if number >= 20:
            return one_of(choices, _TEXTS)
        return self._composed(shape, choices)

    def _composed(self, shape: Texts, choices: Choices) -> str:
        """Texts and words put together, with something between them; or one of a given length."""
        if self._long and happens(choices, 20):
            return one_of(choices, _WORDS)[:1] * one_of(choices, self._long)
        texts = [each for each in shape.near if isinstance(each, str)]
        separator = one_of(choices, self._separators)
        found = ""
        for number in range(2 + choices.below(3)):
            if number:
                found += separator if happens(choices, 70) else one_of(choices, self._separators)
            is_text = texts and happens(choices, 30)
            found += one_of(choices, texts if is_text else self._words)
        return found

    def _size(self, sizes: Sequence[int], choices: Choices, mood: Mood) -> int:
        if sizes and not happens(choices, 8):
            return one_of(choices, sizes)
        if self._lengths and happens(choices, 6):
            return one_of(choices, self._lengths)
        return _SIZES[picked(choices, _SIZE_WEIGHTS)] if happens(choices, 40) else mood.length

    def items(
        self, shape: Shape, choices: Choices, mood: Mood, sizes: Sequence[int] = ()
    ) -> tuple[Recipe, ...]:
        """Make several values that go together: mostly of one kind, often some of them twice."""
        size = self._size(sizes, choices, mood)
        if isinstance(shape, Options) and not happens(choices, 12):
            shape = shape.shapes[picked(choices, shape.weights)]
        make = _MAKERS[type(shape)]
        how = choices.below(10)
        if how == 9 and size > 1:  # duplicates
            few = [make(self, shape, choices, mood) for _ in range(1 + choices.below(2))]
            return tuple(one_of(choices, few) for _ in range(size))
        found = [make(self, shape, choices, mood) for _ in range(size)]
        if how >= 7 and {type(each) for each in found} in _ORDERED:
            found.sort()
        return tuple(found)

    def _many(self, shape: Many, choices: Choices, mood: Mood) -> Recipe:
        kind = shape.kind
        if kind == "iterable":
            kind = _ITERABLES[picked(choices, _ITERABLE_WEIGHTS)]
        elif kind == "sequence":
            kind = _SEQUENCES[picked(choices, _SEQUENCE_WEIGHTS)]
        elif kind == "sized":
            kind = _SIZED[picked(choices, _SIZED_WEIGHTS)]
        if kind == "text":
            if mood.theme == "str" and isinstance(shape.item, (Open, Texts)):
                return one_of(choices, _TEXTS)
            kind = "list"
        elif kind == "range":
            if mood.theme == "int" and isinstance(shape.item, (Open, Numbers)):
                return Call(named("range"), (self._size(shape.sizes, choices, mood),))
            kind = "list"
        elif kind in ("set", "frozenset", "dict") and mood.theme in _WITHOUT_HASH:
            if isinstance(shape.item, Open):
                items = tuple(one_of(choices, _HASHABLE) for _ in range(mood.length))
                return _gathered(kind, items)
            if kind == "dict":
                kind = "list"
        return _gathered(kind, self.items(shape.item, choices, mood, shape.sizes))

    def _row(self, shape: Row, choices: Choices, mood: Mood) -> Recipe:
        items = tuple([_MAKERS[type(each)](self, each, choices, mood) for each in shape.items])
        return List(items) if shape.kind == "list" else Tuple(items)

    def _table(self, shape: Table, choices: Choices, mood: Mood) -> Recipe:
        entries: dict[str, tuple[Recipe, Recipe]] = {}
        for entry in shape.entries:
            if not happens(choices, 45 if entry.may_lack else 5):
                entries[repr(entry.key)] = entry.key, self.make(entry.value, choices, mood)
        if not shape.is_closed and (not entries or happens(choices, 25)):
            value = shape.value
            if isinstance(value, Options) and not happens(choices, 15):
                value = value.shapes[picked(choices, value.weights)]
            for _ in range(min(self._size((), choices, mood), 4)):
                key = self._key(shape.key, choices, mood)
                entries.setdefault(repr(key), (key, self.make(value, choices, mood)))
        made = Dict(tuple(entries.values()))
        if shape.kind == "dict":
            return made
        if shape.kind == "collections.defaultdict":
            return Call(named(shape.kind), (named("list"), made))
        return Call(named(shape.kind), (made,))

    def _key(self, shape: Shape, choices: Choices, mood: Mood) -> Recipe:
        if isinstance(shape, Open):
            theme = "int" if mood.theme in ("int", "float") and happens(choices, 50) else "str"
            return one_of(choices, _OPEN[theme])
        key = self.make(shape, choices, mood)
        return key if _has_hash(key) else "a"

    def _array(self, shape: Array, choices: Choices, mood: Mood) -> Recipe:
        return ArrayMaking(choices, mood, self._labels, self._mentioned).make(shape)

    def _functions(self, shape: Functions, choices: Choices, mood: Mood) -> Recipe:
        return one_of(
            choices, functions_for(shape.arities, shape.takes or mood.theme, shape.results)
        )

    def _made(self, shape: Made, choices: Choices, mood: Mood) -> Recipe:
        args: list[Recipe] = []
        kwargs: list[tuple[str, Recipe]] = []
        for argument in shape.arguments:
            if argument.may_lack and not happens(choices, 35):
                continue
            value = self.make(argument.value, choices, mood)
            if argument.by_keyword or argument.may_lack:
                kwargs.append((argument.name, value))
            else:
                args.append(value)
        made = Call(shape.function, tuple(args), tuple(kwargs))
        if not shape.settings or not happens(choices, 40):
            return made
        steps = tuple(
            SetAttribute(each.name, self.make(each.value, choices, mood))
            for each in shape.settings
            if happens(choices, 60)
        )
        return After(made, steps) if steps else made


def _gathered(kind: str, items: tuple[Recipe, ...]) -> Recipe:
    if kind == "list":
        return List(items)
    if kind == "tuple":
        return Tuple(items)
    if kind == "iterator":
        return Call(named("iter"), (List(items),))
    if kind == "generator":
        return Call(named("map"), (named("copy.copy"), List(items)))
    if kind == "dict":
        return Dict(tuple((item, index) for index, item in enumerate(_distinct(items))))
    if kind == "set":
        return Set(_distinct(items))
    if kind == "frozenset":
        return FrozenSet(_distinct(items))
    if kind == "deque":
        return Call(named("collections.deque"), (List(items),))
    return Call(named(kind), (List(items),))


def _distinct(items: tuple[Recipe, ...]) -> tuple[Recipe, ...]:
    """Each once, without those that have no hash."""
    return tuple({repr(item): item for item in items if _has_hash(item)}.values())


def _has_hash(recipe: Recipe) -> bool:
    if isinstance(recipe, Tuple):
        return all(_has_hash(item) for item in recipe.items)
    return not isinstance(recipe, (List, Dict, Set))


_MAKERS: dict[type, Callable[[Making, Any, Choices, Mood], Recipe]] = {
    Fixed: Making._fixed,
    Numbers: Making._numbers,
    Texts: Making._texts,
    Open: Making._open,
    Many: Making._many,
    Row: Making._row,
    Table: Making._table,
    Functions: Making._functions,
    Made: Making._made,
    Array: Making._array,
    Options: Making._options,
}
