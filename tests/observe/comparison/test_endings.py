"""What does it say when a run did not finish?"""

from __future__ import annotations

import pytest
from tests.observe.comparison.made_runs import ended, raised, returned

from swerve.model import DifferenceKind
from swerve.model.behaviour import Behaviour, StopReason
from swerve.observe.comparison import Different, Unknown, compare

LATE = ended(StopReason.TIMEOUT, "not finished after 1 s")
LATER = ended(StopReason.TIMEOUT, "not finished after 10 s")
CRASHED = ended(StopReason.CRASH, "killed by SIGSEGV")
ABORTED = ended(StopReason.CRASH, "killed by SIGABRT")
LEFT = ended(StopReason.EXIT, "exit status 3")
FULL = ended(StopReason.OUT_OF_MEMORY)
REFUSED = ended(StopReason.REFUSED, "too many processes")
NOT_BUILT = ended(StopReason.NOT_BUILT, "ValueError: no")


@pytest.mark.parametrize("other", [returned(1), raised(KeyError("k")), CRASHED, LEFT, LATE])
@pytest.mark.parametrize("unfinished", [LATE, FULL, REFUSED, NOT_BUILT])
def test_what_the_machine_stopped_says_nothing(unfinished: Behaviour, other: Behaviour) -> None:
    assert isinstance(compare(unfinished, other), Unknown)
    assert isinstance(compare(other, unfinished), Unknown)


@pytest.mark.parametrize("other", [returned(1), raised(KeyError("k")), CRASHED, LEFT])
def test_a_late_run_counts_once_it_is_late_with_ten_times_the_time(other: Behaviour) -> None:
    for old, new in ((LATER, other), (other, LATER)):
        found = compare(old, new, repeated=True)
        assert isinstance(found, Different)
        assert found.kind is DifferenceKind.TERMINATION


@pytest.mark.parametrize("unfinished", [FULL, REFUSED, NOT_BUILT])
def test_patience_makes_no_evidence_of_other_limits(unfinished: Behaviour) -> None:
    assert isinstance(compare(unfinished, returned(1), repeated=True), Unknown)


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        (returned(1), CRASHED, ("returned 1", "crashed (killed by SIGSEGV)")),
        (LEFT, returned(None), ("ended the process (exit status 3)", "returned None")),
        (
            raised(KeyError("k")),
            LEFT,
            ("raised KeyError('k')", "ended the process (exit status 3)"),
        ),
        (CRASHED, ABORTED, ("crashed (killed by SIGSEGV)", "crashed (killed by SIGABRT)")),
        (CRASHED, LEFT, ("crashed (killed by SIGSEGV)", "ended the process (exit status 3)")),
    ],
)
def test_the_end_of_the_process_is_a_difference_in_termination(
    old: Behaviour, new: Behaviour, shown: tuple[str, str]
) -> None:
    assert compare(old, new) == Different(DifferenceKind.TERMINATION, "outcome", *shown)


@pytest.mark.parametrize("ending", [CRASHED, LEFT, LATE])
def test_runs_that_end_alike_hide_what_they_did_before(ending: Behaviour) -> None:
    assert isinstance(compare(ending, ending), Unknown)
    assert isinstance(compare(ending, ending, repeated=True), Unknown)


def test_how_long_a_late_run_was_waited_for_is_no_difference() -> None:
    assert isinstance(compare(LATE, LATER, repeated=True), Unknown)


def test_the_words_name_the_side() -> None:
    found = compare(returned(1), LATE)
    assert found == Unknown("the new version did not finish in time (not finished after 1 s)")
