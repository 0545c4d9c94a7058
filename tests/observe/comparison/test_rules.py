"""What does a project get to call noise?"""

from __future__ import annotations

import pickle
import uuid
import zlib
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from tests.observe.comparison.made_runs import Thing, difference, raised, returned, values_compared

from swerve.model.behaviour import Behaviour
from swerve.model.errors import BadRule
from swerve.observe.comparison import (
    RULES,
    RULES_WITH_A_WORD,
    Different,
    Rules,
    Same,
    Unknown,
    compare,
    rules_from,
)


class Token:
    """Something that is different every time."""

    def __init__(self, text: str) -> None:
        self.text = text


class Basket:
    """What `Cart` is called now."""


class Cart:
    """What was moved elsewhere."""


ONE = "3f2b8c1e-5d7a-4e0f-9a6b-1c2d3e4f5a6b"
TWO = "a0b1c2d3-e4f5-4a6b-8c7d-9e8f7a6b5c4d"


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        ("address", "handle 0x7f3a2c", "handle 0x7f3a2d"),
        ("address", {"0x7f3a2c41d0e0"}, {"0x7f3a2c41d0f0"}),
        ("date", date(2024, 5, 1), date(2024, 5, 2)),
        ("date", "due 2024-05-01", "due 2024-05-02"),
        ("date", "due 1 May 2024", "due 12 March 2023"),
        ("duration", timedelta(1), timedelta(2)),
        ("duration", "took 0.31 s", "took 1.2e-05 s"),
        ("duration", "12ms in all", "7 µs in all"),
        ("duration", "in 0:00:07.123456", "in 0:01:09"),
        ("epoch", 1714557000, 1714557001),
        ("epoch", {"at": 1714557000.25}, {"at": 1714557000.5}),
        ("epoch", [1714557000123], [1714557000456]),
        ("tempname", "/var/tmp/k2_x9a1c/out.csv", "/var/tmp/8h3kq_0z/out.csv"),  # noqa: S108
        ("tempname", "wrote tmpk2_x9a1c", "wrote tmp8h3kq_0z"),
        ("timestamp", datetime(2024, 5, 1), datetime(2025, 5, 1)),
        ("timestamp", "at 2024-05-01T10:30:00Z", "at 2024-05-01T10:30:01.25+02:00"),
        ("timestamp", "[2024-05-01 10:30:00,123] x", "[2024-05-01 10:30:01,001] x"),
        ("timestamp", "Wed, 01 May 2024 10:30:00 GMT", "Thu, 02 May 2024 10:30:00 GMT"),
        ("timestamp", "Wed May  1 10:30:00 2024", "Wed May 10 10:31:00 2024"),
        ("timestamp", "20240501T103000Z", "20240501T103001Z"),
        ("uuid", uuid.UUID(ONE), uuid.UUID(TWO)),
        ("uuid", f"id {ONE}", f"id {TWO}"),
        ("uuid", uuid.UUID(ONE).hex, uuid.UUID(TWO).hex),
        ("uuid", {ONE: 1, TWO: 2}, {TWO: 1, ONE: 2}),
        ("uuid", {uuid.UUID(ONE)}, {uuid.UUID(TWO)}),
        ("uuid", f"{ONE}".encode(), f"{TWO}".encode()),
        ("whitespace", "<p>\n  one <b>two</b>", "<p> one\t<b>two</b>"),
        ("private", Thing(a=1, _cache=2), Thing(a=1, _cache=3)),
        ("aliasing", [[1]] * 2, [[1], [1]]),
        ("path:result.id", Thing(id=1, n=2), Thing(id=2, n=2)),
        ("path:result.id", Thing(id=1, n=2), Thing(n=2)),
        ("path:result[0]", [1, 2], [3, 2]),
        ("path:result[*].id", [Thing(id=1), Thing(id=2)], [Thing(id=3), Thing(id=4)]),
        ("path:result['a']['b']", {"a": {"b": 1}}, {"a": {"b": 2}}),
        ('path:result["a"]', {"a": 1}, {}),
        ("path:result[3]", {3: 1}, {3: 2}),
        ("path:result[(1, 'a')]", {(1, "a"): 1}, {(1, "a"): 2}),
        ("path:result.*", Thing(a=1, b=2), Thing(a=2, b=3)),
        ("path:**.id", {"x": [Thing(id=1)]}, {"x": [Thing(id=2)]}),
        ("path:result.**.id", Thing(a=Thing(id=1)), Thing(a=Thing(id=2))),
        ("path:result{...}.id", {Thing(id=1), Thing(id=2)}, {Thing(id=3), Thing(id=4)}),
        ("path:result{...}", {1, 2}, {3, 4}),
        ("path:result.__dict__['a b']", Thing(**{"a b": 1}), Thing(**{"a b": 2})),
        ("type:tests.observe.comparison.test_rules.Token", [Token("a")], [Token("b")]),
        ("type:bytes", [b"a"], [b"b"]),
    ],
)
def test_a_rule_sets_aside_what_it_says_and_without_it_there_is_no_agreement(
    rule: str, old: object, new: object
) -> None:
    assert values_compared(old, new, rules_from([rule])) == Same()
    assert values_compared(old, new) != Same()


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        ("address", "0x1f", "0x2f"),
        ("date", "2024-05-01 10:30", "2024-05-01 10:31"),
        ("duration", "5 stars", "6 stars"),
        ("epoch", 3, 4),
        ("epoch", 1714557000, 1714557000.0),
        ("tempname", "/home/a", "/home/b"),
        ("timestamp", "2024-05-01", "2024-05-02"),
        ("uuid", "d41d8cd98f00b204e9800998ecf8427e", "0cc175b9c0f1b6a831c399e269772661"),
        ("whitespace", "one two", "onetwo"),
        ("private", Thing(a=1), Thing(a=2)),
        ("path:result.id", Thing(id=1, n=1), Thing(id=1, n=2)),
        ("path:result.id", Thing(idle=1), Thing(idle=2)),
        ("path:result[*].id", Thing(id=1), Thing(id=2)),
        ("path:result[1]", [1, 2], [3, 2]),
        ("path:arguments.a", 1, 2),
        ("path:result{...}.id", {Thing(id=1, n=1)}, {Thing(id=1, n=2)}),
        ("type:tests.observe.comparison.test_rules.Token", [Token("a")], ["a"]),
        ("message", ValueError("a"), ValueError("b")),
    ],
)
def test_a_rule_sets_aside_nothing_else(rule: str, old: object, new: object) -> None:
    assert isinstance(values_compared(old, new, rules_from([rule])), Different)


