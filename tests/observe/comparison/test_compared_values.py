"""When are two values alike, and where do they differ?"""

from __future__ import annotations

import math
import zlib
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import partial
from pathlib import PurePosixPath
from random import Random
from typing import NamedTuple

import pytest
from tests.observe.comparison.made_runs import Thing, difference, raised, returned, values_compared

from swerve.model import DifferenceKind
from swerve.model.behaviour import Behaviour, Returned
from swerve.observe.comparison import Agreement, Different, Same, Unknown, compare
from swerve.worker.snapshot.snapshot import Limits

NAN = float("nan")


class Color(Enum):
    RED = 1
    BLUE = 2


class Pair(NamedTuple):
    left: object
    right: object


@dataclass(frozen=True)
class Frozen:
    x: object


class Name(str):
    __slots__ = ()


class Stack(list[object]):
    pass


def things(*numbers: int) -> set[object]:
    return {Thing(number=number) for number in numbers}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(NAN, -NAN, id="nan equals nan"),
        pytest.param(complex(NAN, 1), complex(NAN, 1), id="nan in complex"),
        pytest.param({"a": 1, "b": 2}, {"b": 2, "a": 1}, id="dict in another order"),
        pytest.param({"a", "b", 1}, {1, "b", "a"}, id="set in another order"),
        pytest.param({(1, "a"), (2, "b")}, {(2, "b"), (1, "a")}, id="set of tuples"),
        pytest.param({frozenset({1}), frozenset()}, {frozenset(), frozenset({1})}, id="nested set"),
        pytest.param(things(1, 2, 2, 3), things(3, 2, 1, 2), id="set of objects"),
        pytest.param({Thing(): 1, Thing(): 2}, {Thing(): 2, Thing(): 1}, id="keys that look alike"),
        pytest.param(Thing(a=1, b=2), Thing(b=2, a=1), id="attributes set in another order"),
        pytest.param(Thing(a=1, _seen=2), Thing(a=1), id="private attribute of one side"),
        pytest.param(
            "<Cart at 0x7f3a2c41d0e0>", "<Cart at 0x55d0c8a3b2a0>", id="address in a repr"
        ),
        pytest.param("<Cart 0x7f3a2c41d0e0>", "<Cart 0x55d0c8a3b2a0>", id="address without at"),
        pytest.param({"<A at 0x7f3a2c>"}, {"<A at 0x7f3a2d>"}, id="address in a member"),
        pytest.param({"<A at 0x7f3a2c>": 1}, {"<A at 0x7f3a2d>": 1}, id="address in a key"),
        pytest.param(("a", "b") * 2, ("a", "b", "a", "b"), id="shared strings"),
        pytest.param([Frozen(1)] * 2, [Frozen(1), Frozen(1)], id="shared frozen objects"),
        pytest.param([Decimal("1.0")] * 2, [Decimal("1.0"), Decimal("1.0")], id="shared decimals"),
        pytest.param([(1, 2)] * 2, [(1, 2), (*[1], 2)], id="shared tuples"),
        pytest.param(Random(3), Random(3), id="generators in one state"),
        pytest.param(iter([1, 2]), iter([1, 2]), id="iterators"),
        pytest.param(partial(int, base=2), partial(int, base=2), id="partial"),
    ],
)
def test_alike(old: object, new: object) -> None:
    assert values_compared(old, new) == Same()


