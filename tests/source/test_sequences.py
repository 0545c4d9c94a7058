"""Where two sequences differ, short and long."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.costs import need_cheap

from swerve.source.pairing._sequences import differing_spans

items = st.lists(st.integers(0, 3), max_size=12)


@given(items, items)
def test_what_lies_between_the_spans_is_equal(old: list[int], new: list[int]) -> None:
    spans = list(differing_spans(old, new))
    at_old = at_new = 0
    for span in spans:
        assert old[at_old : span.old_from] == new[at_new : span.new_from]
        at_old, at_new = span.old_to, span.new_to
    assert old[at_old:] == new[at_new:]
    assert bool(spans) == (old != new)


def test_long_sequences_take_little_time() -> None:
    old = [n % 7 for n in range(50_000)]
    same_length = [(n % 7) + (n % 5 == 0) for n in range(50_000)]
    longer = ([9, *same_length], [*old[:25_000], 9, *old[25_000:]])
    assert len(need_cheap(lambda: list(differing_spans(old, same_length)), 2)) == 10_000
    assert all(need_cheap(lambda: [list(differing_spans(old, each)) for each in longer], 3))
