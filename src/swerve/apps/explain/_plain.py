"""How is it told to a program why a test fails?"""

from __future__ import annotations

from swerve.apps.explain._model import Ending, Explained, Explanation, JudgedCall
from swerve.meaning.contract import Faulty, Intended, NotRelevant, Unclear, Unintended

#: Within this, fields may be added; none goes away or changes its meaning.
_SCHEMA = "swerve-explain-test/1"


def plain(explained: Explained) -> dict[str, object]:
    """What was found, as JSON takes it."""
    return {
        "schema": _SCHEMA,
        "old": explained.old,
        "new": explained.new,
        "tests": [_explanation(each) for each in explained.tests],
        "problems": [
            {"file": each.file, "line": each.line, "message": each.message}
            for each in explained.problems
        ],
    }


def _explanation(each: Explanation) -> dict[str, object]:
    return {
        "test": each.test,
        "answer": each.answer.value,
        "why": each.why,
        "old": _ending(each.old),
        "new": _ending(each.new),
        "own": _call(each.own) if each.own is not None else None,
        "calls": [_call(call) for call in each.calls],
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


def _ending(ending: Ending) -> dict[str, str]:
    return {"ended": ending.how.value, "why": ending.why}


def _call(call: JudgedCall) -> dict[str, object]:
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
