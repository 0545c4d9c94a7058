"""How is it told why a test fails, to a person and to a program?"""

from __future__ import annotations

from collections.abc import Iterator

from swerve.meaning.contract import Faulty, Intended, NotRelevant, Unclear, Unintended

from ._model import Answer, Ended, Ending, Explained, Explanation, Fault, JudgedCall

_HEADS = {
    Answer.PASSES: "nothing is wrong",
    Answer.OUT_OF_DATE: "the test is out of date",
    Answer.CODE_IS_WRONG: "the code is wrong",
    Answer.NOT_THE_CHANGE: "not caused by the change",
    Answer.UNCLEAR: "could not be determined",
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
    yield f"    old  {call.old or 'does not get this call'}"
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
                yield f"    {call.contract}: requires nothing here"


def _fault(fault: Fault) -> Iterator[str]:
    for function, each in {each.function: each for each in fault.callers}.items():
        yield f"    because of that, `{function}` violates {each.contract_place}"
    if fault.suspects:
        names = ", ".join(f"`{name}`" for name in fault.suspects)
        yield f"    or the fault is in what it calls: {names}, which no contract covers"


#: Within this, fields may be added; none goes away or changes its meaning.
_SCHEMA = "swerve-explain-test/1"


def plain(explained: Explained) -> dict[str, object]:
    """What was found, as JSON takes it."""
    return {
        "schema": _SCHEMA,
        "old": explained.old,
        "new": explained.new,
        "tests": [_plain_test(each) for each in explained.tests],
        "problems": [
            {"file": each.file, "line": each.line, "message": each.message}
            for each in explained.problems
        ],
    }


def _plain_test(each: Explanation) -> dict[str, object]:
    return {
        "test": each.test,
        "answer": each.answer.value,
        "why": each.why,
        "old": _plain_ending(each.old),
        "new": _plain_ending(each.new),
        "own": _plain_call(each.own) if each.own is not None else None,
        "calls": [_plain_call(call) for call in each.calls],
        "faults": [
            {
                "function": fault.call.function,
                "contract": fault.call.contract,
                "line": fault.call.contract_line,
                "callers": sorted({each.function for each in fault.callers}),
                "suspects": list(fault.suspects),
            }
            for fault in each.faults
        ],
        "needed": list(each.needed),
    }


def _plain_ending(ending: Ending) -> dict[str, str]:
    return {"ended": ending.how.value, "why": ending.why}


def _plain_call(call: JudgedCall) -> dict[str, object]:
    return {
        "function": call.function,
        "file": call.file,
        "line": call.line,
        "call": call.text,
        "old": call.old,
        "new": call.new,
        "standing": call.standing.value,
        "made_again": call.is_made_again,
        "contract": {"file": call.contract, **_clause(call)} if call.contract else None,
    }


def _clause(call: JudgedCall) -> dict[str, object]:
    found: dict[str, object] = {"line": call.contract_line, "case": None, "clause": None}
    match call.judgement:
        case Unintended(violations):
            first = violations[0]
            found["case"] = first.case.name if first.case is not None else None
            found["clause"] = first.clause.text if first.clause is not None else None
            found["why"] = first.why
            found["values"] = dict(first.values)
        case Intended(cases, why):
            found["case"] = cases[0].name if cases else None
            found["why"] = why
        case NotRelevant(why) | Unclear(why):
            found["why"] = why
        case Faulty() as faulty:
            found["why"] = faulty.why
    return found