@pytest.mark.parametrize(
    ("old", "new", "path", "shown"),
    [
        pytest.param(1, 2, "result", ("1", "2"), id="the value itself"),
        pytest.param(1, 1.0, "result", ("1", "1.0"), id="int became float"),
        pytest.param(1, True, "result", ("1", "True"), id="int became bool"),
        pytest.param(0.0, -0.0, "result", ("0.0", "-0.0"), id="signed zero"),
        pytest.param(complex(0.0, 1), complex(-0.0, 1), "result", None, id="zero in complex"),
        pytest.param(1.0, math.nextafter(1.0, 2), "result", None, id="the last digit"),
        pytest.param("a", Name("a"), "result", None, id="str became a subclass"),
        pytest.param([1], Stack([1]), "result", None, id="list became a subclass"),
        pytest.param((1,), [1], "result", ("(1,)", "[1]"), id="tuple became list"),
        pytest.param({1}, frozenset({1}), "result", None, id="set became frozen"),
        pytest.param({"a": 1}, OrderedDict(a=1), "result", None, id="dict became ordered"),
        pytest.param(None, False, "result", ("None", "False"), id="None became False"),
        pytest.param([1, [2, 3]], [1, [2, 4]], "result[1][1]", ("3", "4"), id="list in a list"),
        pytest.param((1, (2,)), (1, (3,)), "result[1][0]", ("2", "3"), id="tuple in a tuple"),
        pytest.param(Stack([1]), Stack([2]), "result[0]", ("1", "2"), id="list of a subclass"),
        pytest.param({"k": [1]}, {"k": [2]}, "result['k'][0]", ("1", "2"), id="text key"),
        pytest.param({3: 1}, {3: 2}, "result[3]", ("1", "2"), id="number key"),
        pytest.param({(1, "a"): 1}, {(1, "a"): 2}, "result[(1, 'a')]", ("1", "2"), id="tuple key"),
        pytest.param({"a": 1}, {}, "result['a']", ("1", "(missing)"), id="key gone"),
        pytest.param({}, {"a": 1}, "result['a']", ("(missing)", "1"), id="key added"),
        pytest.param({1: 0}, {1.0: 0}, "result[1]", ("0", "(missing)"), id="key of another type"),
        pytest.param(Thing(a=1), Thing(a=2), "result.a", ("1", "2"), id="attribute"),
        pytest.param(Thing(_a=1), Thing(_a=2), "result._a", ("1", "2"), id="private attribute"),
        pytest.param(Thing(a=1), Thing(), "result.a", ("1", "(missing)"), id="attribute gone"),
        pytest.param(Pair(1, [2]), Pair(1, [3]), "result.right[0]", ("2", "3"), id="named tuple"),
        pytest.param(Frozen(1), Frozen(2), "result.x", ("1", "2"), id="dataclass"),
        pytest.param({"a", "b"}, {"a", "c"}, "result{...}", ("'b'", "'c'"), id="member"),
        pytest.param({"a"}, {"a", "c"}, "result{...}", ("(missing)", "'c'"), id="member added"),
        pytest.param({(1, 2), (3, 4)}, {(1, 2), (3, 5)}, "result{...}[1]", ("4", "5"), id="in one"),
        pytest.param(things(1, 2), things(1, 3), "result{...}.number", ("2", "3"), id="in object"),
        pytest.param([1, 2], [1], "result", ("[1, 2]", "[1]"), id="shorter"),
        pytest.param([], [1], "result", ("[]", "[1]"), id="longer"),
        pytest.param(deque([1, 2]), deque([1, 3]), "result[1]", ("2", "3"), id="deque"),
        pytest.param(deque([1], 2), deque([1], 3), "result.maxlen", ("2", "3"), id="maxlen"),
        pytest.param(Counter("ab"), Counter("abb"), "result['b']", ("1", "2"), id="counter"),
        pytest.param(
            defaultdict(int, {"a": 1}),
            defaultdict(bool, {"a": 1}),
            "result.default_factory",
            None,
            id="factory",
        ),
        pytest.param(Color.RED, Color.BLUE, "result", None, id="enum member"),
        pytest.param(Decimal("1.0"), Decimal("1.00"), "result", None, id="decimal"),
        pytest.param(Fraction(1, 3), Fraction(2, 3), "result", None, id="fraction"),
        pytest.param(PurePosixPath("a"), PurePosixPath("b"), "result", None, id="path"),
        pytest.param(datetime(2024, 5, 1), datetime(2024, 5, 2), "result", None, id="datetime"),
        pytest.param(int, float, "result", None, id="class"),
        pytest.param(len, max, "result", None, id="function"),
        pytest.param(bytearray(b"a"), bytearray(b"b"), "result", None, id="bytearray"),
        pytest.param("0xff", "0xfe", "result", ("'0xff'", "'0xfe'"), id="a number, no address"),
        pytest.param(2**90, 2**90 + 1, "result", None, id="large numbers"),
    ],
)
def test_different(old: object, new: object, path: str, shown: tuple[str, str] | None) -> None:
    found = difference(old, new)
    assert found.path == path
    assert found.kind is DifferenceKind.RETURN
    assert found.old != found.new
    if shown is not None:
        assert (found.old, found.new) == shown