def test_an_object_reached_by_two_paths_is_set_aside_on_one_alone() -> None:
    def value(number: int) -> object:
        shared = Thing(id=number)
        return Thing(a=shared, b=shared)

    assert difference(value(1), value(2), rules_from(["path:result.a.id"])).path == "result.b.id"


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        (raised(ValueError("a")), raised(ValueError("b")), True),
        (raised(ValueError("a")), raised(KeyError("a")), False),
        (returned(1, warnings=[("A", "x")]), returned(1, warnings=[("A", "y")]), True),
        (returned(1, warnings=[("A", "x")]), returned(1, warnings=[("B", "x")]), False),
        (returned(1), raised(ValueError("a")), False),
    ],
)
def test_messages_set_aside_leave_the_types(old: Behaviour, new: Behaviour, is_same: bool) -> None:
    found = compare(old, new, rules_from(["message"]))
    assert isinstance(found, Same if is_same else Different)


def test_a_path_may_name_a_whole_stream() -> None:
    old, new = returned(1, stdout="a"), returned(1, stdout="b")
    assert compare(old, new, rules_from(["path:stdout"])) == Same()
    assert compare(returned(1), new, rules_from(["path:stdout"])) == Same()


def test_what_a_rule_sets_aside_needs_not_be_seen() -> None:
    value = Thing(a=1, packer=zlib.compressobj())
    assert isinstance(values_compared(value, value), Unknown)
    assert values_compared(value, value, rules_from(["path:result.packer"])) == Same()


