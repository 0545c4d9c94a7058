"""Do the pairs of array code differ where they say so, and nowhere where they say they do not?"""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest
from tests.pairs import VersionPair, array_pairs

pd = pytest.importorskip("pandas")
sparse = pytest.importorskip("scipy.sparse")
xr = pytest.importorskip("xarray")

#: Rounding: the last digits of what takes some dozens of steps to compute.
_NEAR = 1e-9


@pytest.mark.parametrize("pair", array_pairs(), ids=lambda pair: str(pair.name))
def test_an_array_pair_is_what_it_says(pair: VersionPair) -> None:
    assert pair.calls
    differing = [
        call for call in pair.calls if not _alike(_shown(pair.old, call), _shown(pair.new, call))
    ]
    assert differing == (list(pair.calls) if pair.is_changed else [])


def test_there_are_enough_of_each() -> None:
    changed = sum(pair.is_changed for pair in array_pairs())
    assert changed >= 60
    assert len(array_pairs()) - changed >= 60


def _shown(text: str, call: str) -> object:
    """What a call shows: its value or exception, and the warnings before it."""
    names: dict[str, Any] = {"np": np, "pd": pd, "xr": xr, "sparse": sparse}
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        exec(compile(text, "version.py", "exec"), names)  # noqa: S102 - what this is for
        try:
            found = eval(call, names)  # noqa: S307 - likewise
        except Exception as error:
            found = type(error).__name__, str(error)
        told = [(each.category.__name__, str(each.message)) for each in heard]
    return _plain(found), told


def _plain(value: object) -> object:
    """A value as nested tuples, with all that may differ about it."""
    if isinstance(value, np.ma.MaskedArray):
        return "masked", _plain(value.filled(0)), _plain(np.ma.getmaskarray(value))
    if isinstance(value, np.ndarray):
        return "array", str(value.dtype), value.shape, _plain(value.tolist())
    if isinstance(value, np.generic):
        return type(value).__name__, _plain(value.item())
    if sparse.issparse(value):
        kept: Any = value
        return kept.format, kept.nnz, _plain(kept.toarray())
    if isinstance(value, pd.DataFrame):
        columns = [_plain(value.iloc[:, at]) for at in range(value.shape[1])]
        return "frame", _plain(value.columns), _plain(value.index), tuple(columns)
    if isinstance(value, pd.Series):
        return "series", str(value.dtype), repr(value.name), _plain(value.index), _plain([*value])
    if isinstance(value, pd.Index):
        return type(value).__name__, str(value.dtype), repr(value.names), _plain([*value])
    if isinstance(value, xr.Dataset):
        held = {str(name): _plain(each) for name, each in value.variables.items()}
        return "dataset", tuple(sorted(held.items())), repr(value.attrs)
    if isinstance(value, (xr.DataArray, xr.Variable)):
        kept = value
        coords = getattr(kept, "coords", {})
        held = {str(name): _plain(each.variable) for name, each in coords.items()}
        name = getattr(kept, "name", None)
        return kept.dims, repr(name), repr(kept.attrs), _plain(kept.values), tuple(held.items())
    if isinstance(value, dict):
        return "dict", tuple((_plain(key), _plain(each)) for key, each in value.items())
    if isinstance(value, (list, tuple)):
        return type(value).__name__, tuple(map(_plain, value))
    if getattr(value, "__dict__", None) and not isinstance(value, type):
        return type(value).__name__, _plain(vars(value))
    return value if isinstance(value, (int, float, str, bytes, bool)) else repr(value)


def _alike(one: object, other: object) -> bool:
    """Whether two of these are the same, but for rounding."""
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        return len(one) == len(other) and all(map(_alike, one, other))
    if type(one) is float and type(other) is float:
        both_nan = math.isnan(one) and math.isnan(other)
        return both_nan or math.isclose(one, other, rel_tol=_NEAR, abs_tol=_NEAR)
    return type(one) is type(other) and one == other
