"""How are arrays of numpy and tables of pandas compared?

They are the target's, not swerve's: these tests run where both are installed.
"""

from __future__ import annotations

import pytest
from tests.observe.comparison.made_runs import difference, values_compared

from swerve.observe.comparison import Different, Same, Unknown, rules_from

np = pytest.importorskip("numpy")
pd = pytest.importorskip("pandas")


def frame(price: float = 2.5) -> object:
    return pd.DataFrame({"name": ["a", "b"], "price": [1.5, price]})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(np.arange(6).reshape(2, 3), np.arange(6).reshape(2, 3), id="equal"),
        pytest.param(np.arange(6)[::2], np.array([0, 2, 4]), id="a view and an array"),
        pytest.param(np.array([np.nan]), np.array([np.nan]), id="nan"),
        pytest.param(np.zeros(5000), np.zeros(5000), id="long"),
        pytest.param(np.float64(1.5), np.float64(1.5), id="scalar"),
        pytest.param(np.array([0.3]), np.array([0.1 + 0.2]), id="rounding"),
        pytest.param(np.float64(0.3), np.float64(0.1 + 0.2), id="rounding of a scalar"),
        pytest.param(np.array([1e6, 1e-12]), np.array([1e6, 0.0]), id="beside large numbers"),
        pytest.param(np.array([0.3 + 1j]), np.array([0.1 + 0.2 + 1j]), id="of complex numbers"),
        pytest.param(pd.Series([0.3]), pd.Series([0.1 + 0.2]), id="rounding in a table"),
        pytest.param(np.array([0.0]), np.array([-0.0]), id="the sign of zero"),
        pytest.param(frame(), frame(), id="frame"),
        pytest.param(pd.Series([1, None]), pd.Series([1, None]), id="series"),
    ],
)
def test_alike(old: object, new: object) -> None:
    assert values_compared(old, new) == Same()


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        (np.array([[1, 2], [3, 4]]), np.array([[1, 2], [3, 5]]), "result[1][1]"),
        (np.array([1, 2]), np.array([1.0, 2.0]), "result.dtype"),
        (np.zeros((2, 3)), np.zeros((3, 2)), "result.shape[0]"),
        (np.zeros(5000), np.ones(5000), "result[0]"),
        (np.float64(1.5), 1.5, "result"),
        (np.float32(1.5), np.float64(1.5), "result"),
        (np.array([1.0]), np.array([1.0 + 1e-9]), "result[0]"),
        (np.array([np.nan]), np.array([0.0]), "result[0]"),
        (np.array([np.inf]), np.array([1e308]), "result[0]"),
        ([0.3, np.zeros(1)], [0.1 + 0.2, np.zeros(1)], "result[0]"),
        (frame(), frame(3.5), "result['price'][1]"),
        (pd.Series([1, 2]), pd.Series([1, 3]), "result[1]"),
        (pd.Series([1], name="a"), pd.Series([1], name="b"), "result.name"),
    ],
)
def test_different(old: object, new: object, path: str) -> None:
    assert difference(old, new).path == path


def test_a_tolerance_reaches_into_arrays() -> None:
    close = rules_from([], 1e-9)
    assert values_compared(np.array([1.0]), np.array([1.0 + 1e-12]), close) == Same()
    assert values_compared(frame(), frame(2.5 + 1e-12), close) == Same()
    assert isinstance(values_compared(np.array([1.0]), np.array([1.1]), close), Different)


def test_without_any_tolerance_rounding_is_a_difference() -> None:
    exact = rules_from([], 0.0)
    assert isinstance(values_compared(np.array([0.3]), np.array([0.1 + 0.2]), exact), Different)
    assert isinstance(values_compared(np.array([0.0]), np.array([-0.0]), exact), Different)


@pytest.mark.parametrize("length", [1, 500])
def test_equal_results_say_how_far_they_lie_apart(length: int) -> None:
    def apart(old: float, new: float) -> float:
        found = values_compared(np.full(length, old), np.full(length, new))
        assert isinstance(found, Same)
        return found.ulps

    assert apart(1.5, 1.5) == 0
    assert apart(1.0, 1.0 + 3 * 2**-52) == pytest.approx(3)
    assert apart(1.0, 1.0 + 40 * 2**-52) == pytest.approx(40)


def test_masked_arrays_are_compared_by_what_is_not_masked() -> None:
    def masked(*values: float, mask: tuple[bool, ...] = (True, False), **others: float) -> object:
        return np.ma.masked_array(values, mask=mask, **others)

    assert values_compared(masked(1.0, 2.0), masked(9.0, 2.0)) == Same()
    for other in (
        masked(1.0, 3.0),
        masked(1.0, 2.0, mask=(False, False)),
        masked(1.0, 2.0, fill_value=-1.0),
        np.array([0.0, 2.0]),
    ):
        assert isinstance(values_compared(masked(1.0, 2.0), other), Different)


def test_whether_a_huge_array_is_within_the_tolerance_cannot_be_told() -> None:
    close = rules_from([], 1e-9)
    old, new = np.zeros(5000), np.full(5000, 1e-12)
    assert values_compared(old, new, close) == Same()
    old, new = np.zeros(200_000), np.full(200_000, 1e-12)
    assert isinstance(values_compared(old, new, close), Unknown)
    assert isinstance(values_compared(old, new), Different)
