"""Which real array or table stands at a place, where its library is installed?

One world has one number of rows and one of columns, mostly the same, so that what is added, joined
or multiplied fits together. Numbers are halves and quarters: sums and products of them are exact.
What was made is told in a few words, from which another run makes the same.
"""

from __future__ import annotations

from _blake2 import blake2b
from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from io import BytesIO
from pathlib import PurePath
from random import Random
from sys import modules
from threading import Thread
from typing import Any

from ..core.forms import CLASS_OF, LIBRARIES, LIBRARY_OF
from ..core.jobs import TABLE
from ..core.refused import DATED

#: What something may be instead, whose attributes are not those of what it is said to be.
_OTHERS = ("array", "frame", "series", "dataarray", "dataset", "sparse")
#: Forms whose columns or coordinates are attributes too.
_WITH_COLUMNS = ("frame", "dataset", "dataarray")
#: What else has attributes that code names.
_PLAIN = (str, list, dict, set, int, bytes, float, BytesIO, PurePath, Thread, Enum, property)
_ROWS, _ROW_WEIGHTS = (4, 3, 5, 2, 1, 0), (4.0, 3.0, 2.0, 1.5, 0.7, 0.3)
_COLUMNS, _COLUMN_WEIGHTS = (2, 3, 1, 4), (3.0, 2.0, 1.0, 1.0)
#: How likely all arrays of a world are as wide as they are long.
_SQUARE = 0.6
_DIMENSIONS, _DIMENSION_WEIGHTS = (1, 2, 0), (3.0, 2.0, 0.2)
_DTYPES, _DTYPE_WEIGHTS = ("float", "int"), (5.0, 1.5)
_HOLDS = ("plain", "positive", "few", "nan", "sorted", "zeros", "regular", "large")
_HOLD_WEIGHTS = (5.0, 2.0, 1.0, 0.8, 0.7, 0.4, 0.7, 0.2)
_DRAWS = (1.0,) * 5
_INDEXES, _INDEX_WEIGHTS = (
    ("range", "words", "shuffled", "dates", "twice"),
    (4.0, 2.0, 1.0, 0.7, 0.3),
)
#: What a column holds.
_COLUMN_KINDS = ("float", "int", "str", "group", "date")
_COLUMN_KIND_WEIGHTS = (4.0, 1.0, 0.7, 0.7, 0.2)
_NUMERIC_WEIGHTS, _DATED_WEIGHTS = (4.0, 1.0, 0.0, 0.0, 0.0), (1.0, 0.5, 0.0, 0.0, 3.0)
_AXES, _AXIS_WEIGHTS = ("x", "y", "z", "t", "u", "v", "w"), (6.0, 1.0)
#: What stands before a name that is not of a column.
OF_DIMENSION = "@"
_MOST_DIMENSIONS, _MOST_NAMED = 6, 3
_MOST_LISTED = 200
_WORDS = "abcdefghijklmnopqrstuvwxyz"


class Spec:
    """What is told of a table."""

    __slots__ = ("draw", "dtype", "form", "holds", "labels", "names", "shape", "wanted")

    def __init__(
        self, form: str, shape: tuple[int, ...], dtype: str, holds: str, draw: int, labels: str
    ) -> None:
        self.form = form
        self.shape = shape
        self.dtype = dtype
        self.holds = holds
        self.draw = draw
        self.labels = labels
        #: Columns and dimensions that were looked for in vain; those of a data set have a sign.
        self.names: tuple[str, ...] = ()
        #: What its columns have to hold.
        self.wanted: tuple[str, ...] = ()

    def text(self) -> str:
        """In words that can be read again."""
        shape = "x".join(map(str, self.shape)) or "-"
        names, wanted = "+".join(self.names) or "-", "+".join(self.wanted) or "-"
        known = (self.form, shape, self.dtype, self.holds, str(self.draw), self.labels)
        return f"{TABLE}{' '.join((*known, names, wanted))}"


