"""How is it told why a test fails?"""

from __future__ import annotations

from collections.abc import Iterator

from swerve.apps.explain._model import (
    Answer,
    Ended,
    Ending,
    Explained,
    Explanation,
    Fault,
    JudgedCall,
)
from swerve.meaning.contract import Intended, Unintended

_HEADS = {
    Answer.PASSES: "nothing is wrong",
    Answer.OUT_OF_DATE: "the test is out of date",
    Answer.CODE_IS_WRONG: "the code is wrong",
    Answer.NOT_THE_CHANGE: "not because of the change",
    Answer.UNCLEAR: "cannot be told",
}
_ENDS = {
    Ended.PASSED: "passes",
    Ended.FAILED: "fails",
    Ended.NOT_IMPORTED: "cannot be imported",
    Ended.SKIPPED: "is skipped",
    Ended.NOT_RUN: "did not run",
}
_MOST_CALLS = 3


def words(explained: Explained) -> str:
    """What was found, ready to print."""
    lines: list[str] = []
    for each in explained.tests:
        lines.extend(_explanation(each, explained))
    for problem in explained.problems:
        lines.append(f"{problem.file}:{problem.line}: {problem.message}")
        lines.extend(f"  {line}" for line in problem.excerpt.splitlines())
    return "\n".join(lines)


def _explanation(each: Explanation, explained: Explained) -> Iterator[str]:
    yield f"{each.test}: {_HEADS[each.answer]}"
    yield f"  {each.why[:1].upper()}{each.why[1:]}."
    if each.answer is not Answer.PASSES:
        old, new = _ended(each.old), _ended(each.new)
        yield f"  on {explained.old} it {old}; on {explained.new} it {new}"
    if each.own is not None and each.answer is not Answer.PASSES:
        yield from _call(each.own)
    faults = {fault.call.id: fault for fault in each.faults}
    for call in each.calls[:_MOST_CALLS]:
        yield from _call(call)
        if call.id in faults:
            yield from _fault(faults[call.id])
    rest = len(each.calls) - _MOST_CALLS
    if rest > 0:
        yield f"  and {rest} more calls"
    if each.needed:
        names = ", ".join(each.needed)
        yield f"  `swerve contract infer` writes a contract for {names} to start from."


def _ended(ending: Ending) -> str:
    why = f" ({ending.why})" if ending.why else ""
    return f"{_ENDS[ending.how]}{why}"


def _call(call: JudgedCall) -> Iterator[str]:
    yield f"  {call.text}  # {call.file}:{call.line}"
    yield f"    old  {call.old or 'is not called like this'}"
    yield f"    new  {call.new}"
    match call.judgement:
        case Unintended(violations):
            for each in violations[:_MOST_CALLS]:
                yield f"    {each.file}:{each.line}: {each.why}"
        case Intended(cases):
            for case in cases[:_MOST_CALLS]:
                name = f'case "{case.name}"' if case.name else "the contract"
                yield f"    {call.contract}:{case.span.line}: as {name} says"
            if not cases:
                yield f"    {call.contract}: leaves it free"


def _fault(fault: Fault) -> Iterator[str]:
    for function, each in {each.function: each for each in fault.callers}.items():
        yield f"    by that, `{function}` violates {each.contract_place}"
    if fault.suspects:
        names = ", ".join(f"`{name}`" for name in fault.suspects)
        yield f"    or it is in what it calls: {names}, which no contract clears"
