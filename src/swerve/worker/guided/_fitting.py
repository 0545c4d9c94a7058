"""Which arrays and tables would have fitted, where a library refused those that were made up?

What it says names the dimensions, the column or the attribute that was missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from sys import modules
from typing import Any

from ..core.forms import FORMS, LIBRARIES
from ..core.refused import missed_in, wanted_in
from .tables import OF_DIMENSION, Spec, is_there, read_spec, rows_of

_MOST_DIMENSIONS, _MOST_NAMES = 6, 6
_MOST_LENGTH = 20


def tables_instead(error: BaseException, paths: list[str], world: Any) -> Iterator[tuple[str, str]]:
    """By path, tables that would do; of those that the line uses, or of all."""
    if not world.tables:
        return
    used = [path for path in paths if path in world.tables] or list(world.tables)
    better = _better(error, world)
    for path in used if better is not None else ():
        spec = read_spec(world.tables[path])
        before = spec.text()
        if better is not None and better(spec) is not False and spec.text() != before:
            yield path, spec.text()


def _better(error: BaseException, world: Any) -> Callable[[Spec], Any] | None:
    """What to do to a table, by what an exception says."""
    said = str(error)
    names, are_dimensions = missed_in(type(error).__name__, said)
    wanted = wanted_in(said)
    if isinstance(error, AttributeError):
        name = getattr(error, "name", "") or ""
        return lambda spec: _of_form(spec, name, world) or _with_names(spec, names, False)
    for pattern, make in _SAID:
        match = pattern.search(said)
        if match:
            return make(match, world)
    if not _is_of_library(error) or not (names or wanted):
        return None

    def better(spec: Spec) -> Any:
        spec.wanted = (*spec.wanted, *sorted(wanted.difference(spec.wanted)))
        if "integers" in wanted and spec.form == "array":
            spec.dtype = "int"
        _with_names(spec, names, are_dimensions)

    return better


def _is_of_library(error: BaseException) -> bool:
    """Whether a library of arrays raised an exception, as far as frames of it show."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    module = traceback.tb_frame.f_globals.get("__name__") if traceback is not None else None
    return str(module).partition(".")[0] in LIBRARIES


def _with_names(spec: Spec, names: Sequence[str], are_dimensions: bool) -> Any:
    """Let a table have columns or dimensions."""
    if spec.form not in ("frame", "dataset", "dataarray"):
        return False
    sign = OF_DIMENSION if are_dimensions and spec.form != "frame" else ""
    found = [f"{sign}{each}" for each in names if each.replace("_", "a").isalnum()]
    spec.names = tuple(dict.fromkeys((*spec.names, *found)))[:_MOST_NAMES]
    return True


def _of_form(spec: Spec, name: str, world: Any) -> Any:
    for library, classes in (("pandas", ("DataFrame", "Series")), ("xarray", ("DataArray",))):
        for each in classes:
            form = FORMS[each]
            if is_there(world, form) and hasattr(getattr(modules[library], each), name):
                spec.form = form
                rows = (*spec.shape, rows_of(world))[0]
                spec.shape = (rows,) if form == "series" else (rows, 2)
                return True
    return False


def _dimensions(count: int, world: Any) -> Callable[[Spec], Any]:
    def better(spec: Spec) -> Any:
        if spec.form not in ("array", "dataarray", "scalar") or count > _MOST_DIMENSIONS:
            return False
        spec.form = "array" if spec.form == "scalar" else spec.form
        rows = rows_of(world) or 1
        spec.shape = (*spec.shape, *[rows] * count)[:count]
        return True

    return better


def _square(spec: Spec, world: Any) -> None:
    size = rows_of(world) or 2
    spec.shape = (size,) * len(spec.shape)


def _regular(spec: Spec, world: Any) -> None:
    size = rows_of(world) or 2
    spec.form, spec.shape, spec.holds, spec.dtype = "array", (size, size), "regular", "float"


def _scalar(spec: Spec) -> None:
    spec.form, spec.shape = "scalar", ()


def _longer(axis: int, length: int) -> Callable[[Spec], Any]:
    def better(spec: Spec) -> Any:
        if axis >= len(spec.shape) or length > _MOST_LENGTH:
            return False
        spec.shape = (*spec.shape[:axis], length, *spec.shape[axis + 1 :])
        return True

    return better


_SAID: tuple[tuple[re.Pattern[str], Callable[[Any, Any], Callable[[Spec], Any]]], ...] = (
    (
        re.compile(r"too many indices for array: array is \d+-dimensional, but (\d+) were"),
        lambda match, world: _dimensions(int(match.group(1)), world),
    ),
    (
        re.compile(r"axis (\d+) is out of bounds for array of dimension"),
        lambda match, world: _dimensions(int(match.group(1)) + 1, world),
    ),
    (
        re.compile(r"(?:not enough|too many) values to unpack \(expected (\d)"),
        lambda match, world: _dimensions(int(match.group(1)), world),
    ),
    (
        re.compile(r"does not have enough dimensions|at least two-dimensional|must be 2-?d"),
        lambda match, world: _dimensions(2, world),
    ),
    (re.compile(r"must be 1-?d(?:imensional)?\b"), lambda match, world: _dimensions(1, world)),
    (
        re.compile(r"index (\d+) is out of bounds for axis (\d+)"),
        lambda match, world: _longer(int(match.group(2)), int(match.group(1)) + 1),
    ),
    (
        re.compile(r"Singular matrix|positive definite|must be square|not a square"),
        lambda match, world: lambda spec: _regular(spec, world),
    ),
    (
        re.compile(r"broadcast|mismatch|not aligned|same (?:shape|length|size)|must match"),
        lambda match, world: lambda spec: _square(spec, world),
    ),
    (
        re.compile(r"truth value of a|length-1 arrays|0-dimensional arrays|unhashable type: 'n"),
        lambda match, world: _scalar,
    ),
)
