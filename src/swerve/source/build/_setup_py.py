"""What does a setup.py say, as far as it can be read without running it?"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

_MOST_BYTES = 1_000_000
_FINDERS = ("find_packages", "find_namespace_packages")


@dataclass(frozen=True, slots=True)
class FoundIn:
    """The packages below a folder: `find_packages("src")`."""

    folder: str


class _Unreadable(Exception):
    """The value depends on something that only running the file would tell."""


def setup_arguments(source: bytes) -> Mapping[str, object]:
    """The keyword arguments of the call to `setup` that are plain values; others are missing."""
    if len(source) > _MOST_BYTES:
        return {}
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    names: dict[str, object] = {}
    arguments: dict[str, object] = {}
    for node in _statements(tree.body):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            _assign(node.targets[0], node.value, names)
        elif isinstance(node, ast.Expr) and _is_setup(node.value):
            _read_call(node.value, names, arguments)
    return arguments


def _statements(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements in order, also those in `if`, `try`, `with` and functions."""
    found: list[ast.stmt] = []
    for node in body:
        found.append(node)
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(node, name, None)
            if isinstance(inner, list) and not isinstance(node, ast.ClassDef):
                found += _statements(inner)
    return found


def _is_setup(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    return _name_of(node.func) == "setup"


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _read_call(call: ast.expr, names: Mapping[str, object], into: dict[str, object]) -> None:
    if not isinstance(call, ast.Call):
        return
    for keyword in call.keywords:
        try:
            value = _value(keyword.value, names)
        except _Unreadable:
            continue
        if keyword.arg is not None:
            into[keyword.arg] = value
        elif isinstance(value, dict):
            into.update((str(key), item) for key, item in value.items())


def _assign(target: ast.expr, value: ast.expr, names: dict[str, object]) -> None:
    try:
        found = _value(value, names)
    except _Unreadable:
        if isinstance(target, ast.Name):
            names.pop(target.id, None)
        return
    if isinstance(target, ast.Name):
        names[target.id] = found
    elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
        holder = names.get(target.value.id)
        if isinstance(holder, dict) and isinstance(target.slice, ast.Constant):
            names[target.value.id] = {**holder, target.slice.value: found}


def _value(node: ast.expr, names: Mapping[str, object]) -> object:
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name) and node.id in names:
        return names[node.id]
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return _items(node.elts, names)
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return {_key(key, names): _value_or_none(value, names) for key, value in pairs}
    if isinstance(node, ast.Call):
        return _called(node, names)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _sum(_value(node.left, names), _value(node.right, names))
    raise _Unreadable


def _items(nodes: list[ast.expr], names: Mapping[str, object]) -> list[object]:
    """What can be read of a list: one computed requirement does not hide the others."""
    found: list[object] = []
    for node in nodes:
        if isinstance(node, ast.Starred):
            inner = _value_or_none(node.value, names)
            found += inner if isinstance(inner, list) else []
        else:
            found.append(_value_or_none(node, names))
    return found


def _key(node: ast.expr | None, names: Mapping[str, object]) -> str:
    value = _value(node, names) if node is not None else None
    if not isinstance(value, str):
        raise _Unreadable
    return value


def _value_or_none(node: ast.expr, names: Mapping[str, object]) -> object:
    try:
        return _value(node, names)
    except _Unreadable:
        return None


def _called(node: ast.Call, names: Mapping[str, object]) -> object:
    name = _name_of(node.func)
    keywords = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
    if name in _FINDERS:
        where = node.args[0] if node.args else keywords.get("where")
        folder = "." if where is None else _value(where, names)
        if isinstance(folder, str):
            return FoundIn(folder)
    elif name == "dict" and not node.args:
        return {key: _value_or_none(value, names) for key, value in keywords.items()}
    elif name in ("list", "sorted", "tuple") and len(node.args) == 1:
        return _value(node.args[0], names)
    raise _Unreadable


def _sum(left: object, right: object) -> object:
    if isinstance(left, list) and isinstance(right, list):
        return [*left, *right]
    if isinstance(left, list) and isinstance(right, FoundIn):
        return right
    if isinstance(left, FoundIn):
        return left
    if isinstance(left, str) and isinstance(right, str):
        return left + right
    raise _Unreadable
