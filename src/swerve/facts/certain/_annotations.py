"""Which values does an annotation allow for certain?"""

from __future__ import annotations

import ast

from swerve.facts.certain._certain import UNKNOWN, Certain, Instance, of_type
from swerve.facts.certain._file_facts import is_special, type_value, union, wraps_type
from swerve.facts.certain._holders import Holders, Names
from swerve.facts.classes import class_of


def annotated(node: ast.expr | None, names: Names, holders: Holders, rule: str) -> Certain:
    """Some value of the type that an annotation says."""
    if isinstance(node, ast.Constant):
        if node.value is None:
            return of_type(type(None), rule)
        inner = _parsed(node.value) if isinstance(node.value, str) else None
        return annotated(inner, names, holders, rule) if inner is not None else UNKNOWN
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        sides = (node.left, node.right)
        return union([annotated(each, names, holders, rule) for each in sides])
    if isinstance(node, ast.Subscript):
        return _generic(node, names, holders, rule)
    if node is None:
        return UNKNOWN
    value = type_value(holders.meant(node, names), rule)
    # Integers go for floats too.
    return value if value.what != Instance(float) else UNKNOWN


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return None


def _generic(node: ast.Subscript, names: Names, holders: Holders, rule: str) -> Certain:
    origin = holders.meant(node.value, names)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if not parts:
        return type_value(origin, rule)
    if wraps_type(origin):
        return annotated(parts[0], names, holders, rule)
    if is_special(origin, "Optional"):
        parts = [parts[0], ast.Constant(None)]
    if is_special(origin, "Optional") or is_special(origin, "Union"):
        return union([annotated(each, names, holders, rule) for each in parts])
    if is_special(origin, "Literal"):
        return union([_literal(each, rule) for each in parts])
    return type_value(origin, rule)


def _literal(node: ast.expr, rule: str) -> Certain:
    if not isinstance(node, ast.Constant):
        return UNKNOWN
    return Certain(frozenset({class_of(node.value).value}), rule, Instance(type(node.value)))