# --- tolerance ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        (1.0, 1.0 + 1e-10, True),
        (1e20, 1e20 * (1 + 1e-10), True),
        (1e-12, -1e-12, True),
        (0.0, -0.0, True),
        (1.0, 1.0 + 1e-6, False),
        (1.0, 1, False),
        (float("inf"), 1e308, False),
        (float("inf"), float("inf"), True),
        (float("nan"), 1.0, False),
        (1 + 1j, 1 + (1 + 1e-10) * 1j, True),
        ([{"a": 1.0}], [{"a": 1.0 + 1e-10}], True),
        ({1.0, 2.0}, {2.0 + 1e-10, 1.0 - 1e-10}, True),
        ({1.0, 2.0}, {1.0, 3.0}, False),
        ({1.0, 2.0, 3.0}, {1.0, 2.0 + 1e-10}, False),
        ({1.0: "a"}, {1.0 + 1e-10: "a"}, True),
        ({(1.0, "a"), (2.0, "b")}, {(1.0 + 1e-10, "a"), (2.0, "b")}, True),
        ({(1.0, "a"), (2.0, "b")}, {(1.1, "a"), (2.0, "b")}, False),
        (10, 11, False),
        ("1.0", "1.00", False),
    ],
)
def test_a_tolerance_is_for_floats_alone(old: object, new: object, is_same: bool) -> None:
    found = values_compared(old, new, rules_from([], 1e-9))
    assert isinstance(found, Same if is_same else Different)


# --- other names for the same thing -------------------------------------------------------------


def test_a_class_that_moved_is_the_same_class() -> None:
    moved = replace(
        Rules(),
        renamed=(
            (
                "tests.observe.comparison.test_rules.Cart",
                "tests.observe.comparison.test_rules.Basket",
            ),
        ),
    )
    assert isinstance(values_compared([Cart()], [Basket()]), Different)
    assert values_compared([Cart(), Cart], [Basket(), Basket], moved) == Same()
    assert isinstance(values_compared([Basket()], [Cart()], moved), Different)


# --- how rules are written ----------------------------------------------------------------------


def test_rules_pickle() -> None:
    rules = rules_from(["uuid", "path:result.id", "type:a.B"], 1e-9)
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301 (made in the line above)


@pytest.mark.parametrize(
    ("rule", "message", "hint"),
    [
        ("uuids", "There is no rule `uuids`.", "Did you mean `uuid`?"),
        ("Timestamp", "There is no rule `Timestamp`.", "Did you mean `timestamp`?"),
        ("paths:result", "There is no rule `paths:result`.", "Did you mean `path:`?"),
        ("result.id", "There is no rule `result.id`.", "write `path:result.id`"),
        ("path", "There is no rule `path`.", "`path` needs a value: `path:result.id`"),
        ("uuid:x", "There is no rule `uuid:x`.", "`uuid` takes no value: write `uuid`."),
        ("", "There is no rule ``.", "The rules are: address, aliasing, date, "),
        ("path:", "The path of the rule `path:` is empty.", "Write it as a report shows it"),
        ("path:result.", "The path of the rule `path:result.` has no name at `.`.", "`[*]`"),
        (
            "path:result[0",
            "The path of the rule `path:result[0` has an unclosed bracket at `[0`.",
            "`[*]`",
        ),
        ("path:result[]", "The path of the rule `path:result[]` has nothing between", "`[*]`"),
        (
            "path:result id",
            "The path of the rule `path:result id` has something unexpected at ` id`.",
            "`[*]`",
        ),
        ("type:", "The rule `type:` does not name a type.", "`type:shop.cart.Token`"),
        ("effect:files", "The rule `effect:files` does not name a kind of", "`effect:file`"),
        ("effect:file:", "The rule `effect:file:` does not name a kind of effect.", "file"),
        ("type:a b", "The rule `type:a b` does not name a type.", "`type:shop.cart.Token`"),
    ],
)
def test_a_rule_that_cannot_be_read_is_an_error_with_a_hint(
    rule: str, message: str, hint: str
) -> None:
    with pytest.raises(BadRule) as caught:
        rules_from([rule])
    assert caught.value.message.startswith(message)
    assert hint in caught.value.hint


@pytest.mark.parametrize("tolerance", [-1e-9, 1.0, float("inf"), float("nan")])
def test_a_tolerance_without_sense_is_an_error(tolerance: float) -> None:
    with pytest.raises(BadRule, match=r"A tolerance of .* is not valid"):
        rules_from([], tolerance)


def test_every_rule_is_described() -> None:
    described = [RULES.load(name).about for name in RULES.own]
    for description in (*described, *RULES_WITH_A_WORD.values()):
        assert description
        assert not description.endswith(".")


def test_no_tolerance_and_no_rules_are_the_default() -> None:
    assert rules_from([]) == Rules()
    assert rules_from([], 0.0) == Rules(tolerance=0.0)
    assert isinstance(values_compared("0x7f3a2c41d0e0", "0x7f3a2c41d0f0"), Unknown)