def read_spec(text: str) -> Spec:
    """What `text` was."""
    form, shape, dtype, holds, draw, labels, names, wanted = text[len(TABLE) :].split(" ")
    sizes = tuple(map(int, shape.split("x"))) if shape != "-" else ()
    spec = Spec(form, sizes, dtype, holds, int(draw), labels)
    spec.names = tuple(names.split("+")) if names != "-" else ()
    spec.wanted = tuple(wanted.split("+")) if wanted != "-" else ()
    return spec


def spec_for(world: Any, path: str, kind: str, form: str = "") -> Spec | None:
    """What to make at a place, as a world wants it; nothing where its library is missing."""
    fact = world.facts.of(kind).array
    if not form:
        forms = _forms_at(world, kind, fact)
        if not forms:
            return None
        if world.is_redrawn(path, kind):
            forms.append("scalar")
        form = forms[world.choose(f"{path} is a table of", [1.0] * len(forms))]
    elif not is_there(world, form):
        return None
    shape = _shape(world, path, kind, form, fact)
    dtypes = fact.get("dtypes") or _DTYPES
    dtype = dtypes[world.choose(f"{path} is of", _DTYPE_WEIGHTS[: len(dtypes)])]
    holds = _HOLDS[world.choose(f"{path} holds", _HOLD_WEIGHTS)]
    labels = _INDEXES[world.choose("rows are called", _INDEX_WEIGHTS)]
    return Spec(form, shape, dtype, holds, world.choose(f"{path} is drawn", _DRAWS), labels)


def _forms_at(world: Any, kind: str, fact: Any) -> list[str]:
    """The forms that something may have, of those that the code says, or by what it uses."""
    named = world.facts.attributes_of(kind)
    said = [each for each in fact.get("forms", ("array",)) if is_there(world, each)]
    forms = [each for each in said if _has(each, named)]
    if not forms and named:
        others = [each for each in _OTHERS if is_there(world, each) and _has(each, named)]
        forms = others[:1] or [each for each in said if each in _WITH_COLUMNS]
    return forms


def is_recognised(world: Any, kind: str) -> bool:
    """Whether what the code uses of something is what arrays or tables have, and little else."""
    named = world.facts.attributes_of(kind)
    return bool(named) and _are_of_tables(named, world.libraries)


@lru_cache(maxsize=500)
def _are_of_tables(names: frozenset[str], libraries: frozenset[str]) -> bool:
    if all(any(hasattr(each, name) for each in _PLAIN) for name in names):
        return False
    return any(LIBRARY_OF[form] in libraries and _has(form, names) for form in _OTHERS)


def _has(form: str, names: frozenset[str]) -> bool:
    """Whether values of a form have all attributes that the code names."""
    cls = _class_of(form)
    return all(hasattr(cls, each) for each in names)


def _class_of(form: str) -> Any:
    library, _, name = CLASS_OF[form].rpartition(".")
    return getattr(modules[library], name)


def is_there(world: Any, form: str) -> bool:
    """Whether values of a form can be made."""
    return LIBRARY_OF[form] in world.libraries


def rows_of(world: Any) -> int:
    """How many rows everything has."""
    return _ROWS[world.choose("rows", _ROW_WEIGHTS)]


def columns_of(world: Any) -> int:
    """How many columns everything has."""
    if world.is_so("arrays are square", _SQUARE):
        return rows_of(world)
    return _COLUMNS[world.choose("columns", _COLUMN_WEIGHTS)]


def _shape(world: Any, path: str, kind: str, form: str, fact: Any) -> tuple[int, ...]:
    if form in ("scalar", "generator"):
        return ()
    if form in ("series", "index"):
        return (rows_of(world),)
    if form in ("frame", "sparse"):
        return rows_of(world), columns_of(world)
    named = fact.get("dims")
    if named:
        return tuple(_size(world, name, at) for at, name in enumerate(named))
    sizes = world.facts.of(f"{kind}.shape").sizes or fact.get("ndims") or ()
    options: Sequence[int] = sizes or _DIMENSIONS
    weights = [1.0] * len(options) if sizes else _DIMENSION_WEIGHTS
    count = min(options[world.choose(f"{path} has dimensions", weights)], _MOST_DIMENSIONS)
    return shape_with(world, count)


