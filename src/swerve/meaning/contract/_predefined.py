"""Which contracts need not be written? Those of figures 16 and 17.

Definition 3 asks for equal behaviour wherever no update condition holds, so the text of figures 16
and 17 alone would call it a regression when an assertion that failed before no longer fails.
Neither a test that still passes nor differential assertion checking claims that: `TEST` and `DAC`
have a second case that asks for nothing where the old version raised.
"""

from __future__ import annotations

import ast

from swerve.meaning.contract._model import (
    Case,
    ClassName,
    Clause,
    ClauseKind,
    Condition,
    Contract,
    Span,
)

#: In the order in which they are told.
NAMES = ("RV", "DAC", "FIXED", "TEST")
_START = Span(1, 1, 2)


def predefined(name: str, function: str, file: str = "") -> Contract:
    """The contract of that name for a function: `RV`, `DAC`, `FIXED` or `TEST`."""
    shown = file or f"<{name}>"
    return Contract(shown, function, function, predefined_cases(name, _START))


def predefined_cases(name: str, span: Span) -> tuple[Case, ...]:
    """The cases of a predefined contract, as if they stood at a place."""
    assertion, anything = ClassName("AssertionError", "AssertionError"), _ANYTHING
    if name == "RV":
        return ()
    if name == "FIXED":
        fixed = (
            _clause(ClauseKind.WHEN_SIGNALED, True, span, assertion),
            _clause(ClauseKind.SIGNALS, False, span, assertion),
        )
        return (Case("assertions that failed no longer fail", fixed, span),)
    # A Python test fails with whatever it raises; pytest's own failures are no `Exception`.
    failure = anything if name == "TEST" else assertion
    title = "a test that passed still passes" if name == "TEST" else "no new failing assertion"
    kept = (
        _clause(ClauseKind.WHEN_ENSURED, True, span),
        _clause(ClauseKind.SIGNALS, False, span, failure),
    )
    free = (_clause(ClauseKind.WHEN_SIGNALED, True, span, anything),)
    return (
        Case(title, kept, span),
        Case("nothing is asked where the old version raised", free, span),
    )


_ANYTHING = ClassName("BaseException", "BaseException")


def _clause(
    kind: ClauseKind, holds: bool, span: Span, exception: ClassName | None = None
) -> Clause:
    condition = Condition(str(holds), span, ast.Constant(holds))
    return Clause(kind, condition, span, (exception,) if exception else ())
