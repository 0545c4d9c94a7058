"""Which contracts need not be written? Those of figures 16 and 17.

Definition 3 asks for equal behaviour wherever no update condition holds, so the text of figures 16
and 17 alone would call it a regression when an assertion that failed before no longer fails.
Neither a test that still passes nor differential assertion checking claims that: `TEST` and `DAC`
have a second case that asks for nothing where the old version raised.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from swerve.model import LineNo

from ._model import Case, ClassName, Clause, ClauseKind, Condition, Contract, ContractFault, Span
from ._purity import nearest

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
        Case("nothing is required where the old version raised", free, span),
    )


_ANYTHING = ClassName("BaseException", "BaseException")


def _clause(
    kind: ClauseKind, holds: bool, span: Span, exception: ClassName | None = None
) -> Clause:
    condition = Condition(str(holds), span, ast.Constant(holds))
    return Clause(kind, condition, span, (exception,) if exception else ())


# --- trailers -------------------------------------------------------------------------------------

# What does a commit message promise? `Behaviour: preserved`, for all functions or named ones.


_KEY = re.compile(r"^(?P<key>behaviou?r)\s*:\s*(?P<value>.*?)\s*$", re.IGNORECASE)
_ANY_TRAILER = re.compile(r"^[A-Za-z][A-Za-z0-9-]*\s*:\s|^\s+\S|^\(cherry picked")
_PROMISE = re.compile(r"^(?P<word>[A-Za-z]+)(?:\s+(?:for|in)\s+|\s*:\s*)?(?P<names>.*)$")
_NAME = re.compile(r"^[^\W\d]\w*(?:\.[^\W\d]\w*|\.<locals>)*$")
_WORD = "preserved"


@dataclass(frozen=True, slots=True)
class Trailer:
    """One promise of a commit message."""

    #: Qualified names; empty for all functions of the change.
    functions: tuple[str, ...]
    line: LineNo
    #: Where the message stands: "commit 694c6d3d74".
    source: str

    def speaks_of(self, function: str) -> bool:
        """Whether the promise is about a function: by its qualified name, or the end of one."""
        if not self.functions:
            return True
        dotted = f".{function}"
        return any(dotted.endswith(f".{name}") or name.endswith(dotted) for name in self.functions)

    def contract_for(self, function: str) -> Contract:
        """The contract that the promise is: nothing changes."""
        return predefined("RV", function, self.source)


def trailers_in(message: str, source: str) -> tuple[tuple[Trailer, ...], tuple[ContractFault, ...]]:
    """The promises in a message, and what is wrong with those that are none.

    Trailers stand in the last paragraph, as git has it: `Behaviour: preserved`, or
    `Behaviour: preserved for Cart.total, parse`.
    """
    lines = message.split("\n")
    found, faults = [], []
    block = _last_paragraph(lines)
    are_trailers = all(_ANY_TRAILER.match(lines[number - 1]) for number in block)
    for number in block:
        line = lines[number - 1]
        match = _KEY.match(line)
        if match is None:
            continue
        start = match.start("value")
        promise = _PROMISE.match(match["value"])
        word = promise["word"].lower() if promise else ""
        if promise is None or word != _WORD:
            hint = nearest(word, [_WORD]) or f"; write `Behaviour: {_WORD}`"
            end = start + max(1, len(match["value"]))
            message_ = f"unknown promise `{match['value']}`{hint}"
            faults.append(ContractFault(source, number, start + 1, end + 1, message_, line))
            continue
        names = [name.strip(" `()") for name in promise["names"].split(",") if name.strip(" `()")]
        wrong = next((name for name in names if not _NAME.match(name)), None)
        if wrong is not None:
            at = line.find(wrong, start)
            message_ = f"`{wrong}` is not the name of a function; write `Cart.total, parse`"
            faults.append(
                ContractFault(source, number, at + 1, at + 1 + len(wrong), message_, line)
            )
        else:
            found.append(Trailer(tuple(names), number, source))
    return tuple(found), tuple(faults) if are_trailers else ()  # in prose nothing is misspelt


def _last_paragraph(lines: list[str]) -> range:
    """The lines of the last paragraph."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    start = end
    while start and lines[start - 1].strip():
        start -= 1
    block = range(start + 1, end + 1)
    # A subject line is no trailer, unless there is nothing else.
    if start == 0 and end > 1:
        block = range(2, end + 1)
    return block
