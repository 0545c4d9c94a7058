"""Which lines did a version pass, and what did its names stand for there?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import z3

from swerve.engines.prove.solver._answers import Step
from swerve.engines.prove.solver._concrete import elements
from swerve.engines.prove.solver._folding import NotWrittenOut
from swerve.engines.prove.solver._inputs import plain_value
from swerve.engines.prove.solver._product import Difference
from swerve.engines.prove.solver._state import State, Trace
from swerve.engines.prove.solver._terms import Term
from swerve.engines.prove.solver._values import (
    Bool,
    ExceptionObject,
    Float,
    Int,
    ListObject,
    Local,
    Nothing,
    Opaque,
    Str,
    Thing,
    Tuple,
    Value,
)

#: Turns a term into a plain value; `None` where it has none.
Plain: TypeAlias = Callable[[Term], object]


def trace_of(difference: Difference) -> tuple[Step, ...]:
    """The lines to a difference, with the values of a model."""
    plain = plain_by(difference.model)
    states = (difference.old, difference.new)
    return tuple(step for state in states for step in steps(state, plain))


def plain_by(model: Any) -> Plain:
    """Read terms off a model."""
    return lambda term: plain_value(model.eval(term, model_completion=True))


def plain_written(term: Term) -> object:
    """Read a term that is written out."""
    return plain_value(z3.simplify(term))


def steps(state: State, plain: Plain) -> list[Step]:
    """The lines that a version passed, in order."""
    found: list[Step] = []
    trace: Trace | None = state.trace
    while trace is not None:
        line, names, trace = trace
        shown = [(name, shown_value(value, plain)) for name, value in sorted(names.items())]
        found.append(Step(state.side, line, tuple((n, v) for n, v in shown if v)))
    return found[::-1]


def ending_step(state: State, value: Value, plain: Plain, *, has_raised: bool) -> Step:
    """What a version came to, at the last line that it passed."""
    line = state.trace[0] if state.trace is not None else 0
    seen = state.heap[value.place] if isinstance(value, Local) else value
    word = "exc" if has_raised else "result"
    return Step(state.side, line, ((word, shown_value(seen, plain)),))


def shown_value(value: Value | Thing, plain: Plain) -> str:
    """A value as one writes it; empty for what has no plain form."""
    match value:
        case Int() | Bool() | Str() | Float():
            return repr(plain(value.term))
        case Nothing():
            return "None"
        case Opaque():
            found = plain(value.term)
            return "" if found is None else repr(found)
        case Tuple():
            parts = [shown_value(item, plain) for item in value.items]
            inside = ", ".join(parts) + ("," if len(parts) == 1 else "")
            return f"({inside})" if all(parts) else ""
        case ListObject():
            try:
                return repr([plain(item) for item in elements(value.items)])
            except NotWrittenOut:
                return ""
        case ExceptionObject():
            parts = [shown_value(item, plain) for item in value.arguments]
            return f"{value.name}({', '.join(parts)})"
        case _:
            return ""
