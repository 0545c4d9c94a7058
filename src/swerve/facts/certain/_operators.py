"""What do operators, loops and items make of values that are certain?"""

from __future__ import annotations

import ast
from dataclasses import replace

from swerve.facts.certain._certain import UNKNOWN, Certain, Instance, coarse_of, joined, of_type

_NUMBERS = ("integer", "float", "boolean")


def element_of(whole: Certain) -> Certain:
    """What an item of a value is."""
    if whole.element is not None:
        return whole.element
    if isinstance(whole.what, Instance) and whole.what.of is str:
        return Certain(frozenset({"string"}), "element", whole.what)
    return UNKNOWN


def is_plain(value: Certain) -> bool:
    """It is of a builtin class, whose operators do what they are known for."""
    what = value.what
    plain = (str, bytes, int, float, bool, list, tuple, dict, set)
    return isinstance(what, Instance) and what.of in plain


def combined(operator: ast.operator, left: Certain, right: Certain) -> Certain:
    """What an operator makes of two values."""
    rule = "operator"
    one, other = (coarse_of(each.words) if each.words else "" for each in (left, right))
    kind = left.what.of if isinstance(left.what, Instance) else None
    if isinstance(operator, ast.Mod) and kind in (str, bytes):
        return of_type(kind, rule)
    if not one or not other:
        return UNKNOWN
    if isinstance(operator, ast.Add) and one == other and one in ("string", "list", "tuple"):
        whole = joined(left, right)
        is_filled = any(each.words == {one} for each in (left, right))
        return replace(whole, words=frozenset({one}) if is_filled else whole.words, rule=rule)
    if one in _NUMBERS and other in _NUMBERS and kind in (int, float, bool):
        return _number(operator, one, other, rule)
    if isinstance(operator, ast.Mult) and one in ("string", "list", "tuple") and other == "integer":
        return of_type(kind, rule) if kind in (str, bytes, list, tuple) else UNKNOWN
    if one == other == "set" and isinstance(operator, (ast.BitOr, ast.BitAnd, ast.Sub)):
        return of_type(set, rule)
    return UNKNOWN


def _number(operator: ast.operator, one: str, other: str, rule: str) -> Certain:
    if isinstance(operator, ast.Pow):
        return UNKNOWN
    if isinstance(operator, ast.Div) or "float" in (one, other):
        return of_type(float, rule)
    is_bitwise = isinstance(operator, (ast.BitAnd, ast.BitOr, ast.BitXor))
    return of_type(bool if is_bitwise and one == other == "boolean" else int, rule)
