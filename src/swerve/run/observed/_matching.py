"""Which calls of two runs are the same call, and do they behave alike?"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from swerve.observe.comparison import (
    NO_NOISE,
    Agreement,
    Different,
    Rules,
    Same,
    compare,
    noise_between,
)

from ._ran import SeenCall

#: The second byte of a snapshot in which nothing was cut.
_COMPLETE = b"\x01"


class Key(NamedTuple):
    """What makes a call the same in two runs: the test, what it is given, the how-manieth."""

    test: str
    before: bytes
    time: int


@dataclass(frozen=True, slots=True)
class Matched:
    """The same call on both sides."""

    key: Key
    old: SeenCall
    new: SeenCall
    agreement: Agreement


#: The calls of one run.
Calls: TypeAlias = dict[Key, SeenCall]


def keyed(calls: Iterable[SeenCall]) -> Calls:
    """Calls by what makes them the same in another run."""
    times: Counter[tuple[str, bytes]] = Counter()
    found = {}
    for call in calls:
        if call.before[1:2] != _COMPLETE:
            continue  # what was not seen may differ
        digest = hashlib.blake2b(call.before, digest_size=16).digest()
        times[call.test, digest] += 1
        found[Key(call.test, digest, times[call.test, digest])] = call
    return found


def matched(old: Iterable[SeenCall], new: Iterable[SeenCall], rules: Rules) -> Iterator[Matched]:
    """Calls that both sides made, in the order of the old side."""
    news = keyed(new)
    for key, call in keyed(old).items():
        other = news.get(key)
        if other is not None:
            yield Matched(key, call, other, compare(call.behaviour, other.behaviour, rules))


def matched_by_place(
    old: Iterable[SeenCall], new: Iterable[SeenCall], rules: Rules
) -> Iterator[Matched]:
    """The same, and calls at the same place of a test that behave alike, whatever they are given.

    Mocks, and objects that changed, look different each time. Where such calls end differently,
    nobody knows why: these are left out.
    """
    olds, news = list(old), list(new)
    alike = list(matched(olds, news, rules))
    yield from alike
    taken = {id(call) for each in alike for call in (each.old, each.new)}
    rest = {(call.test, call.number): call for call in news if id(call) not in taken}
    for key, call in keyed(call for call in olds if id(call) not in taken).items():
        other = rest.get((call.test, call.number))
        if other is None:
            continue
        agreement = compare(call.behaviour, other.behaviour, rules)
        if isinstance(agreement, Same):
            yield Matched(key, call, other, agreement)


def shown_again(
    first: Matched, again: Iterable[tuple[Calls, Calls]], rules: Rules
) -> Different | None:
    """What differs in every round, once what differs between runs of the old side is set aside.

    `again` is what later rounds showed, of the old side and of the new one.
    """
    rounds = [(first.old, first.new)]
    noise = NO_NOISE
    for old, new in again:
        was, now = old.get(first.key), new.get(first.key)
        if was is None or now is None:
            return None
        noise |= noise_between(first.old.behaviour, was.behaviour)
        rounds.append((was, now))
    agreements = [compare(was.behaviour, now.behaviour, rules, noise) for was, now in rounds]
    different = agreements[0]
    if isinstance(different, Different) and all(isinstance(each, Different) for each in agreements):
        return different
    return None
