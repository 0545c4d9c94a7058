"""Which effects differ, and what are their places called?"""

from __future__ import annotations

from tests.observe.comparison.made_runs import raised, returned

from swerve.model.behaviour import Behaviour
from swerve.observe.comparison import Different, Rules, Same, compare, rules_from


def places(old: Behaviour, new: Behaviour, *ignored: str) -> tuple[str, ...]:
    found = compare(old, new, rules_from(ignored))
    assert isinstance(found, Different), found
    return found.place, *found.elsewhere


def test_an_effect_of_one_side_only_is_a_difference() -> None:
    assert places(returned(1), returned(1, files={"out.csv": "a\n"})) == ("file out.csv",)
    assert places(returned(1, umask="0o77"), returned(1)) == ("umask",)


def test_all_effects_that_differ_are_named_in_order() -> None:
    old = returned(1, files={"a": "1", "b": "x\ny\n"}, log={"app": [("WARNING", "w")]})
    new = returned(1, files={"a": "2", "b": "x\nz\n"})
    assert places(old, new) == ("file a, line 1", "file b, line 2", "log app")


def test_effects_are_named_beside_a_result_that_differs() -> None:
    old, new = returned(1, files={"a": "1"}), returned(2, files={"a": "2"})
    assert places(old, new) == ("", "file a, line 1")


def test_effects_are_named_where_one_side_raises() -> None:
    old = returned(1, files={"a": "1"}, state={"shop.cache": {}})
    assert places(old, raised(KeyError("k"))) == ("", "file a", "state shop.cache")
    assert places(old, raised(KeyError("k"), files={"a": "1"})) == ("", "state shop.cache")
    assert places(returned(1), raised(KeyError("k"))) == ("",)


def test_state_that_only_one_version_has_is_not_compared() -> None:
    old = returned(1, state={"shop.cache": 1, "shop.seen": 2})
    new = returned(1, state={"shop.memo": 1, "shop.seen": 2})
    rules = Rules(unshared=(("shop", frozenset({"cache", "memo"})),))
    assert isinstance(compare(old, new, rules), Same)
    assert places(old, new) == ("state shop.cache", "state shop.memo")


def test_effects_are_ignored_by_kind_and_by_what_they_are_on() -> None:
    files = {"app.log": "1", "out/debug.log": "2", "out/report.csv": "3"}
    old = returned(1, files=files, log={"app": ["w"], "shop.stock": ["v"]})
    new = returned(1)
    logs = ("log app", "log shop.stock")
    assert places(old, new, "effect:file") == logs
    assert places(old, new, "effect:file:*.log") == ("file out/report.csv", *logs)
    assert places(old, new, "effect:file:app.log", "effect:log:shop.*") == (
        *("file out/debug.log", "file out/report.csv", "log app"),
    )
    assert isinstance(compare(old, new, rules_from(["effect:file", "effect:log:*"])), Same)


def test_programs_are_ignored_by_their_commands() -> None:
    old = returned(1, processes=[{"command": ["git", "gc"]}, {"command": ["git", "push"]}])
    new = returned(1, processes=[{"command": ["git", "push"]}])
    assert isinstance(compare(old, new, rules_from(["effect:process:git gc"])), Same)
    assert places(old, new, "effect:process:git push") == ("processes",)
