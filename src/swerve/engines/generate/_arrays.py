"""How is an array or a table of a shape made?

As a person would write it: `numpy.array([[1.0, 0.5]])`. All of a call have the same number of rows
and of columns, mostly, and numbers are halves and quarters, whose sums are exact.
"""

from __future__ import annotations

from collections.abc import Sequence

from swerve.observe.recipe import Call, Dict, List, Name, Recipe, Tuple
from swerve.worker.guided.tables import LIBRARIES

from ._choices import Choices, Mood, happens, one_of, picked
from ._functions import named
from ._shapes import Array

_FLOATS = (0.5, 1.0, -1.5, 2.0, 3.25, -0.25, 4.0, -2.75, 1.75, 5.5, 0.75, -3.0, 0.0)
_INTEGERS = (1, 2, 3, 0, -1, 5, 4, 7, -2, 10)
_ODD = (float("nan"), 0.0, 1e6)
_WORDS = ("a", "b", "c", "ab", "")
_NAMES = ("a", "b", "c", "d", "e", "f", "g", "h")
_MOST_DIMENSIONS, _MOST_LENGTH = 4, 8
_DIMENSIONS, _DIMENSION_WEIGHTS = (1, 2, 0), (60, 37, 3)
_DTYPES = {"float": "float64", "int": "int64", "bool": "bool", "str": "object"}
_AXES = ("x", "y", "z", "t")


class ArrayMaking:
    """Makes the arrays and tables of one call."""

    def __init__(self, choices: Choices, mood: Mood, mentioned: Sequence[float] = ()) -> None:
        """`mentioned` are numbers that the code has."""
        self._choices = choices
        self._rows = min(mood.length, _MOST_LENGTH)
        self._width = mood.width
        self._theme = mood.theme
        self._mentioned = mentioned

    def make(self, shape: Array) -> Recipe:
        """Make one array or table."""
        choices = self._choices
        form = one_of(choices, shape.forms)
        dtype = one_of(choices, shape.dtypes) if happens(choices, 25) else shape.dtypes[0]
        if form == "index":
            return Call(named("pandas.Index"), (self._column("int"),))
        if form == "series":
            kinds = () if self._rows else _dtype(dtype)
            return Call(named("pandas.Series"), (self._column(dtype),), (*self._labels(), *kinds))
        if form in ("frame", "dataset"):
            return self._table(form, shape.columns, dtype)
        sizes = self._sizes(shape, form)
        array = self._array(sizes, dtype)
        if form == "sparse":
            return Call(named("scipy.sparse.csr_matrix"), (array,))
        if form == "dataarray":
            return Call(
                named("xarray.DataArray"), (array,), (("dims", Tuple(_AXES[: len(sizes)])),)
            )
        return array

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

    def _labels(self) -> tuple[tuple[str, Recipe], ...]:
        """What rows are called: the same in all of a call."""
        rows = self._rows
        labels: Recipe = None
        if self._theme == "str":
            labels = List(_NAMES[:rows])
        elif self._theme == "mixed":
            labels = List(tuple((7 * at + 3) % 11 for at in range(rows)))
        elif self._theme == "pair":
            labels = Call(named("pandas.date_range"), ("2020-01-01",), (("periods", rows),))
        elif self._theme == "list":
            labels = List(tuple(at // 2 for at in range(rows)))
        return () if labels is None or not rows else (("index", labels),)

    def _table(self, form: str, columns: Sequence[str], dtype: str) -> Recipe:
        found: list[tuple[Recipe, Recipe]] = []
        for name in columns or _NAMES[: self._width]:
            own = (dtype, "int", "str")[picked(self._choices, (70, 15, 15))]
            content = self._column(own)
            found.append((name, content if form == "frame" else Tuple((Tuple(("x",)), content))))
        if form == "dataset":
            return Call(named("xarray.Dataset"), (Dict(tuple(found)),))
        return Call(named("pandas.DataFrame"), (Dict(tuple(found)),), self._labels())


def _dtype(dtype: str) -> tuple[tuple[str, Recipe], ...]:
    return () if dtype == "float" else (("dtype", _DTYPES[dtype]),)


def is_array(recipe: Recipe) -> bool:
    """Whether a value is an array or a table: another one may have another shape."""
    function = recipe.function if isinstance(recipe, Call) else None
    return isinstance(function, Name) and function.module.partition(".")[0] in LIBRARIES
