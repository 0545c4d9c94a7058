"""What do contracts say about the calls of a test?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from swerve.meaning.contract import (
    Contract,
    Judgement,
    NotRelevant,
    ObservedCall,
    SideRun,
    Unclear,
    has_same_input,
    judge,
)
from swerve.model import Side
from swerve.model.behaviour import Behaviour, Raised, Returned
from swerve.observe.comparison import (
    NO_NOISE,
    Different,
    Noise,
    Rules,
    Unknown,
    compare,
    noise_between,
)
from swerve.run.observed import Ran, Round, SeenCall, call_text, keyed

from ._model import CallId, JudgedCall
from ._remaking import PairRuns, Remaking, ending, told

_ONE_SIDED = "the test makes this call only on the new version, and it cannot be repeated alone"


@dataclass(frozen=True, slots=True)
class Judging:
    """Judges the calls of tests."""

    pairs: tuple[PairRuns, ...]
    #: Id of a pair -> what was meant to change.
    contracts: Mapping[str, Contract]
    #: Files with a contract that cannot be read, by the id of the pair.
    unreadable: Mapping[str, str]
    rules: Rules
    remaking: Remaking

    def calls(self, test: str, rounds: Sequence[Round]) -> tuple[JudgedCall, ...]:
        """All calls of changed functions that a test makes on the new version."""
        found = list(sightings(test, self.pairs, self.contracts, rounds, self.rules))
        judged = []
        for number, pair in enumerate(self.pairs):
            own = [each for each in found if each.number == number]
            alone = [each.new for each in own if each.old is None]
            again = self.remaking.runs(pair, alone) if alone else {}
            judged += [self._judged(pair, each, again.get(each.new.number)) for each in own]
        return tuple(judged)

    def _judged(
        self, pair: PairRuns, seen: Sighting, again: tuple[SideRun, SideRun] | None
    ) -> JudgedCall:
        new = seen.new
        if seen.old is not None:
            old = seen.old
            runs = pair.runs(old.before, old.behaviour, new.before, new.behaviour)
            return self._call(pair, seen, runs)
        if again is not None:
            return self._call(pair, seen, again, is_made_again=True)
        return self._told(pair, seen, "", ending(new.behaviour), Unclear(_ONE_SIDED))

    def _call(
        self,
        pair: PairRuns,
        seen: Sighting,
        runs: tuple[SideRun, SideRun],
        *,
        is_made_again: bool = False,
    ) -> JudgedCall:
        judgement, difference = self._judgement(pair, ObservedCall(*runs), seen.noise)
        old, new = (
            told(run.behaviour, difference, side) for side, run in zip(Side, runs, strict=True)
        )
        return self._told(pair, seen, old, new, judgement, difference, is_made_again)

    def _judgement(
        self, pair: PairRuns, call: ObservedCall, noise: Noise
    ) -> tuple[Judgement | None, Different | None]:
        contract = self.contracts.get(pair.id)
        agreement = compare(call.old.behaviour, call.new.behaviour, self.rules, noise)
        difference = agreement if isinstance(agreement, Different) else None
        if contract is not None:
            judgement = judge(contract, call, rules=self.rules, noise=noise)
            return judgement, getattr(judgement, "difference", difference)
        if difference is not None:
            broken = self.unreadable.get(pair.id)
            return Unclear(f"its contract cannot be read: {broken}") if broken else None, difference
        if isinstance(agreement, Unknown):
            return Unclear(agreement.why), None
        return NotRelevant("nothing differs"), None

    def _told(
        self,
        pair: PairRuns,
        seen: Sighting,
        old: str,
        new: str,
        judgement: Judgement | None,
        difference: Different | None = None,
        is_made_again: bool = False,
    ) -> JudgedCall:
        function = pair.pair.new
        contract = self.contracts.get(pair.id)
        return JudgedCall(
            id=(seen.number, seen.new.number),
            within=self._caller(seen.new),
            function=function.name,
            file=function.module.path,
            line=function.def_line,
            text=call_text(function.name, seen.new.before),
            old=old,
            new=new,
            judgement=judgement,
            difference=difference,
            contract=contract.file if contract is not None else "",
            is_affected=pair.pair.is_affected,
            is_made_again=is_made_again,
        )

    def _caller(self, call: SeenCall) -> CallId | None:
        """Test functions are observed too, and are no part of the change."""
        return call.caller if call.caller and call.caller[0] < len(self.pairs) else None


def judged_test(
    pair: PairRuns, contract: Contract, number: int, test: str, last: Round
) -> JudgedCall:
    """A test that passes on the old version only, judged by a contract of its own.

    What fixtures hand to it is no part of that: it differs from run to run.
    """
    old = Behaviour(Returned(), b"")
    raised = (call.behaviour for call in last.new.calls.get(number, ()) if call.test == test)
    new = next(raised, Behaviour(Raised(), b""))
    if not isinstance(new.outcome, Raised):  # what is around it failed
        new = Behaviour(Raised(), b"")
    judgement = judge(contract, ObservedCall(*pair.runs(b"", old, b"", new)), noise=NO_NOISE)
    function = pair.pair.new
    return JudgedCall(
        id=(number, 1),
        within=None,
        function=function.name,
        file=function.module.path,
        line=function.def_line,
        text=test,
        old="passed",
        new=ending(new),
        judgement=judgement,
        contract=contract.file,
    )


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
