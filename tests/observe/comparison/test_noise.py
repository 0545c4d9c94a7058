"""What differs between two runs of the old version is no difference between old and new."""

from __future__ import annotations

import pickle

import pytest
from tests.observe.comparison.made_runs import Thing, ended, raised, returned

from swerve.model.behaviour import Behaviour, StopReason
from swerve.observe.comparison import (
    NO_NOISE,
    Different,
    Noise,
    Same,
    Unknown,
    compare,
    noise_between,
)


def with_id(number: object, total: int = 3) -> Behaviour:
    return returned(Thing(id=number, total=total))


def test_two_equal_runs_have_no_noise() -> None:
    assert noise_between(with_id(1), with_id(1)) is NO_NOISE
    assert noise_between(returned("<A at 0x7f1234>"), returned("<A at 0x7f1235>")) is NO_NOISE


def test_a_place_that_differs_between_runs_is_set_aside_and_the_rest_is_not() -> None:
    noise = noise_between(with_id(1), with_id(2))
    assert compare(with_id(1), with_id(3), noise=noise) == Same()
    found = compare(with_id(1), with_id(3, total=4), noise=noise)
    assert isinstance(found, Different)
    assert found.path == "result.total"


@pytest.mark.parametrize(
    ("first", "again", "new"),
    [
        pytest.param([1, "x"], [2, "x"], [3, "x"], id="item"),
        pytest.param([0, [1]], [0, [1, 2]], [0, [1, 2, 3]], id="length"),
        pytest.param({"a": 1, "k1": 2}, {"a": 1, "k2": 2}, {"a": 1, "k3": 2}, id="key"),
        pytest.param((0, {1, 2}), (0, {1, 3}), (0, {1, 4}), id="member"),
        pytest.param((0, 1), (0, "1"), (0, None), id="type"),
        pytest.param((0, {"k": {1: 2}}), (0, {"k": {1: 3}}), (0, {"k": {1: 4}}), id="nested"),
    ],
)
def test_noise_has_no_need_to_repeat_itself(first: object, again: object, new: object) -> None:
    """The third value is neither of the two seen before."""
    value = {"same": 1, "noisy": first}
    noise = noise_between(returned(value), returned({**value, "noisy": again}))
    assert compare(returned(value), returned({**value, "noisy": new}), noise=noise) == Same()
    changed = returned({"same": 2, "noisy": new})
    assert isinstance(compare(returned(value), changed, noise=noise), Different)


@pytest.mark.parametrize(
    ("first", "again"),
    [(1, 2), ([1], [2]), ((1, {"a": 2}), (3, {"a": 4})), ([1], [1, 2])],
)
def test_where_noise_leaves_nothing_to_see_the_answer_is_unknown(
    first: object, again: object
) -> None:
    noise = noise_between(returned(first), returned(again))
    why = "`result` differs between two runs of the old version"
    assert compare(returned(first), returned(again), noise=noise) == Unknown(why)
    assert compare(returned(first), returned(first), noise=noise) == Unknown(why)


def test_a_noisy_line_of_output_leaves_the_others() -> None:
    def run(second: str, third: str = "done") -> Behaviour:
        return returned(1, stdout=f"start\n{second}\n{third}\n")

    noise = noise_between(run("0.31"), run("0.32"))
    assert compare(run("0.31"), run("0.33"), noise=noise) == Same()
    found = compare(run("0.31"), run("0.33", "failed"), noise=noise)
    assert isinstance(found, Different)
    assert found.path == "stdout.splitlines()[2]"


def test_output_with_more_or_fewer_lines_is_noise_as_a_whole() -> None:
    noise = noise_between(returned(1, stdout="a\nb\n"), returned(1, stdout="a\nb\nb\n"))
    assert compare(returned(1, stdout="a\n"), returned(1, stdout="c\n"), noise=noise) == Same()
    assert isinstance(compare(returned(1), returned(2), noise=noise), Different)


def test_one_noisy_root_does_not_hide_the_noise_of_the_next() -> None:
    def run(start: int) -> Behaviour:
        return returned([*range(start, start + 2000)], stdout=str(start), stderr="x")

    noise = noise_between(run(0), run(1))
    assert noise.paths == {("result",), ("stdout", ".splitlines()", "[0]")}


@pytest.mark.parametrize(
    ("first", "again", "said"),
    [
        (returned(1), raised(KeyError()), "the old version returned once, and then raised"),
        (
            returned(1),
            ended(StopReason.TIMEOUT, "5 s"),
            "the old version returned once, and then did not finish in time (5 s)",
        ),
        (
            ended(StopReason.EXIT, "status 1"),
            ended(StopReason.EXIT, "status 2"),
            "the old version ended the process (status 1) once, "
            "and then ended the process (status 2)",
        ),
    ],
)
def test_where_the_outcome_itself_is_noise_nothing_can_be_said(
    first: Behaviour, again: Behaviour, said: str
) -> None:
    noise = noise_between(first, again)
    assert compare(first, returned(2), noise=noise) == Unknown(said)
    assert compare(first, first, noise=noise) == Unknown(said)


def test_two_late_runs_are_no_noise() -> None:
    late = ended(StopReason.TIMEOUT, "5 s"), ended(StopReason.TIMEOUT, "5.1 s")
    assert noise_between(*late) is NO_NOISE


def test_noise_adds_up_and_pickles() -> None:
    first = noise_between(returned([1, 2, 3]), returned([5, 2, 3]))
    second = noise_between(returned([1, 2, 3]), returned([1, 6, 3]))
    both = first | second | NO_NOISE
    assert compare(returned([1, 2, 3]), returned([7, 8, 3]), noise=both) == Same()
    assert pickle.loads(pickle.dumps(both)) == both  # noqa: S301 (made in the line above)
    assert (first | Noise(unstable="why")).unstable == "why"
