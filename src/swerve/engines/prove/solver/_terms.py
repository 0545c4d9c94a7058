"""Which sorts and functions does the solver reason about?

A `V` is a value of Python, a `W` is the state of everything that the function can reach and that
is not known in detail, a sequence of `V` is what a list holds, a `D` is what a dict holds.
Functions without a meaning stand for operations that nothing is known of.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import z3

#: An expression of the solver.
Term: TypeAlias = Any


def _value_sorts() -> tuple[Any, Any]:
    value, items = z3.Datatype("V"), z3.Datatype("Items")
    value.declare("none")
    value.declare("unbound")
    value.declare("bool", ("as_bool", z3.BoolSort()))
    value.declare("int", ("as_int", z3.IntSort()))
    value.declare("str", ("as_str", z3.StringSort()))
    value.declare("float", ("as_float", z3.Float64()))
    value.declare("tuple", ("as_tuple", items))
    value.declare("other", ("as_other", z3.DeclareSort("Other")))
    items.declare("nil")
    items.declare("cons", ("head", value), ("tail", items))
    sorts = z3.CreateDatatypes(value, items)
    return sorts[0], sorts[1]


V, ITEMS = _value_sorts()
W = z3.DeclareSort("W")
D = z3.DeclareSort("D")
SEQUENCE = z3.SeqSort(V)
BOOL, INT, STR, FLOAT = z3.BoolSort(), z3.IntSort(), z3.StringSort(), z3.Float64()

TRUE, FALSE = z3.BoolVal(True), z3.BoolVal(False)
NONE = V.none
UNBOUND = V.unbound
NIL = ITEMS.nil

_APPLIED: dict[tuple[object, ...], Term] = {}


@cache
def declared(name: str, result: Any, *sorts: Any) -> Any:
    """Return the function of a name and of sorts."""
    return z3.Function(name, *sorts, result)


def applied(name: str, result: Any, *arguments: Term) -> Term:
    """Apply a function without a meaning."""
    key = (name, result, *(argument.get_id() for argument in arguments))
    term = _APPLIED.get(key)
    if term is None:
        sorts = [argument.sort() for argument in arguments]
        # Terms are kept alive, so that the ids in the key stay theirs.
        term = declared(name, result, *sorts)(*arguments) if arguments else z3.Const(name, result)
        _APPLIED[key] = term
        _KEPT.append(arguments)
    return term


_KEPT: list[tuple[Term, ...]] = []
_FRESH = 0


def fresh(word: str, sort: Any) -> Term:
    """Return a constant that nothing has used."""
    global _FRESH
    _FRESH += 1
    return z3.Const(f"{word}!{_FRESH}", sort)


def forget_terms() -> None:
    """Let go of all terms, between questions."""
    _APPLIED.clear()
    _KEPT.clear()


def items_of(terms: list[Term]) -> Term:
    """Return the terms as a list of the solver."""
    result = NIL
    for term in reversed(terms):
        result = ITEMS.cons(term, result)
    return result


def same(left: Term, right: Term) -> bool:
    """Say whether two terms are one."""
    return bool(left.eq(right))


def negated(term: Term) -> Term:
    """Return the opposite, without doubling negations."""
    if z3.is_not(term):
        return term.arg(0)
    if z3.is_true(term):
        return FALSE
    if z3.is_false(term):
        return TRUE
    return z3.Not(term)
