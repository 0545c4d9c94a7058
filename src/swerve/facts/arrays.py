"""What kind of array or table does the code say that a place holds?"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable, Sequence
from typing import Any

from swerve.source.syntax import Unreadable, last_name, parse
from swerve.worker.core.forms import LIBRARIES

from .usage import Usage

_IMPORT = re.compile(r"^[ \t]*(?:import|from)[ \t]+(\w+)", re.M)
#: How annotations and docstrings speak of each form, the most telling first.
_SAID = {
    "dataset": re.compile(r"\bDataset\b"),
    "dataarray": re.compile(r"\bDataArray\b"),
    "frame": re.compile(r"(?i:\bdata-?frames?\b)"),
    "series": re.compile(r"\bSeries\b"),
    "sparse": re.compile(r"(?i:\bsparse\b)|\bcsr_matrix\b"),
    "generator": re.compile(r"\brandom\.Generator\b|\bRandomState\b|(?i:\brandom number gen)"),
    "array": re.compile(r"(?i:\bnd-?arrays?\b|\barray|\bmatrix\b|\btensors?\b)|NDArray"),
}
#: Attributes and methods that tell a form.
_USED = {
    "dataarray": ("coords", "dims", "isel", "sel", "data_vars"),
    "frame": ("columns", "groupby", "iterrows", "itertuples", "set_index", "merge", "iloc", "loc"),
    "series": ("iat", "to_frame", "value_counts"),
    "generator": ("integers", "standard_normal", "permutation", "normal", "uniform", "poisson"),
    "sparse": ("tocsr", "tocsc", "tocoo", "nnz", "indptr", "toarray", "todense"),
}
_SHAPE = re.compile(r"[(\[]\s*(\w+(?:\s*,\s*\w+)*)\s*,?\s*[)\]]")
_WORDS_OF_DIMENSIONS = (
    (1, re.compile(r"(?i)\b(?:1-?d|one-dimensional|vector)\b")),
    (2, re.compile(r"(?i)\b(?:2-?d|two-dimensional|matrix)\b")),
    (3, re.compile(r"(?i)\b(?:3-?d|three-dimensional)\b")),
)
_DTYPES = (
    ("bool", re.compile(r"(?i)\bbool")),
    ("int", re.compile(r"(?i)\bint(?:s|eger|egers|\d+)?\b")),
    ("str", re.compile(r"(?i)\b(?:str|string)s?\b")),
)

_SPARSE = re.compile(r"\b((?:csr|csc|coo|lil|dok|bsr|dia)_(?:array|matrix))\b")
_PARTS_OF_ARRAYS = ("shape", "ndim", "dtype", "T", "astype", "reshape", "iloc", "loc")
#: How annotations and docstrings speak of arrays.
_ARRAY = re.compile(
    r"(?i:\bnd-?arrays?\b|\barray(?:[-_ ]?like)?\b|\bdata-?frames?\b|\btensors?\b|\bmatrix\b)"
    r"|\bArrayLike\b|\bNDArray\b|\bSeries\b|\bDataArray\b|\bDataset\b|\bsparse\b|_matrix\b"
    r"|\brandom\.Generator\b|\bRandomState\b|(?i:\brandom number gen)"
)
_SEVERAL = re.compile(r"(?i)\W*(?:list|tuple|dict|sequence|iterable|mapping|callable|function)")


def libraries_in(texts: Iterable[str]) -> list[str]:
    """The libraries of arrays that either file imports, and those that they need."""
    found = {name for text in texts for name in _IMPORT.findall(text)} & set(LIBRARIES)
    return [name for name in LIBRARIES if name in found or (name == "numpy" and found)]


class OwnErrors:
    """Exceptions that code raises itself, as far as its text says so."""

    def __init__(self, texts: Iterable[str]) -> None:
        #: By the name of the class: the constants of its messages, between which anything stands.
        self._messages: dict[str, list[tuple[str, ...]]] = {}
        trees = [tree for tree in map(parse, texts) if not isinstance(tree, Unreadable)]
        for node in (node for tree in trees for node in ast.walk(tree)):
            if isinstance(node, ast.Raise) and node.exc is not None:
                call = node.exc if isinstance(node.exc, ast.Call) else None
                name = last_name(node.exc if call is None else call.func)
                said = ("",) if call is None or not call.args else _said_in(call.args[0])
                self._messages.setdefault(name, []).append(said)

    def may_be(self, name: str, message: str) -> bool:
        """Whether the code may have raised this, and not a library that it calls."""
        return any(_is_made_of(message, each) for each in self._messages.get(name, ()))


def _said_in(node: ast.expr) -> tuple[str, ...]:
    """The constants of a message; between two of them stands anything."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    if not isinstance(node, ast.JoinedStr):
        return "", ""
    found = [""]
    for part in node.values:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            found[-1] += part.value
        else:
            found.append("")
    return tuple(found)


def _is_made_of(message: str, constants: tuple[str, ...]) -> bool:
    """Whether a message has these constants, in time linear in it: target code chooses both."""
    first, last = constants[0], constants[-1]
    if len(constants) == 1:
        return message == first
    at, end = len(first), len(message) - len(last)
    if not (message.startswith(first) and message.endswith(last) and at <= end):
        return False
    for each in constants[1:-1]:
        found = message.find(each, at, end)
        if found < 0:
            return False
        at = found + len(each)
    return True


def errors_named(texts: Sequence[str]) -> OwnErrors | None:
    """Exceptions that either file raises itself; nothing where it has no arrays."""
    return OwnErrors(texts) if libraries_in(texts) else None


def is_array_at(path: str, usage: Usage, paths: Container[str]) -> bool:
    """Whether the code uses something as an array, or says that it is one."""
    said = " ".join((*usage.annotations, usage.documented))
    if said:
        return bool(_ARRAY.search(said)) and not _SEVERAL.match(said)
    return (
        any(f"{path}.{part}" in paths for part in _PARTS_OF_ARRAYS)
        or any(f"{path}.{part}()" in paths for part in _USED["generator"])
        or usage.operators & {"[mask]", "[columns]"} != set()
        or "array library" in usage.passed_to
    )


def array_of(path: str, usage: Usage, paths: Container[str]) -> dict[str, Any]:
    """The forms, dimensions and types of what is at a place, as far as the code says so."""
    said = " ".join((*usage.annotations, usage.documented))
    forms = [form for form, pattern in _SAID.items() if pattern.search(said)]
    if not forms:
        forms = [
            form
            for form, names in _USED.items()
            if any(f"{path}.{each}" in paths or f"{path}.{each}()" in paths for each in names)
        ]
    if not forms and "[columns]" in usage.operators:
        forms = ["frame"]
    known: dict[str, Any] = {"forms": forms or ["array"]}
    if sparse := _SPARSE.search(said):
        known["made_by"] = sparse[1]
    shape = _SHAPE.search(said)
    dimensions = [count for count, pattern in _WORDS_OF_DIMENSIONS if pattern.search(said)]
    if shape and ("," in shape.group() or "shape" in said):
        known["dims"] = re.split(r"\s*,\s*", shape.group(1))
    elif dimensions:
        known["ndims"] = dimensions
    elif f"{path}.ndim" in paths:
        known["ndims"] = [1, 2]
    elif "[,]" in usage.operators or f"{path}.T" in paths:
        known["ndims"] = [2]
    dtypes = [name for name, pattern in _DTYPES if pattern.search(said)]
    known["dtypes"] = dtypes[:1] or ["float", "int"]
    return known
