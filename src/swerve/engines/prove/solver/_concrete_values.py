"""How do arguments that are written out become values of the programs?"""

from __future__ import annotations

import z3

from swerve.engines.prove.solver._dicts import EMPTY, key_type, with_item
from swerve.engines.prove.solver._folding import NotWrittenOut
from swerve.engines.prove.solver._state import Context
from swerve.engines.prove.solver._terms import SEQUENCE, Term
from swerve.engines.prove.solver._values import (
    DictObject,
    ListObject,
    Local,
    Opaque,
    Tuple,
    Value,
    constant,
)


def written(context: Context, value: object) -> Value:
    """An argument as a value of the programs; a list or a dict becomes an object of the heap."""
    if isinstance(value, tuple):
        return Tuple(tuple(written(context, item) for item in value))
    if isinstance(value, list):
        terms = [z3.Unit(_plain_term(context, item)) for item in value]
        items = z3.Concat(*terms) if len(terms) > 1 else (terms or [z3.Empty(SEQUENCE)])[0]
        return context.make(ListObject(items))
    if isinstance(value, dict):
        content, kinds = EMPTY, set()
        for key, item in value.items():
            kinds.add(key_type(constant(key)))
            content = with_item(content, _plain_term(context, key), _plain_term(context, item))
        if len(kinds) > 1 or "" in kinds:
            raise NotWrittenOut
        return context.make(DictObject(content, *kinds) if kinds else DictObject(content, ""))
    made = constant(value)
    if isinstance(made, Opaque):
        raise NotWrittenOut
    return made


def _plain_term(context: Context, value: object) -> Term:
    made = written(context, value)
    if isinstance(made, Local):
        raise NotWrittenOut
    return context.term_of(made)
