"""How is an array or a table of a shape made?

As a person would write it: `numpy.array([[1.0, 0.5]])`. All of a call have the same number of rows
and of columns, mostly, and numbers are halves and quarters, whose sums are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from swerve.observe.recipe import Call, Dict, List, Name, Recipe, Tuple
from swerve.observe.recipe.parts import all_parts
from swerve.worker.core.forms import LIBRARIES
from swerve.worker.core.refused import DATED

from ._choices import Choices, Mood, happens, one_of, picked
from ._functions import named
from ._labels import Labels
from ._shapes import Array

#: Forms whose columns or dimensions have names.
TABLE_FORMS = frozenset({"frame", "dataset", "dataarray"})
_FLOATS = (0.5, 1.0, -1.5, 2.0, 3.25, -0.25, 4.0, -2.75, 1.75, 5.5, 0.75, -3.0, 0.0)
_INTEGERS = (1, 2, 3, 0, -1, 5, 4, 7, -2, 10)
_ODD = (float("nan"), 0.0, 1e6)
_WORDS = ("a", "b", "c", "ab", "")
_NAMES = ("a", "b", "c", "d", "e", "f", "g", "h")
_MOST_DIMENSIONS, _MOST_LENGTH, _MOST_ASKED = 4, 8, 3
_DIMENSIONS, _DIMENSION_WEIGHTS = (1, 2, 0), (60, 37, 3)
_DTYPES = {"float": "float64", "int": "int64", "bool": "bool", "str": "object"}
_AXES = ("x", "y", "z", "t")
#: What a column holds, and how often where nothing is known.
_KINDS = ("own", "int", "str", "group", "date", "bool", "category")
_KIND_WEIGHTS = (53, 12, 10, 17, 5, 3, 0)
_CATEGORY_WEIGHTS = (45, 10, 5, 10, 3, 2, 25)
_NUMERIC_WEIGHTS = (70, 15, 2, 8, 3, 2, 0)
_DATED_WEIGHTS = (20, 10, 0, 0, 70, 0, 0)
#: How often, in a hundred, a column is there that was looked for in vain, that the code names, that
#: is a text in the code, and any other: the code may add those that it names.
_ASKED, _KNOWN, _MENTIONED, _OTHER = 93, 82, 15, 35
#: How often a column holds nothing twice, where that was asked for.
_UNIQUE = 60
#: How often rows are not called what they are in the other tables of the call.
_OTHER_LABELS = 10
_COORDINATES, _COORDINATE_WEIGHTS = ("none", "numbers", "dates", "words"), (35, 45, 15, 5)
_SPARSE = ("csr_matrix", "csr_array", "csc_matrix", "coo_matrix")
DATES = ("2020-01-01", "2020-01-02", "2020-02-01", "2021-03-31", "2020-01-01 12:30")


class ArrayMaking:
    """Makes the arrays and tables of one call."""

    def __init__(
        self, choices: Choices, mood: Mood, labels: Labels, mentioned: Sequence[float] = ()
    ) -> None:
        """`mentioned` are numbers that the code has."""
        self._choices = choices
        self._rows = min(mood.length, _MOST_LENGTH)
        self._width = mood.width
        self._theme = mood.theme
        self._mood = f"{mood.theme} {mood.length} {mood.width}"
        self._asked = labels
        self._mentioned = mentioned

    def make(self, shape: Array) -> Recipe:
        """Make one array or table."""
        choices = self._choices
        form = one_of(choices, self._asked.forms_of(shape.forms))
        dtype = one_of(choices, shape.dtypes) if happens(choices, 25) else shape.dtypes[0]
        if "integers" in self._asked.wanted and dtype == "float" and happens(choices, 70):
            dtype = "int"
        if form == "generator":
            return Call(named("numpy.random.default_rng"), (choices.below(3),))
        if form == "index":
            return Call(named("pandas.Index"), (self._column("int"),))
        if form == "series":
            return self._series(dtype)
        if form == "frame":
            return self._frame(shape.columns, dtype)
        if form == "dataset":
            return self._dataset(shape.columns, dtype)
        sizes = self._sizes(shape, form)
        array = self._array(sizes, dtype)
        if form == "sparse":
            made_by = shape.made_by or (one_of(choices, _SPARSE) if happens(choices, 30) else "")
            return Call(named(f"scipy.sparse.{made_by or _SPARSE[0]}"), (array,))
        if form == "dataarray":
            return self._data_array(array, sizes)
        is_masked = self._asked.has_masks and 0 not in (*sizes, len(sizes)) and happens(choices, 40)
        return self._masked(array, sizes) if is_masked else array

    def _masked(self, array: Recipe, sizes: Sequence[int]) -> Recipe:
        """An array of which some items are masked, or all."""
        mask: Recipe = True
        if happens(self._choices, 80):
            mask = self._nested(sizes, "bool", 0)
        return Call(named("numpy.ma.masked_array"), (array,), (("mask", mask),))

    def _sizes(self, shape: Array, form: str) -> tuple[int, ...]:
        rows, width = self._rows, self._width
        if happens(self._choices, 40):
            width = rows
        if form == "sparse":
            return rows, width
        if shape.dims:
            return tuple(
                min(int(name), _MOST_LENGTH) if name.isdigit() else width if at else rows
                for at, name in enumerate(shape.dims[:_MOST_DIMENSIONS])
            )
        if shape.ndims:
            count = one_of(self._choices, shape.ndims)
        elif form == "dataarray":
            asked = min(len(self._asked_dimensions()), _MOST_ASKED)
            count = max(1 + happens(self._choices, 40), asked)
        else:
            count = _DIMENSIONS[picked(self._choices, _DIMENSION_WEIGHTS)]
        return (rows, *[width] * (count - 1))[:count]

    def _array(self, sizes: Sequence[int], dtype: str) -> Recipe:
        if sizes == (0,):
            return Call(named("numpy.array"), (List(()),), _dtype(dtype))
        if 0 in sizes:
            return Call(named("numpy.zeros"), (Tuple(tuple(sizes)),), _dtype(dtype))
        content = self._nested(sizes, dtype, self._choices.below(10))
        if not sizes:
            return Call(named("numpy.float64"), (content,))
        kinds = () if dtype in ("float", "int") else _dtype(dtype)
        return Call(named("numpy.array"), (content,), kinds)

    def _nested(self, sizes: Sequence[int], dtype: str, how: int) -> Recipe:
        if not sizes:
            return self._number(dtype, how)
        return List(tuple(self._nested(sizes[1:], dtype, how) for _ in range(sizes[0])))

    def _number(self, dtype: str, how: int) -> Recipe:
        """One item: mostly plain, of some arrays positive, now and then something odd."""
        choices = self._choices
        if dtype == "str":
            return one_of(choices, _WORDS)
        if dtype == "bool":
            return bool(choices.below(2))
        if how in (5, 6) and self._mentioned and happens(choices, 40):
            number = one_of(choices, self._mentioned)
            return number if dtype == "float" else int(number)
        value: float = one_of(choices, _INTEGERS if dtype == "int" else _FLOATS)
        if how == 9 and dtype == "float" and happens(choices, 30):
            return one_of(choices, _ODD)
        return abs(value) if how in (7, 8) else value

    def _column(self, dtype: str) -> Recipe:
        how = self._choices.below(10)
        return List(tuple(self._number(dtype, how) for _ in range(self._rows)))

    # --- tables ---------------------------------------------------------------------------------

    def _series(self, dtype: str) -> Recipe:
        name: tuple[tuple[str, Recipe], ...] = ()
        if happens(self._choices, 25):
            name = (("name", "v"),)
        own = "date" if "dates" in self._asked.wanted and happens(self._choices, 40) else "own"
        column = self._content(own, dtype)
        if not self._rows:
            return column
        return Call(named("pandas.Series"), (column,), (*self._labels(), *name))

    def _labels(self) -> tuple[tuple[str, Recipe], ...]:
        """What rows are called: mostly the same in all of a call."""
        rows = self._rows
        labels: Recipe = None
        if "dates" in self._asked.wanted and happens(self._choices, 60):
            labels = Call(named("pandas.date_range"), ("2020-01-01",), (("periods", rows),))
        elif self._theme == "str":
            labels = List(_NAMES[:rows])
        elif self._theme == "mixed":
            labels = List(tuple((7 * at + 3) % 11 for at in range(rows)))
        elif self._theme == "pair":
            labels = Call(named("pandas.date_range"), ("2020-01-01",), (("periods", rows),))
        elif self._theme == "list":
            labels = List(tuple(at // 2 for at in range(rows)))
        if happens(self._choices, _OTHER_LABELS):
            labels = List(tuple(range(rows, 0, -1)))
        return () if labels is None or not rows else (("index", labels),)

    def _frame(self, columns: Sequence[str], dtype: str) -> Recipe:
        found = {name: self._content(self._kind(name), dtype) for name in self._names(columns)}
        return Call(named("pandas.DataFrame"), (Dict(tuple(found.items())),), self._labels())

    def _names(self, columns: Sequence[str]) -> list[str]:
        """What the columns are called: as the code names them, mostly."""
        choices, asked = self._choices, self._asked.columns
        known = [name for name in columns if happens(choices, _KNOWN)]
        known += [name for name in asked if happens(choices, _ASKED)]
        mentioned = self._asked.mentioned
        known += [name for name in mentioned if happens(choices, _MENTIONED)]
        others = _NAMES[: self._width]
        if columns or asked:
            others = tuple(name for name in others if happens(choices, _OTHER))
        return list(dict.fromkeys((*known, *others)))

    def _kind(self, name: str) -> str:
        """What a column holds: the same in all tables of a call."""
        asked = self._asked
        choices = Choices(f"{self._mood} {name}")
        if "unique" in asked.wanted and happens(choices, _UNIQUE):
            return "key"
        if DATED.search(name) or ("dates" in asked.wanted and happens(choices, 25)):
            weights = _DATED_WEIGHTS
        else:
            weights = _NUMERIC_WEIGHTS if "numbers" in asked.wanted else _KIND_WEIGHTS
            if asked.has_categories:
                weights = _CATEGORY_WEIGHTS
        return _KINDS[picked(choices, weights)]

    def _content(self, kind: str, dtype: str) -> Recipe:
        """The items of one column."""
        choices, rows = self._choices, self._rows
        if not rows:
            empty = "datetime64[ns]" if kind == "date" else _DTYPES[dtype]
            return Call(named("pandas.Series"), (List(()),), (("dtype", empty),))
        if kind == "key":
            numbers = tuple(range(1, rows + 1))
            return List(_NAMES[:rows] if happens(choices, 50) else numbers)
        if kind == "group":  # few words, each in several rows, and now and then one is missing
            few = _WORDS[: 2 + choices.below(2)] if not choices.below(3) else _WORDS[:2]
            missing = choices.below(8) == 7
            return List(
                tuple(
                    None if missing and happens(choices, 40) else one_of(choices, few)
                    for _ in range(rows)
                )
            )
        if kind == "date":
            if happens(choices, 50):
                return Call(named("pandas.date_range"), ("2020-01-01",), (("periods", rows),))
            days = List(tuple(one_of(choices, DATES) for _ in range(rows)))
            return Call(named("pandas.to_datetime"), (days,), (("format", "ISO8601"),))
        if kind == "category":
            words = List(tuple(one_of(choices, _WORDS[:2]) for _ in range(rows)))
            return Call(named("pandas.Categorical"), (words,), (("categories", List(_WORDS[:3])),))
        return self._column(dtype if kind == "own" else kind)

    def _asked_dimensions(self) -> list[str]:
        """What may be dimensions of what was looked for in vain."""
        return [*dict.fromkeys((*self._asked.dimensions, *self._asked.columns))]

    # --- arrays with names ----------------------------------------------------------------------

    def _dimensions(self, count: int) -> tuple[str, ...]:
        asked = self._asked_dimensions()
        mentioned = [*self._asked.mentioned]
        if not asked and mentioned and happens(self._choices, 60):
            at = self._choices.below(len(mentioned))
            asked = [*mentioned[at:], *mentioned[:at]]
        if len(asked) > 1 and happens(self._choices, 40):
            asked.reverse()
        names = [*asked, *_AXES][:count]
        if count > 1 and asked and happens(self._choices, 30):
            names.reverse()
        return tuple(names)

    def _coordinates(self, dims: Sequence[str], sizes: Sequence[int]) -> Recipe:
        """Coordinates of some dimensions: of one kind in all of a call."""
        choices = self._choices
        found: list[tuple[Recipe, Recipe]] = []
        for name, size in zip(dims, sizes, strict=True):
            weights = (10, 20, 70, 0) if DATED.search(name) else _COORDINATE_WEIGHTS
            kind = _COORDINATES[picked(choices, weights)]
            start = 1 if choices.below(10) == 9 else 0
            if kind == "numbers":
                found.append((name, List(tuple(10.0 * (start + at) for at in range(size)))))
            elif kind == "dates" and size:
                how = (("periods", size), ("freq", one_of(choices, ("D", "MS", "6h"))))
                found.append((name, Call(named("pandas.date_range"), ("2020-01-01",), how)))
            elif kind == "words":
                found.append((name, List(_NAMES[:size])))
        return Dict(tuple(found))

    def _data_array(self, array: Recipe, sizes: Sequence[int]) -> Recipe:
        dims = self._dimensions(len(sizes))
        words: list[tuple[str, Recipe]] = [("dims", Tuple(dims))]
        coordinates = self._coordinates(dims, sizes)
        if isinstance(coordinates, Dict) and coordinates.entries:
            words.append(("coords", coordinates))
        if happens(self._choices, 25):
            words.append(("name", "v"))
        if happens(self._choices, 20):
            words.append(("attrs", Dict((("units", "m"),))))
        return Call(named("xarray.DataArray"), (array,), tuple(words))

    def _dataset(self, columns: Sequence[str], dtype: str) -> Recipe:
        choices, asked = self._choices, self._asked
        # What is missing may be a variable or a dimension.
        loose = [name for name in asked.columns if happens(choices, 35)]
        dims = tuple(dict.fromkeys((*asked.dimensions, *loose))) or _AXES[:1]
        dims = dims[:_MOST_DIMENSIONS]
        names = [name for name in self._names(columns) if name not in dims] or ["a"]
        sizes = (self._rows, *[self._width] * (len(dims) - 1))
        found: list[tuple[Recipe, Recipe]] = []
        for name in names:
            content: list[Recipe] = [Tuple(dims), self._array(sizes, dtype)]
            if happens(choices, 20):
                content.append(Dict((("units", "m"),)))
            found.append((name, Tuple(tuple(content))))
        coordinates = self._coordinates(dims, sizes)
        has_any = isinstance(coordinates, Dict) and coordinates.entries
        return Call(
            named("xarray.Dataset"),
            (Dict(tuple(found)),),
            (("coords", coordinates),) if has_any else (),
        )


def _dtype(dtype: str) -> tuple[tuple[str, Recipe], ...]:
    return () if dtype == "float" else (("dtype", _DTYPES[dtype]),)


def labels_of(tables: Iterable[Array], mood: Mood, labels: Labels) -> tuple[str, ...]:
    """What columns and dimensions of the tables of a call may be called."""
    found: list[str] = []
    for table in tables:
        if "dataarray" in table.forms:
            found += [*labels.dimensions, *(() if labels.dimensions else _AXES[:2])]
        else:
            found += [*table.columns, *labels.columns]
            found += _NAMES[: mood.width] if not (table.columns or labels.columns) else ()
            found += labels.dimensions
    return tuple(dict.fromkeys(found))


def dimensions_of(recipe: Recipe) -> int | None:
    """How many dimensions an array has that is written out; nothing for other things."""
    function = recipe.function if isinstance(recipe, Call) else None
    if not isinstance(recipe, Call) or not isinstance(function, Name) or not recipe.args:
        return None
    content = recipe.args[0]
    if function == named("numpy.zeros") and isinstance(content, Tuple):
        return len(content.items)
    if function != named("numpy.array"):
        return None
    count = 0
    while isinstance(content, List):
        count += 1
        content = content.items[0] if content.items else None
    return count


def is_sound(recipe: Recipe) -> bool:
    """Whether all tables inside are such as people make: with names, and of a type where empty."""
    parts = (recipe, *all_parts(recipe))
    return not any(_is_odd(each) for each in parts if isinstance(each, Call) and is_array(each))


def _is_odd(made: Call) -> bool:
    words = dict(made.kwargs)
    first = made.args[0] if made.args else None
    dims = words.get("dims")
    names: tuple[Recipe, ...] = dims.items if isinstance(dims, Tuple) else ()
    if isinstance(first, Dict):
        names += tuple(key for key, _ in first.entries)
        inner = [
            each.items[0] for _, each in first.entries if isinstance(each, Tuple) and each.items
        ]
        names += tuple(each for dims in inner if isinstance(dims, Tuple) for each in dims.items)
    is_untyped = made.function == named("pandas.Series") and first in (None, List(()))
    return "" in names or (is_untyped and "dtype" not in words)


def is_array(recipe: Recipe) -> bool:
    """Whether a value is an array or a table: another one may have another shape."""
    function = recipe.function if isinstance(recipe, Call) else None
    return isinstance(function, Name) and function.module.partition(".")[0] in LIBRARIES
