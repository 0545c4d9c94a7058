"""Which calls of a function are at hand, and what did both versions do with each?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from swerve.engines import Budget
from swerve.engines.contracted.repaired import repairs
from swerve.engines.generate import Generate
from swerve.meaning.contract import (
    Contract,
    Contracts,
    Difference,
    ObservedCall,
    SideRun,
    Signature,
    contract_file,
    inferred,
    read_contracts,
)
from swerve.model import Learned, Pair, Seed, Settings, Witness, work
from swerve.observe.comparison import Different, Same
from swerve.observe.recipe import CallRecipe, encode_call, python_of
from swerve.observe.seeds import calls_in
from swerve.run.host import Compared, Sides
from swerve.run.refusals import has_stand_in, is_refused, lacks_something
from swerve.run.workspace import Workspace
from swerve.witness.replay import opened_sides

from ._model import FunctionCalls, Meant, meant

#: Calls of each sort that are looked at closely.
_MOST_DIFFERING, _MOST_PRESERVED = 24, 40
#: Of the seconds that a search for calls may take, as many for all that is done with one function.
_PATIENCE = 4


@dataclass(frozen=True, slots=True)
class Gathering:
    """Finds calls in the trees of a change."""

    workspace: Workspace
    settings: Settings
    #: For one search.
    seconds: float

    def seen(
        self, pair: Pair, signatures: tuple[Signature, Signature], witnesses: Sequence[Witness]
    ) -> FunctionCalls | str:
        """What both versions do with the calls of witnesses, and with others; in words why not."""
        modules = self.workspace.modules_of(pair)
        if modules is None:
            return "its module cannot be imported"
        seeds = tuple(
            Seed(each.recipe.encode("utf-8", "surrogatepass"), each.realism, "found")
            for each in witnesses
        )
        known = {encode_call(call): call for call in calls_in(seeds)}
        until = work.now() + _PATIENCE * self.seconds
        as_new = _as_new(pair, signatures, self.workspace.as_new(pair))
        places, rules = self.workspace.places, self.workspace.rules
        with opened_sides(places, modules, rules, self.settings.seed, as_new) as sides:
            if isinstance(sides, str):
                return sides
            look = _Look(sides, signatures, frozenset(known), until)
            look.at(known.values())
            look.at(self._others(pair, "", seeds))
            # A check with a contract looks for calls around its conditions.
            look.at(self._others(pair, _conditions(look.seen(pair)), seeds))
            return look.seen(pair)

    def _others(self, pair: Pair, conditions: str, seeds: tuple[Seed, ...]) -> list[CallRecipe]:
        """The calls that a check would make, with these conditions in the contract."""
        engine = Generate(self.workspace, gathering={pair.id: conditions})
        findings = engine.investigate(
            pair, Budget.of(self.seconds, self.settings.seed), Learned(seeds)
        )
        return [each for each in calls_in(findings.learned.calls) if not has_stand_in(each)]


class _Look:
    """The calls that were made so far."""

    def __init__(
        self,
        sides: Sides,
        signatures: tuple[Signature, Signature],
        wanted: frozenset[bytes],
        until: float,
    ) -> None:
        self._sides = sides
        self._signatures = signatures
        self._wanted = wanted
        self._until = until
        self._made: set[bytes] = set()
        self._differing: list[Meant] = []
        self._preserved: list[ObservedCall] = []

    def at(self, calls: Iterable[CallRecipe]) -> None:
        """Make calls that were not made before."""
        fresh = {key: call for call in calls if (key := encode_call(call)) not in self._made}
        self._made |= fresh.keys()
        found = [each for each in self._sides.run(fresh.values()) if self._is_of_use(each)]
        differing = [each for each in found if isinstance(each.agreement, Different)]
        stayed = [each for each in found if isinstance(each.agreement, Same)]
        differing.sort(key=lambda each: (not self._is_wanted(each), len(encode_call(each.call))))
        for each in differing[:_MOST_DIFFERING]:
            if work.now() > self._until and not self._is_wanted(each):
                break
            # Those of witnesses were confirmed when they were found.
            if self._is_wanted(each) or self._sides.differs_again(each.call):
                self._differing.append(meant(Difference(self._observed(each), _text(each.call))))
        for each in _spread(stayed, _MOST_PRESERVED):
            if work.now() > self._until:
                break
            self._preserved.append(self._observed(each))

    def seen(self, pair: Pair) -> FunctionCalls:
        """All of it."""
        return FunctionCalls(pair, self._signatures, tuple(self._differing), tuple(self._preserved))

    def _is_wanted(self, compared: Compared) -> bool:
        return encode_call(compared.call) in self._wanted

    def _is_of_use(self, compared: Compared) -> bool:
        if self._is_wanted(compared):
            return True
        return not is_refused(compared.old) and not lacks_something(compared)

    def _observed(self, compared: Compared) -> ObservedCall:
        was, now = self._sides.entries(compared.call)
        old, new = self._signatures
        return ObservedCall(
            SideRun(was.snapshot, compared.old, old), SideRun(now.snapshot, compared.new, new)
        )


def _conditions(seen: FunctionCalls) -> str:
    """The conditions of a first contract."""
    sources = [each.source for each in seen.differences]
    differences = [each for each in sources if isinstance(each, Difference)]
    text = inferred(*seen.signatures, differences, seen.preserved, renamed=seen.renamed)
    contract = None if text is None else _read(text, seen.pair)
    return "" if contract is None else contract.conditions


def _read(text: str, pair: Pair) -> Contract | None:
    read = read_contracts(text, "<first>", pair.new.module.path)
    return read.of(pair.new.name) if isinstance(read, Contracts) else None


def _as_new(
    pair: Pair,
    signatures: tuple[Signature, Signature],
    anew: Callable[[CallRecipe], CallRecipe] | None,
) -> Callable[[CallRecipe], CallRecipe] | None:
    """How a check with a contract would write a call for the new version."""
    renamed = {each.old: each.new for each in pair.renamings}
    text = contract_file(*signatures, "any", ("ensures(True)",), renamed=renamed)
    contract = _read(text, pair)
    ways = () if contract is None else repairs(contract, *signatures)
    mending = next(iter(ways), None)
    if mending is None or anew is None:
        return mending or anew
    return lambda call: anew(mending(call))


def _text(call: CallRecipe) -> str:
    python = python_of(call)
    return "; ".join((*python.statements, python.expression))


def _spread(found: Sequence[Compared], most: int) -> Iterator[Compared]:
    """Some of them, from all over."""
    step = max(1, -(-len(found) // most))
    return iter(found[::step])
