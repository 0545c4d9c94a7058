"""What follows from how a test ended on both sides, and from what its calls did?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from swerve.meaning.contract import Faulty, Unclear

from ._model import Answer, CallId, Ended, Ending, Explanation, Fault, JudgedCall, Standing

_NEITHER = (Standing.NO_CONTRACT, Standing.UNCLEAR)
#: What a test raises on a version that does not have what it uses.
_LOST = ("ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "TypeError")
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class RunsOfTest:
    """How a test went."""

    test: str
    old: Ending
    new: Ending
    calls: tuple[JudgedCall, ...] = ()
    #: The test itself, where it has a contract.
    own: JudgedCall | None = None
    #: Whether the test is not the same on the old side.
    is_changed: bool = False
    #: Whether it ended otherwise when it ran again.
    is_flaky: bool = False
    #: Why its calls were not looked at; empty where they were, or need not be.
    unseen: str = ""
    #: What the test uses that a contract takes away, in words; empty where there is nothing.
    taken_away: str = ""
    #: Functions that the change takes away.
    removed: tuple[str, ...] = ()

    @property
    def is_only_for_new(self) -> bool:
        """Whether the test came with the change, and uses what the old version does not have."""
        is_lost = self.old.how is Ended.NOT_IMPORTED or self.old.why.startswith(_LOST)
        return self.is_changed and is_lost


def conclude(seen: RunsOfTest) -> Explanation:
    """Say whether the test is wrong or the code, or why that cannot be told."""
    if seen.is_flaky:
        return _said(seen, Answer.UNCLEAR, "it is flaky: it does not end the same way each time")
    if seen.new.how is Ended.PASSED:
        return _said(seen, Answer.PASSES, _passing(seen))
    if not seen.new.how.is_failure:
        return _said(seen, Answer.UNCLEAR, f"on the new version it {_ended(seen.new)}")
    if seen.old.how.is_failure and not seen.is_only_for_new:
        return _failing_on_both(seen)
    if not seen.old.how.is_failure and seen.old.how is not Ended.PASSED:
        return _said(seen, Answer.UNCLEAR, f"on the old version it {_ended(seen.old)}")
    return _flipped(seen)


def _passing(seen: RunsOfTest) -> str:
    if seen.old.how.is_failure:
        return "it passes on the new version, and fails on the old one"
    return "it passes on the new version"


def _ended(ending: Ending) -> str:
    words = {Ended.SKIPPED: "is skipped"}.get(ending.how, "did not finish")
    return f"{words}: {ending.why}" if ending.why else words


def _failing_on_both(seen: RunsOfTest) -> Explanation:
    """A test that came with the change may ask for what the change should have done."""
    if seen.is_changed and faults_in(seen.calls):
        return _wrong(seen)
    why = "the change is not the cause: it fails on the old version too"
    if seen.is_changed:
        why = "the change is not the cause: the new test fails on the old version too"
    return _said(seen, Answer.NOT_THE_CHANGE, why)


def _flipped(seen: RunsOfTest) -> Explanation:
    own = seen.own
    if seen.unseen:
        return _said(seen, Answer.UNCLEAR, seen.unseen)
    if faults_in(seen.calls):
        return _wrong(seen)
    open_calls = _not_covered(seen.calls)
    intended = [each for each in seen.calls if each.standing is Standing.INTENDED]
    if own is not None and own.standing is Standing.VIOLATED:
        if intended and not open_calls:
            why = (
                f"two contracts contradict each other: {own.contract_place} says that the test "
                f"passes, and {intended[0].contract_place} changes what it asserts"
            )
            return _said(seen, Answer.UNCLEAR, why, intended)
        why = "the contract of the test says that it still passes"
        return _said(seen, Answer.CODE_IS_WRONG, why, open_calls)
    if own is not None and own.standing is Standing.INTENDED:
        why = "its own contract says that it may fail now"
        return _said(seen, Answer.OUT_OF_DATE, why, intended)
    if own is not None and own.standing is Standing.UNCLEAR:
        why = f"the contract of the test does not decide it: {_unclear(own)}"
        return _said(seen, Answer.UNCLEAR, why, intended)
    if open_calls:
        return _open(seen, open_calls)
    if intended:
        why = "it asserts behaviour that the contract changes"
        return _said(seen, Answer.OUT_OF_DATE, why, intended)
    if seen.taken_away:
        return _said(seen, Answer.OUT_OF_DATE, seen.taken_away)
    return _said(seen, Answer.UNCLEAR, _nothing_differs(seen))


def _wrong(seen: RunsOfTest) -> Explanation:
    faults = faults_in(seen.calls)
    why = "the fault is in " + _few(
        f"`{fault.call.function}`: it violates {fault.call.contract_place}" for fault in faults
    )
    said = _said(seen, Answer.CODE_IS_WRONG, why, [fault.call for fault in faults])
    return replace(said, faults=faults)


def _not_covered(calls: Sequence[JudgedCall]) -> list[JudgedCall]:
    """Calls that nobody answers for.

    For some a caller does, whose contract is kept. For functions that did not change themselves,
    the changed ones do that they call.
    """
    by_id = {each.id: each for each in calls}
    kept = [each for each in calls if each.standing in (Standing.INTENDED, Standing.SAME)]
    differing = [each for each in calls if each.standing is not Standing.SAME]
    return [
        each
        for each in calls
        if each.standing in _NEITHER
        and not any(is_within(each, outer.id, by_id) for outer in kept)
        and not (each.is_affected and any(is_within(inner, each.id, by_id) for inner in differing))
    ]


def _open(seen: RunsOfTest, calls: list[JudgedCall]) -> Explanation:
    needed = tuple(
        dict.fromkeys(each.function for each in calls if each.standing is Standing.NO_CONTRACT)
    )
    if needed:
        names = _few(f"`{name}`" for name in needed)
        verb = "differs" if len(needed) == 1 else "differ"
        why = f"{names} {verb}, and no contract says whether that is intended"
    else:
        why = f"a call of `{calls[0].function}` could not be judged: {_unclear(calls[0])}"
    return replace(_said(seen, Answer.UNCLEAR, why, calls), needed=needed)


def _unclear(call: JudgedCall) -> str:
    judgement = call.judgement
    return judgement.why if isinstance(judgement, (Unclear, Faulty)) else ""


def _nothing_differs(seen: RunsOfTest) -> str:
    for name in seen.removed:
        if name.rpartition(".")[2] in seen.new.why:
            return f"the change removes `{name}`, and no contract covers that"
    if not seen.calls:
        return "on the new version it fails before it calls a changed function, or calls none"
    count = len(seen.calls)
    calls = (
        "its call of a changed function does"
        if count == 1
        else (f"its {count} calls of changed functions do")
    )
    return f"{calls} the same on both versions: the failure has another cause"


def _said(
    seen: RunsOfTest, answer: Answer, why: str, calls: Sequence[JudgedCall] = ()
) -> Explanation:
    return Explanation(seen.test, answer, why, seen.old, seen.new, tuple(calls), own=seen.own)


def _few(names: Iterable[str]) -> str:
    given = list(names)
    rest = len(given) - _MOST_NAMED
    shown = given[:_MOST_NAMED]
    if rest > 0:
        return f"{', '.join(shown)} and {rest} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


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
        if each.standing in _NEITHER and is_within(each, call.id, by_id)
    )
    return Fault(call, callers, tuple(suspects))