def shape_with(world: Any, count: int) -> tuple[int, ...]:
    """The shape of an array with so many dimensions."""
    if not count:
        return ()
    return rows_of(world), *[columns_of(world)] * (count - 1)


def _size(world: Any, name: str, at: int) -> int:
    """How long a dimension is that has a name."""
    if name.isdigit():
        return min(int(name), 10)
    if world.is_so("arrays are square", _SQUARE):
        return rows_of(world)
    if not at and name.startswith("n"):
        return rows_of(world)
    return _COLUMNS[world.choose(f"size of {name}", _COLUMN_WEIGHTS)]


def made(world: Any, path: str, kind: str, spec: Spec) -> Any:
    """The value that a spec tells of."""
    value = _MAKERS[spec.form](_Making(world, path, kind, spec))
    world.tables[path] = spec.text()
    return value


class _Making:
    """The parts of one value."""

    def __init__(self, world: Any, path: str, kind: str, spec: Spec) -> None:
        self.world = world
        self.path = path
        self.kind = kind
        self.spec = spec
        self.numpy: Any = modules["numpy"]

    def numbers(self, part: str, shape: tuple[int, ...], dtype: str = "", holds: str = "") -> Any:
        """An array of numbers."""
        dtype, holds = dtype or self.spec.dtype, holds or self.spec.holds
        digest = blake2b(f"{self.path} {part} {self.spec.draw}".encode("utf-8", "surrogatepass"))
        chance = Random(digest.digest())  # noqa: S311 - nothing secret
        count = 1
        for each in shape:
            count *= each
        values: list[Any] = [*_HOLDING[holds](chance, count)]
        numpy = self.numpy
        if dtype == "bool":
            values = [bool(int(4 * value) & 1) if value == value else False for value in values]
        elif dtype == "int":
            values = [int(2 * v) if v == v and abs(v) < 1e9 else 7 for v in values]
        elif dtype == "str":
            values = [
                _WORDS[int(abs(4 * v)) % 5] if v == v and abs(v) < 1e9 else "" for v in values
            ]
        array = numpy.array(values, dtype=None if dtype == "str" and count else _OF[dtype])
        array = array.reshape(shape)
        is_square = len(shape) == 2 and shape[0] == shape[1]
        if holds == "regular" and is_square and dtype == "float":
            array = array @ array.T + numpy.eye(shape[0]) * 4
        return array

    def index(self) -> Any:
        """What the rows of a table are called: the same for all of a world."""
        pandas = modules["pandas"]
        rows, labels = (*self.spec.shape, 0)[0], self.spec.labels
        if "dates" in self.spec.wanted:
            labels = "dates"
        if labels == "words":
            return pandas.Index(list(_WORDS[:rows]))
        if labels == "shuffled":
            return pandas.Index([(7 * at + 3) % 11 for at in range(rows)])
        if labels == "dates":
            return pandas.date_range("2020-01-01", periods=rows, freq="D")
        if labels == "twice":
            return pandas.Index([at // 2 for at in range(rows)])
        return pandas.RangeIndex(rows)

    def columns(self) -> list[str]:
        """What the columns of a table are called: as the code names them."""
        asked = [name for name in self.spec.names if not name.startswith(OF_DIMENSION)]
        names = list(dict.fromkeys((*self.named(), *asked)))
        return names or list(_WORDS[: (*self.spec.shape, 1, 1)[1]])

    def named(self) -> list[str]:
        """Texts by which the code takes parts, and attributes that its class does not have."""
        facts, cls = self.world.facts, _class_of(self.spec.form)
        named = facts.attributes_of(self.kind)
        return [
            *facts.text_keys(self.kind),
            *sorted(each for each in named if not hasattr(cls, each)),
        ]

    def column(self, name: str, rows: tuple[int, ...]) -> Any:
        """What is in a column: of a kind that was wanted, or that its name says."""
        wanted = self.spec.wanted
        if "unique" in wanted and self.world.is_so(f"{self.path}[{name!r}] is a key", 0.5):
            return self.numpy.arange(1, rows[0] + 1)
        options, weights = _COLUMN_KINDS, _COLUMN_KIND_WEIGHTS
        if DATED.search(name) or "dates" in wanted:
            weights = _DATED_WEIGHTS
        elif "numbers" in wanted:
            weights = _NUMERIC_WEIGHTS
        kind = options[self.world.choose(f"{self.path}[{name!r}] is of", weights)]
        if kind == "group":
            return self.numbers(name, rows, "str", "few")
        if kind != "date":
            return self.numbers(name, rows, kind)
        days = self.numbers(name, rows, "int", "positive")
        return self.numpy.datetime64("2020-01-01", "ns") + days * self.numpy.timedelta64(1, "D")

    def coordinates(self, dims: Sequence[str], shape: Sequence[int]) -> dict[str, Any]:
        """Coordinates of dimensions that have a name of their own."""
        found: dict[str, Any] = {}
        for name, size in zip(dims, shape):
            if DATED.search(name):
                found[name] = modules["pandas"].date_range("2020-01-01", periods=size)
            elif len(name) > 1 and self.world.is_so(f"{name} has coordinates", 0.7):
                found[name] = [10.0 * at for at in range(size)]
        if dims and self.spec.labels != "range" and dims[0] not in found:
            found[dims[0]] = self.index().values
        return found


_OF = {"float": "float64", "int": "int64", "bool": "bool", "str": "str"}


def _plain(chance: Random, count: int) -> list[float]:
    numbers = list(range(-12, 13))
    chance.shuffle(numbers)
    while len(numbers) < count:
        numbers.append(chance.randint(-40, 40))
    return [each / 4 for each in numbers[:count]]


def _positive(chance: Random, count: int) -> list[float]:
    numbers = list(range(1, 17))
    chance.shuffle(numbers)
    while len(numbers) < count:
        numbers.append(chance.randint(1, 40))
    return [each / 4 for each in numbers[:count]]


def _with_nan(chance: Random, count: int) -> list[float]:
    values = _plain(chance, count)
    if count:
        values[chance.randrange(count)] = float("nan")
    return values


_HOLDING: dict[str, Callable[[Random, int], list[float]]] = {
    "plain": _plain,
    "positive": _positive,
    "few": lambda chance, count: [float(chance.randint(0, 2)) for _ in range(count)],
    "nan": _with_nan,
    "sorted": lambda chance, count: sorted(_plain(chance, count)),
    "zeros": lambda chance, count: [0.0] * count,
    "regular": _positive,
    "large": lambda chance, count: [each * 1e6 for each in _plain(chance, count)],
}


def _array(making: _Making) -> Any:
    return making.numbers("", making.spec.shape)


def _generator(making: _Making) -> Any:
    return making.numpy.random.default_rng(making.spec.draw)


def _scalar(making: _Making) -> Any:
    return making.numbers("", (1,))[0]


def _series(making: _Making) -> Any:
    pandas = modules["pandas"]
    numbers = making.numbers("", making.spec.shape)
    return pandas.Series(numbers, index=making.index(), name=making.path.rpartition(".")[2])


def _frame(making: _Making) -> Any:
    rows = making.spec.shape[:1]
    columns = {name: making.column(name, rows) for name in making.columns()}
    return modules["pandas"].DataFrame(columns, index=making.index())


def _index(making: _Making) -> Any:
    return making.index()


def _sparse(making: _Making) -> Any:
    numbers = making.numbers("", making.spec.shape)
    numbers[making.numbers("where", making.spec.shape, "bool", "plain")] = 0
    return modules["scipy.sparse"].csr_matrix(numbers)


def _data_array(making: _Making) -> Any:
    asked = [name.lstrip(OF_DIMENSION) for name in making.spec.names]
    names = [*dict.fromkeys((*asked, *making.named()))][:_MOST_NAMED]
    shape = making.spec.shape or (rows_of(making.world),) * bool(names)
    shape += (columns_of(making.world),) * (len(names) - len(shape))
    first = making.world.choose(f"first axis of {making.path}", _AXIS_WEIGHTS)
    dims = (*names, *(each for each in _AXES[first:] if each not in names))[: len(shape)]
    name = making.path.rpartition(".")[2]
    coords = making.coordinates(dims, shape)
    return modules["xarray"].DataArray(making.numbers("", shape), coords, dims, name)


def _dataset(making: _Making) -> Any:
    dims = [name[1:] for name in making.spec.names if name.startswith(OF_DIMENSION)]
    dims = [*dict.fromkeys(dims)][:_MOST_NAMED]
    names = [name for name in making.columns() if name not in dims][:4] or ["a"]
    shape = making.spec.shape or (rows_of(making.world),)
    shape += (columns_of(making.world),) * (len(dims) - len(shape))
    dims = [*dims, *(each for each in _AXES if each not in dims)][: len(shape)]
    arrays = {name: (dims, making.numbers(name, shape)) for name in names}
    return modules["xarray"].Dataset(arrays, making.coordinates(dims, shape))


_MAKERS: dict[str, Callable[[_Making], Any]] = {
    "array": _array,
    "generator": _generator,
    "scalar": _scalar,
    "series": _series,
    "frame": _frame,
    "index": _index,
    "sparse": _sparse,
    "dataarray": _data_array,
    "dataset": _dataset,
}


#: What numpy had under names that are gone, and what it is called today.
_BEFORE = {
    "alltrue": "all",
    "cumproduct": "cumprod",
    "float_": "float64",
    "complex_": "complex128",
    "in1d": "isin",
    "product": "prod",
    "row_stack": "vstack",
    "sometrue": "any",
    "trapz": "trapezoid",
    "NaN": "nan",
    "Inf": "inf",
    "infty": "inf",
    "unicode_": "str_",
    "string_": "bytes_",
}
_PLAIN_NAMES: dict[str, type] = {
    "bool": bool,
    "int": int,
    "float": float,
    "complex": complex,
    "object": object,
    "str": str,
}


def name_as_before() -> None:
    """Give numpy the names that it had when older code was written."""
    numpy: Any = modules["numpy"]
    names = vars(numpy)
    for name, now in _BEFORE.items():
        if name not in names and now in names:
            setattr(numpy, name, names[now])
    for name, cls in _PLAIN_NAMES.items():
        if name not in names:
            setattr(numpy, name, cls)


def is_table(value: object) -> bool:
    """Whether a value is of a library of arrays and tables."""
    return (type(value).__module__ or "").partition(".")[0] in LIBRARIES


def has_method(name: str) -> bool:
    """Whether arrays have a method."""
    return callable(getattr(modules["numpy"].ndarray, name, None))


def written(value: Any) -> str:
    """Write an array or a table: numbers that differ by rounding look the same."""
    numpy = modules.get("numpy")
    name = type(value).__name__
    if numpy is not None and isinstance(value, numpy.ndarray):
        if value.size > _MOST_LISTED or value.dtype.kind not in "biufcSUO":
            return f"{name}({value.shape}, {value.dtype}, {_digest(value)})"
        return f"{name}({_rounded(value.tolist())}, {value.dtype})"
    if numpy is not None and isinstance(value, numpy.generic):
        return f"{name}({_rounded(value.item())})"
    if name == "DataFrame":
        columns = {str(key): value.iloc[:, at].tolist() for at, key in enumerate(value.columns)}
        return f"DataFrame({_rounded(columns)}, {value.index.tolist()})"
    if name == "Series":
        return f"Series({_rounded(value.tolist())}, {value.index.tolist()}, {value.name!r})"
    try:
        text = repr(value)
    except Exception:
        text = ""
    return f"<{name}>" if " at 0x" in text else text


def _digest(value: Any) -> str:
    return blake2b(value.tobytes(), digest_size=8).hexdigest()


def _rounded(value: Any) -> str:
    if type(value) is float:
        return f"{value:.12g}"
    if type(value) is list:
        return f"[{', '.join(map(_rounded, value))}]"
    if type(value) is dict:
        return f"{{{', '.join(f'{key!r}: {_rounded(each)}' for key, each in value.items())}}}"
    return repr(value)
