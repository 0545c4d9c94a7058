"""Which function is wrong, where a caller and what it calls have contracts?

A function that violates its contract need not be wrong: what it calls may be. So of calls within
each other the innermost one counts whose own contract is violated. Where all that it calls keep
theirs, it is the function itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from swerve.apps.explain._model import CallId, Fault, JudgedCall, Standing

_UNKNOWN = (Standing.NO_CONTRACT, Standing.UNCLEAR)


def fault_behind(caller: JudgedCall, calls: Sequence[JudgedCall]) -> Fault:
    """What is wrong where a call violates its contract, given the calls of one test."""
    by_id = {each.id: each for each in calls}
    inner = [each for each in calls if is_within(each, caller.id, by_id)]
    violated = [each for each in inner if each.standing is Standing.VIOLATED]
    for each in violated:
        if not any(is_within(other, each.id, by_id) for other in violated):
            return _fault(each, calls, by_id)
    return _fault(caller, calls, by_id)


def faults_in(calls: Sequence[JudgedCall]) -> tuple[Fault, ...]:
    """What is wrong in the calls of one test, each function once."""
    found: dict[str, Fault] = {}
    for each in calls:
        if each.standing is Standing.VIOLATED:
            fault = fault_behind(each, calls)
            found.setdefault(fault.call.function, fault)
    return tuple(found.values())


def is_within(call: JudgedCall, outer: CallId, by_id: Mapping[CallId, JudgedCall]) -> bool:
    """Whether a call is a part of another one, however deep."""
    seen: set[CallId] = set()  # who calls whom is what a worker said: it may say anything
    above = call.within
    while above is not None and above not in seen:
        if above == outer:
            return above != call.id
        seen.add(above)
        above = by_id[above].within if above in by_id else None
    return False


def _fault(
    call: JudgedCall, calls: Sequence[JudgedCall], by_id: Mapping[CallId, JudgedCall]
) -> Fault:
    callers = tuple(
        each
        for each in calls
        if each.standing is Standing.VIOLATED and is_within(call, each.id, by_id)
    )
    suspects = dict.fromkeys(
        each.function
        for each in calls
        if each.standing in _UNKNOWN and is_within(each, call.id, by_id)
    )
    return Fault(call, callers, tuple(suspects))