def test_a_change_of_order_counts_in_an_ordered_dict_alone() -> None:
    found = difference(OrderedDict(a=1, b=2), OrderedDict(b=2, a=1))
    assert (found.path, found.old) == ("result", "in the order 'a', 'b'")
    assert found.new == "in the order 'b', 'a'"


def test_further_differences_are_listed_in_order_and_not_without_end() -> None:
    found = difference(list(range(50)), list(range(1, 51)))
    assert found.path == "result[0]"
    assert found.others == tuple(f"result[{at}]" for at in range(1, 11))


def test_a_length_comes_first_and_the_items_after_it() -> None:
    found = difference([1, 2, 3], [1, 5])
    assert (found.path, found.others) == ("result", ("result[1]",))


def test_long_lists_are_told_apart_by_their_lengths() -> None:
    found = difference(list(range(400)), list(range(500)))
    assert found.old.endswith("(400 items)")
    assert found.new.endswith("(500 items)")


def test_long_texts_are_shown_from_where_they_part() -> None:
    found = difference("x" * 5000 + "old", "x" * 5000 + "new")
    assert "old" in found.old
    assert "new" in found.new
    assert len(found.old) < 300


def test_what_looks_the_same_is_shown_with_its_type() -> None:
    local = type("Thing", (Thing,), {"__module__": "elsewhere"})
    found = difference([Thing()], [local()])
    assert found.path == "result[0]"
    assert found.old != found.new


def test_an_attribute_with_an_odd_name_has_a_path_that_python_reads() -> None:
    found = difference(Thing(**{"a b": 1}), Thing(**{"a b": 2}))
    assert found.path == "result.__dict__['a b']"


# --- the same object ----------------------------------------------------------------------------


def test_two_equal_lists_are_not_one_list_twice() -> None:
    shared = [1]
    found = difference([shared, shared], [[1], [1]])
    assert found.path == "result[1]"
    assert (found.old, found.new) == ("the same object as `result[0]`", "an object of its own")


def test_returning_the_argument_is_not_returning_a_copy() -> None:
    items = [1]
    old, new = returned([1], arguments_items=items), returned(items, arguments_items=items)
    found = compare(old, new)
    assert isinstance(found, Different)
    assert (found.kind, found.path) == (DifferenceKind.ARGUMENT, "arguments.items")
    assert found.new == "the same object as `result`"


def test_what_differs_in_itself_is_told_before_what_is_only_another_object() -> None:
    shared = [1]
    found = difference([shared, shared], [[1], [2]])
    assert (found.path, found.old, found.new) == ("result[1][0]", "1", "2")
    assert found.others == ("result[1]",)


def test_a_cycle_is_compared_once() -> None:
    def ring(size: int) -> list[object]:
        first: list[object] = ["x"]
        last = first
        for _ in range(size - 1):
            last.append(["x"])
            last = last[-1]  # type: ignore[assignment]
        last.append(first)
        return first

    assert values_compared(ring(3), ring(3)) == Same()
    assert difference(ring(3), ring(2)).path == "result[1][1]"


def test_objects_that_know_each_other_are_told_apart_in_a_set() -> None:
    def friends() -> tuple[set[object], Thing]:
        ada, bob = Thing(age=30), Thing(age=30)
        ada.friend, bob.friend = bob, ada  # type: ignore[attr-defined]
        return {ada, bob}, ada

    assert values_compared(friends(), friends()) == Same()


# --- what cannot be seen ------------------------------------------------------------------------


def unseen() -> object:
    """An object of C code that nothing is known about."""
    return zlib.compressobj()


def unknown(old: object, new: object, limits: Limits | None = None) -> str:
    limits = limits or Limits()
    found = compare(returned(old, limits=limits), returned(new, limits=limits))
    assert isinstance(found, Unknown), found
    return found.why


