"""How are arrays with names, masked ones, and sparse matrices, written?

As their users see them. What they keep beside that, like indexes that are made when they are asked
for, whether attributes were ever looked at, or whether indices are known to be sorted, may differ
between equal ones.
"""

from __future__ import annotations

from sys import modules
from typing import Any

from ._arrays import is_held
from ._classes import class_name
from ._encoder import Encoder, Handler

#: A sparse matrix with more places than this is written as what it stores.
_MOST_PLACES = 2_000
_SPARSE = "scipy.sparse._base._spbase"
_MASKED = frozenset(("numpy.ma.MaskedArray", "numpy.ma.core.MaskedArray"))


def labelled_rule(mro: tuple[type, ...]) -> Handler | None:
    """The handler for instances of exactly this class; nothing for classes that derive from it."""
    cls = mro[0]
    name = class_name(cls)
    package = name.partition(".")[0]
    last = name.rpartition(".")[2]
    if package == "xarray" and last in _XARRAY and is_held(cls, "xarray", last):
        return _XARRAY[last]
    if name in _MASKED and is_held(cls, "numpy.ma", last):
        return _put_masked
    if package == "scipy" and any(class_name(each) == _SPARSE for each in mro):
        return _put_sparse if is_held(cls, "scipy.sparse", last) else None
    return None


def _put_data_array(encoder: Encoder, value: Any) -> None:
    fields = {
        "attrs": dict(value.attrs),
        "coords": _variables(value.coords),
        "dims": tuple(value.dims),
        "name": value.name,
    }
    encoder.put_fields(class_name(type(value)), fields, [value.data])


def _put_dataset(encoder: Encoder, value: Any) -> None:
    fields = {
        "attrs": dict(value.attrs),
        "coords": _variables(value.coords),
        "sizes": dict(value.sizes),
    }
    encoder.put_fields(class_name(type(value)), fields, [_variables(value.data_vars)])


def _put_variable(encoder: Encoder, value: Any) -> None:
    fields = {"attrs": dict(value.attrs), "dims": tuple(value.dims)}
    encoder.put_fields(class_name(type(value)), fields, [value.data])


def _variables(held: Any) -> dict[Any, Any]:
    """Each by its name, as a variable."""
    return {name: each.variable.to_base_variable() for name, each in held.items()}


def _put_masked(encoder: Encoder, value: Any) -> None:
    """What is below the mask is nobody's business."""
    cls, kind = type(value), value.dtype  # the class's methods: an instance may have its own
    seen = cls.filled(value) if kind.names else cls.filled(value, kind.type())
    mask = modules["numpy.ma"].getmaskarray(value)
    # As text: 1e20, which most have, is not among the numbers that are computed with.
    fields = {"fill_value": repr(value.fill_value), "mask": mask}
    encoder.put_fields("numpy.ma.MaskedArray", fields, [seen])


def _put_sparse(encoder: Encoder, value: Any) -> None:
    fields = {
        "dtype": value.dtype,
        "format": value.format,
        "nnz": value.nnz,
        "shape": tuple(value.shape),
    }
    places = 1
    for size in value.shape:
        places *= size
    if places <= _MOST_PLACES:
        content: Any = value.toarray()
    else:
        stored = value.tocoo()
        content = [*stored.coords, stored.data]
    encoder.put_fields(class_name(type(value)), fields, [content])


_XARRAY: dict[str, Handler] = {
    "DataArray": _put_data_array,
    "Dataset": _put_dataset,
    "IndexVariable": _put_variable,
    "Variable": _put_variable,
}
