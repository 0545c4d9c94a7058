"""What did a check find that somebody may mean, and what else did both versions do?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from swerve.check.defaults import is_default, judged_default
from swerve.engines import Budget
from swerve.engines.guided import guided_in
from swerve.engines.guided.judging import observed, signatures_of
from swerve.engines.guided.witness import readable
from swerve.engines.guided.words import changed_names, names_in
from swerve.meaning.contract import Contract, Difference, Intended, Signature, judge, signature_of
from swerve.model import FunctionReport, Pair, Report, Settings, Witness
from swerve.observe.comparison import Different, Rules, Same, compare, rules_from
from swerve.run.places import Places
from swerve.run.workspace import Workspace
from swerve.source import RawChange
from swerve.witness.replay import opened_places

from ._gathering import Gathering
from ._model import FunctionCalls, Lost, Meant, meant, meant_default

_INSIDE = "it is nested in another function, which contracts cannot name"
_NO_CALL = "nothing is known about the call"
#: Of what was made up, the first so many values are told.
_MOST_GIVEN = 3


@dataclass(frozen=True, slots=True)
class Found:
    """What contracts can be made from, and what they cannot."""

    seen: tuple[FunctionCalls, ...]
    lost: tuple[Lost, ...] = ()


def look_closer(
    report: Report,
    raw: RawChange,
    settings: Settings,
    contracts: Mapping[str, Contract],
) -> Found:
    """Make the calls of witnesses again, and others; what `contracts` say already is left out."""
    differing = [each for each in report.functions if any(map(_is_open, each.witnesses))]
    if not differing:
        return Found(())
    if all(is_default(one) for each in differing for one in each.witnesses):
        return _Looking(report, None, settings, contracts).at(differing)
    with opened_places(raw, settings) as places:
        return _Looking(report, places, settings, contracts).at(differing)


def _is_open(witness: Witness) -> bool:
    return witness.judgement != "intended"


class _Looking:
    def __init__(
        self,
        report: Report,
        places: Places | None,
        settings: Settings,
        contracts: Mapping[str, Contract],
    ) -> None:
        self._places = places
        self._settings = settings
        self._contracts = contracts
        self._rules: Rules = rules_from(settings.ignore, settings.tolerance)
        self._modules = report.runtime.modules if report.runtime else ()
        self._lost: list[Lost] = []

    def at(self, reports: list[FunctionReport]) -> Found:
        """Look at functions, one after the other."""
        seen = [self._covered_left_out(each) for report in reports for each in self._one(report)]
        return Found(tuple(each for each in seen if each.differences), tuple(self._lost))

    def _one(self, report: FunctionReport) -> Iterator[FunctionCalls]:
        pair = report.pair
        signatures = _signatures(pair)
        if signatures is None:
            self._lose(pair, report.witnesses, _INSIDE)
            return
        witnesses = [each for each in report.witnesses if _is_open(each)]
        defaults = tuple(meant_default(each) for each in witnesses if is_default(each))
        if defaults:
            yield FunctionCalls(pair, signatures, defaults)
        calls = [each for each in witnesses if each.recipe]
        if calls and self._places is not None:
            yield from self._by_calls(pair, signatures, calls, self._places)
        worlds = [each for each in witnesses if each.script and not each.recipe]
        if worlds and self._places is not None:
            yield from self._by_worlds(pair, worlds, self._places)
        others = [
            each for each in witnesses if not (is_default(each) or each.recipe or each.script)
        ]
        self._lose(pair, others, _NO_CALL)

    def _by_calls(
        self,
        pair: Pair,
        signatures: tuple[Signature, Signature],
        witnesses: list[Witness],
        places: Places,
    ) -> Iterator[FunctionCalls]:
        workspace = Workspace(places, self._modules, self._rules)
        gathering = Gathering(workspace, self._settings, self._settings.effort.seconds)
        seen = gathering.seen(pair, signatures, witnesses)
        if isinstance(seen, str):
            self._lose(pair, witnesses, seen)
        elif not seen.differences:
            self._lose(pair, witnesses, "it did not reproduce")
        else:
            yield seen

    def _by_worlds(
        self, pair: Pair, witnesses: list[Witness], places: Places
    ) -> Iterator[FunctionCalls]:
        engine = guided_in(places, self._settings)
        budget = Budget.of(self._settings.effort.seconds, self._settings.seed)
        signatures = signatures_of(pair)
        words = changed_names(pair)
        differences: list[Meant] = []
        preserved = []
        for old, new in engine.worlds(pair, budget):
            call = observed(old, new, signatures)
            agreement = compare(old.behaviour, new.behaviour, self._rules)
            if isinstance(agreement, Different):
                was, now = readable(agreement.old), readable(agreement.new)
                given = _given({**old.shown, **new.shown}, words)
                told = f"{agreement.path}: {was} -> {now}"
                one = meant(Difference(call, given or witnesses[0].call, told))
                differences.append(
                    replace(one, call=witnesses[0].call, given=given, old=was, new=now)
                )
            elif isinstance(agreement, Same):
                preserved.append(call)
        if differences:
            yield FunctionCalls(
                pair, signatures, tuple(differences), tuple(preserved), is_made_up=True
            )
        else:
            self._lose(pair, witnesses, "it did not reproduce")

    def _covered_left_out(self, seen: FunctionCalls) -> FunctionCalls:
        """Without what the contract that is there means already."""
        contract = self._contracts.get(seen.pair.id)
        if contract is None:
            return seen
        kept = tuple(each for each in seen.differences if not _is_meant(contract, each, seen))
        return replace(seen, differences=kept)

    def _lose(self, pair: Pair, witnesses: list[Witness] | tuple[Witness, ...], why: str) -> None:
        self._lost += [Lost(pair.name, each.call, why) for each in witnesses]


def _given(shown: Mapping[str, str], words: frozenset[str]) -> str:
    """Some of what was made up: what the change speaks of, and no more than once."""
    wholes = [path for path in shown if f"{path}['" in "".join(shown)]
    told = [
        f"{path} = {text}"
        for path, text in shown.items()
        if path not in wholes and "(" not in path and not words.isdisjoint(names_in(path))
    ]
    return "; ".join(told[:_MOST_GIVEN])


def _is_meant(contract: Contract, each: Meant, seen: FunctionCalls) -> bool:
    if isinstance(each.source, Witness):
        return judged_default(contract, each.source, seen.pair)[0] == "intended"
    return isinstance(judge(contract, each.source.call), Intended)


def _signatures(pair: Pair) -> tuple[Signature, Signature] | None:
    old, new = (signature_of(each.module.text, each.name) for each in (pair.old, pair.new))
    return None if old is None or new is None else (old, new)