def test_what_was_not_seen_makes_the_answer_unknown() -> None:
    value = {"a": 1, "b": [unseen()]}
    assert unknown(value, value).startswith("`result['b'][0]` could not be captured (")


def test_a_difference_elsewhere_still_counts() -> None:
    assert difference([unseen(), 1], [unseen(), 2]).path == "result[1]"
    assert difference([unseen(), 1], [2, 1]).path == "result[0]"


def test_what_was_not_seen_in_a_set_matches_nothing_and_misses_nothing() -> None:
    assert unknown({(unseen(), 1), (unseen(), 2)}, {(unseen(), 2), (unseen(), 1)})
    assert difference({(unseen(), 1)}, {(unseen(), 2)}).path == "result{...}[1]"


def test_an_iterator_without_end_is_followed_for_a_while() -> None:
    def numbers(wrong: int = -1) -> Iterator[int]:
        number = 0
        while True:
            yield 0 if number == wrong else number
            number += 1

    assert unknown(numbers(), numbers()) == "`result` was read only up to 100 items"
    assert difference(numbers(), numbers(wrong=7)).path == "result[7]"
    found = difference(numbers(), iter([*range(5)]))
    assert found.path == "result"


def test_how_a_generator_ends_counts() -> None:
    def numbers(end: Callable[[], object]) -> Iterator[int]:
        yield 1
        end()

    def fail() -> object:
        raise ValueError("no more")

    found = difference(numbers(lambda: None), numbers(fail))
    assert found.path == "result"
    assert found.old == "yields 1 item"
    assert found.new == "raises ValueError('no more') after 1 item"
    assert values_compared(numbers(fail), numbers(fail)) == Same()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param(
            [1, 2, 3, 4], [1, 2, 3, 4], "`result` was truncated after 2 of 4 items", id="same"
        ),
        pytest.param(
            [1, 2, 3, 4], [1, 2, 3, 5], "`result` was truncated after 2 of 4 items", id="list"
        ),
        pytest.param({1, 2, 3}, {1, 2, 4}, "`result` was truncated", id="set"),
        pytest.param({1: 1, 2: 2, 3: 3}, {3: 3, 2: 2, 1: 1}, "`result` was truncated", id="dict"),
        pytest.param(
            {1: 1, 2: 2, 3: 3}, {1: 1, 2: 2, 4: 3}, "`result` was truncated", id="other key"
        ),
    ],
)
def test_behind_a_cut_nothing_is_known(old: object, new: object, said: str) -> None:
    assert unknown(old, new, Limits(items=2)).startswith(said)


def test_a_cut_does_not_hide_what_is_before_it_nor_the_length() -> None:
    cut = Limits(items=2)
    for old, new, path in (
        ([1, 2, 3], [1, 5, 3], "result[1]"),
        ([1, 2, 3], [1, 2, 3, 4], "result"),
        ({1, 2, 3}, {1, 2, 3, 4}, "result"),
        ({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 5, "c": 3}, "result['b']"),
    ):
        found = compare(returned(old, limits=cut), returned(new, limits=cut))
        assert isinstance(found, Different)
        assert found.path == path


def test_a_long_text_is_known_by_its_digest() -> None:
    long = "x" * 100_000
    assert values_compared(long + "a", long + "a") == Same()
    assert difference(long + "a", long + "b").path == "result"
    assert unknown("<A at 0x7f1234>" + long, "<A at 0x7f1235>" + long)


def test_what_may_be_an_address_is_no_difference_for_sure() -> None:
    why = unknown("handle 0x7f3a2c41d0e0", "handle 0x7f3a2c41d0f0")
    assert why == "`result` differs in what may be an address"


def test_functions_made_during_the_call_are_compared_by_their_code_and_what_they_hold() -> None:
    def adder(number: int) -> Callable[[int], int]:
        return lambda other: number + other

    def subtracter(number: int) -> Callable[[int], int]:
        return lambda other: number - other

    assert values_compared(adder(1), adder(1)) == Same()
    assert difference(adder(1), adder(2)).path == "result.__closure__[0]"
    assert "different code" in unknown(adder(1), subtracter(1))


