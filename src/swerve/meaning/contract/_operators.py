"""What do the operators give? Python's answer, where that stays small."""

from __future__ import annotations

import ast
from decimal import Decimal
from fractions import Fraction
from typing import Any

from swerve.source.syntax.operators import OPERATORS

from ._budget import MOST_BITS, CannotTell, ClauseBudget, checked_integer
from ._things import Hidden, Reference, Thing, computable, plain

_SEQUENCES = (str, bytes, list, tuple)
_ATOMS = (bool, int, float, complex, str, bytes, type(None), type(...))


def binary(op: ast.operator, left: Any, right: Any, budget: ClauseBudget) -> Any:
    """Compute `left op right`; `CannotTell` before anything huge is made."""
    left, right = computable(left), computable(right)
    compute = OPERATORS.get(type(op))
    if compute is None:
        raise TypeError(f"the operator {type(op).__name__} is not part of the language")
    if isinstance(op, ast.Mod) and isinstance(left, (str, bytes)):
        raise TypeError("use f-strings here, not %")
    if isinstance(op, ast.Mult):
        for one, other in ((left, right), (right, left)):
            if isinstance(one, _SEQUENCES) and isinstance(other, int):
                budget.make(len(one) * max(0, other))
    elif isinstance(op, ast.Pow):
        _check_power(left, right)
    elif isinstance(op, ast.LShift):
        _check_shift(left, right)
    if isinstance(left, int) and isinstance(right, int):
        budget.spend((left.bit_length() * right.bit_length()) >> 20)
    else:
        for each in (left, right):
            if isinstance(each, (str, bytes, list, tuple, set, frozenset, dict)):
                budget.make(len(each))
                if isinstance(each, (set, frozenset, dict)):
                    budget.weigh(each)
    return checked_integer(compute(left, right))


def _check_shift(value: Any, places: Any) -> None:
    are_integers = isinstance(value, int) and isinstance(places, int)
    if are_integers and value and value.bit_length() + places > MOST_BITS:
        raise CannotTell(f"an integer of more than {MOST_BITS:,} bits is too large")


def _check_power(base: Any, exponent: Any) -> None:
    if not isinstance(exponent, int):
        if isinstance(base, (Fraction, Decimal)) and isinstance(exponent, (Fraction, Decimal)):
            raise TypeError("powers of decimals and fractions need integer exponents here")
        return
    if isinstance(base, Decimal):
        if abs(exponent) > MOST_BITS:
            raise CannotTell("the power is too large to compute")
        return
    size = 0
    if isinstance(base, int):
        size = base.bit_length() if abs(base) > 1 else 0
    elif isinstance(base, Fraction):
        size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if size * abs(exponent) > MOST_BITS:
        raise CannotTell("the power is too large to compute")


def unary(op: ast.unaryop, value: Any) -> Any:
    """Compute `-value`, `+value`, `~value`."""
    value = computable(value)
    return OPERATORS[type(op)](value)


def compared(op: ast.cmpop, left: Any, right: Any, budget: ClauseBudget) -> bool:
    """Compute `left op right` for `==`, `<`, `in`, `is` and their like."""
    if isinstance(op, ast.Is):
        return is_same(left, right)
    if isinstance(op, ast.IsNot):
        return not is_same(left, right)
    if isinstance(op, ast.In):
        return _contains(left, right, budget)
    if isinstance(op, ast.NotIn):
        return not _contains(left, right, budget)
    budget.weigh(left)
    if isinstance(op, ast.Eq):
        return equal(left, right, budget)
    if isinstance(op, ast.NotEq):
        return not equal(left, right, budget)
    left, right = plain(left), plain(right)
    if isinstance(left, Thing) or isinstance(right, Thing):
        thing = left if isinstance(left, Thing) else right
        raise TypeError(f"how `{thing.type}` objects are ordered depends on their own code")
    budget.weigh(right)
    return bool(OPERATORS[type(op)](left, right))


def equal(left: Any, right: Any, budget: ClauseBudget) -> bool:
    """Whether two values are equal: builtin ones as Python says, objects by what they hold."""
    if isinstance(right, (Thing, Hidden, Reference)) and not isinstance(left, (Thing, Hidden)):
        left, right = right, left
    budget.weigh(left)
    return bool(left == right)


def is_same(left: Any, right: Any) -> bool:
    """Whether two values are one object; plain ones that are equal cannot be told apart."""
    if isinstance(left, Reference) or isinstance(right, Reference):
        return bool(left == right) if isinstance(left, Reference) else bool(right == left)
    if isinstance(left, _ATOMS) and isinstance(right, _ATOMS):
        return type(left) is type(right) and bool(left == right)
    if isinstance(left, Hidden) and isinstance(right, Hidden):
        return bool(left == right)
    return left is right


def _contains(member: Any, container: Any, budget: ClauseBudget) -> bool:
    container = plain(container)
    if isinstance(container, (str, bytes)):
        member = plain(member)
        budget.spend(len(container) // 64)
    elif isinstance(container, range):
        return isinstance(member, int) and member in container
    elif isinstance(container, (list, tuple)):
        budget.weigh(container)
        return any(each is member or equal(each, member, budget) for each in container)
    elif isinstance(container, (set, frozenset, dict)):
        budget.weigh(member)
    elif isinstance(container, Thing):
        raise TypeError(f"what is in a `{container.type}` depends on its own code")
    return bool(member in container)
