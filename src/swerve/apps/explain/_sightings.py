"""Which calls of changed functions does a test make, and what did the old version do with each?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from swerve.apps.explain._runs import PairRuns
from swerve.engines.replay.observed import Ran, Round, SeenCall, keyed
from swerve.meaning.contract import Contract, ObservedCall, has_same_input
from swerve.observe.comparison import NO_NOISE, Noise, Rules, noise_between


@dataclass(frozen=True, slots=True)
class Sighting:
    """A call on the new version, and the same call on the old one where the test makes it there."""

    #: The number of the function.
    number: int
    new: SeenCall
    old: SeenCall | None
    noise: Noise = NO_NOISE


def sightings(
    test: str,
    pairs: Sequence[PairRuns],
    contracts: Mapping[str, Contract],
    rounds: Sequence[Round],
    rules: Rules,
) -> Iterator[Sighting]:
    """The calls of the last round, the earlier ones say what is noise.

    A call is the same on both sides if it gets the same. Where a contract says that parameters or
    fields are new or gone, calls of one number are, if they get the same apart from those.
    """
    *before, last = rounds
    for number, pair in enumerate(pairs):
        contract = contracts.get(pair.id)
        olds = keyed(_in_test(last.old, number, test))
        earlier = [keyed(_in_test(each.old, number, test)) for each in before]
        by_number = {call.number: call for call in _in_test(last.old, number, test)}
        news = _in_test(last.new, number, test)
        keys = {id(call): key for key, call in keyed(news).items()}
        for new in news:
            key = keys.get(id(new))
            old = olds.get(key) if key is not None else None
            if old is None and contract is not None and new.number in by_number:
                old = by_number[new.number]
                call = ObservedCall(
                    *pair.runs(old.before, old.behaviour, new.before, new.behaviour)
                )
                old = old if has_same_input(contract, call, rules) else None
            noise = NO_NOISE
            for calls in earlier:
                was = calls.get(key) if key is not None else None
                if old is not None and was is not None:
                    noise |= noise_between(was.behaviour, old.behaviour)
            yield Sighting(number, new, old, noise)


def _in_test(ran: Ran, number: int, test: str) -> list[SeenCall]:
    return [call for call in ran.calls.get(number, ()) if call.test == test]