def test_bytes_that_are_no_snapshot_give_no_answer() -> None:
    broken = Behaviour(Returned(), b"\x01\x01rubbish")
    assert isinstance(compare(broken, returned(1)), Unknown)
    assert isinstance(compare(returned(1), broken), Unknown)


# --- other parts of a behaviour -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "kind", "path"),
    [
        pytest.param(
            raised(ValueError("a")), raised(ValueError("b")), "exception", "exception.args[0]"
        ),
        pytest.param(raised(ValueError("a")), raised(KeyError("a")), "exception", "exception"),
        pytest.param(returned(1), raised(KeyError("a")), "exception", "outcome"),
        pytest.param(
            returned(1, receiver=Thing(n=1)),
            returned(1, receiver=Thing(n=2)),
            "argument",
            "receiver.n",
        ),
        pytest.param(
            returned(1, arguments_a=[1]), returned(1, arguments_a=[]), "argument", "arguments.a"
        ),
        pytest.param(
            returned(1, arguments_a=[1]), returned(1, arguments_b=[2]), "argument", "arguments.a[0]"
        ),
        pytest.param(
            returned(1, stdout="a\nb\n"),
            returned(1, stdout="a\nc\n"),
            "output",
            "stdout.splitlines()[1]",
        ),
        pytest.param(returned(1, stdout="a\n"), returned(1, stdout="a"), "output", "stdout"),
        pytest.param(returned(1), returned(1, stderr="a"), "output", "stderr"),
        pytest.param(
            returned(1, warnings=[("UserWarning", "a")]),
            returned(1, warnings=[("UserWarning", "b")]),
            "warning",
            "warnings[0][1]",
        ),
        pytest.param(
            returned(1), returned(1, warnings=[("UserWarning", "a")]), "warning", "warnings"
        ),
    ],
)
def test_each_part_of_a_behaviour_has_its_kind(
    old: Behaviour, new: Behaviour, kind: str, path: str
) -> None:
    found = compare(old, new)
    assert isinstance(found, Different)
    assert (found.kind.value, found.path) == (kind, path)


def test_a_return_and_an_exception_are_told_in_words() -> None:
    found = compare(returned([1]), raised(KeyError("k")))
    assert isinstance(found, Different)
    assert (found.old, found.new) == ("returned [1]", "raised KeyError('k')")


def test_causes_count_and_what_was_being_handled_does_not() -> None:
    def chained(cause: Exception | None, context: Exception | None) -> Behaviour:
        error = ValueError("no")
        error.__context__ = context
        error.__cause__ = cause
        error.__suppress_context__ = cause is not None
        return raised(error)

    assert compare(chained(None, KeyError(1)), chained(None, None)) == Same()
    found = compare(chained(KeyError(1), None), chained(KeyError(2), None))
    assert isinstance(found, Different)
    assert found.path == "exception.__cause__.args[0]"


def test_a_cause_equals_what_was_being_handled() -> None:
    def handling(number: int, *, names_it: bool) -> Behaviour:
        error = ValueError("no")
        error.__context__ = KeyError(number)
        if names_it:
            error.__cause__ = error.__context__
        return raised(error)

    def without() -> Behaviour:
        error = ValueError("no")
        error.__context__ = KeyError(1)
        error.__suppress_context__ = True
        return raised(error)

    assert compare(handling(1, names_it=False), handling(1, names_it=True)) == Same()
    assert compare(handling(1, names_it=True), handling(1, names_it=False)) == Same()
    found = compare(handling(1, names_it=False), handling(2, names_it=True))
    assert isinstance(found, Different)
    assert found.path == "exception.__cause__.args[0]"
    assert isinstance(compare(without(), handling(1, names_it=True)), Different)


def test_output_of_no_characters_is_no_output() -> None:
    assert compare(returned(1, stdout=""), returned(1)) == Same()


def test_a_receiver_on_one_side_alone_is_no_evidence() -> None:
    found: Agreement = compare(returned(1, receiver=Thing()), returned(1))
    assert found == Unknown("`receiver` was observed on one side only")
