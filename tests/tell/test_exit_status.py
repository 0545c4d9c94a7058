from __future__ import annotations

import pytest
from tests.tell.builders import found, function, named, pair, report, witness

from swerve.model import (
    FailOn,
    InterfaceDifference,
    Listed,
    Problem,
    Report,
    Side,
    Verdict,
    is_public,
)
from swerve.tell import exit_status, objections, summarise

_BREAKING = (InterfaceDifference("parameter `a` removed", True, "f(a=...)"),)
_COMPATIBLE = (InterfaceDifference("parameter `a` added", False, "f(a=...)"),)
_PROBLEM = Problem("undecodable-file", "a.py", None, "It is no text.", "Fix it.")


def _unparsable(side: Side) -> Problem:
    return Problem("unparsable-file", "a.py", side, "It does not parse.", "Fix it.")


def _with_interface(name: str, interface: tuple[InterfaceDifference, ...]) -> Report:
    return report(found(of=pair(function(name)), interface=interface))


@pytest.mark.parametrize(
    ("made", "strictest_pass"),
    [
        pytest.param(report(), FailOn.INCONCLUSIVE, id="nothing to check"),
        pytest.param(report(named("f")), FailOn.INCONCLUSIVE, id="preserved"),
        pytest.param(
            report(named("f", Verdict.LIKELY_PRESERVED)),
            FailOn.INCONCLUSIVE,
            id="likely preserved",
        ),
        pytest.param(report(named("f", Verdict.INCONCLUSIVE)), FailOn.CHANGED, id="inconclusive"),
        pytest.param(report(problems=(_PROBLEM,)), FailOn.CHANGED, id="a problem"),
        pytest.param(
            report(problems=(_unparsable(Side.NEW),)), FailOn.UNINTENDED, id="does not parse"
        ),
        pytest.param(
            report(problems=(_unparsable(Side.OLD), _unparsable(Side.NEW))),
            FailOn.CHANGED,
            id="did not parse before",
        ),
        pytest.param(report(problems=(_unparsable(Side.OLD),)), FailOn.CHANGED, id="parses now"),
        pytest.param(report(named("f", Verdict.CHANGED)), FailOn.UNINTENDED, id="changed"),
        pytest.param(
            report(found(Verdict.CHANGED, witnesses=(witness("intended"),), interface=_BREAKING)),
            FailOn.INCONCLUSIVE,
            id="changed as intended",
        ),
        pytest.param(
            report(found(Verdict.CHANGED, witnesses=(witness("intended"), witness("unclear")))),
            FailOn.UNINTENDED,
            id="only one witness is intended",
        ),
        pytest.param(
            report(found(Verdict.CHANGED, witnesses=(witness(), witness("unintended")))),
            FailOn.NEVER,
            id="one witness is unintended",
        ),
        pytest.param(_with_interface("f", _BREAKING), FailOn.UNINTENDED, id="breaking"),
        pytest.param(_with_interface("_f", _BREAKING), FailOn.INCONCLUSIVE, id="private"),
        pytest.param(_with_interface("f", _COMPATIBLE), FailOn.INCONCLUSIVE, id="compatible"),
        pytest.param(
            report(removed=(Listed("f", "a.py", 1, True),)),
            FailOn.UNINTENDED,
            id="public function removed",
        ),
        pytest.param(
            report(removed=(Listed("_f", "a.py", 1, False),)),
            FailOn.INCONCLUSIVE,
            id="private function removed",
        ),
        pytest.param(
            report(added=(Listed("f", "a.py", 1, True),)), FailOn.INCONCLUSIVE, id="added"
        ),
    ],
)
def test_each_level_objects_to_what_the_levels_before_it_object_to(
    made: Report, strictest_pass: FailOn
) -> None:
    levels = [FailOn.NEVER, FailOn.UNINTENDED, FailOn.CHANGED, FailOn.INCONCLUSIVE]
    passed = [level for level in levels if exit_status(made, level) == 0]
    assert passed == levels[: levels.index(strictest_pass) + 1]


def test_objections_are_counted_and_in_plural() -> None:
    made = report(
        named("f", Verdict.CHANGED),
        named("g", Verdict.CHANGED),
        named("h", Verdict.INCONCLUSIVE),
        problems=(_PROBLEM,),
    )
    assert objections(made, FailOn.INCONCLUSIVE) == (
        "2 functions changed",
        "1 inconclusive",
        "1 problem",
    )


def test_a_renamed_function_is_public_if_its_old_name_was() -> None:
    """Callers know the old name: making a function private does not excuse what breaks them."""
    moved = pair(function("area"), function("_area"))
    assert summarise(report(found(of=moved, interface=_BREAKING))).breaking == 1


@pytest.mark.parametrize(
    ("name", "public"),
    [
        ("f", True),
        ("Cart.total", True),
        ("Cart.__init__", True),
        ("_f", False),
        ("_Cart.total", False),
        ("Cart._total", False),
        ("Cart.__mangled", False),
        ("outer.<locals>.inner", False),
    ],
)
def test_public_names(name: str, public: bool) -> None:
    assert is_public(name) is public
