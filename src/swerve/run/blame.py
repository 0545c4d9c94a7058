"""Which of the edits of a function make a difference?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from swerve.facts.edits import Edit, edits_in_body, edits_of
from swerve.model import FunctionReport, Pair, Realism, Witness, used_by, work
from swerve.observe.comparison import Agreement, Same
from swerve.observe.recipe import BadRecipe, CallRecipe, decode_call

from .host import Sides
from .workspace import Workspace

#: So many edits are taken back; functions with more are written anew, and no edit means anything.
_MOST_EDITS = 12
#: So many witnesses of a function are looked into, until so many seconds of work are spent on them.
_MOST_WITNESSES = 6
_MOST_S = 2.0


@dataclass(frozen=True, slots=True)
class Blame:
    """Makes the call of a witness again while single edits are taken back."""

    workspace: Workspace
    #: By id, those whose edits may be to blame.
    pairs: Mapping[str, Pair]

    def about(self, pair: Pair) -> Blame:
        """The same for one pair, with what it uses; what stands inside of others is theirs."""
        around = self._outermost(pair)
        used = (*used_by(around, self.pairs), *used_by(pair, self.pairs))
        found = {each.id: each for each in (around, *map(self._outermost, used))}
        return replace(self, pairs=found)

    def _outermost(self, pair: Pair) -> Pair:
        return self.pairs.get(pair.id.partition(".<locals>.")[0], pair)

    def blamed(self, report: FunctionReport, seed: int) -> FunctionReport:
        """The report with the edits that make its differences, where several were made."""
        pair = report.pair
        calls = dict(_calls_of(report.witnesses))
        if not calls:
            return report
        edited = [_Edited(each, edits_of(each)) for each in self.about(pair).pairs.values()]
        if not 1 < sum(len(each.edits) for each in edited) <= _MOST_EDITS:
            return report
        modules = {each.pair.id: self.workspace.modules_of(each.pair) for each in edited}
        names = {key: found[1] for key, found in modules.items() if found is not None}
        with self.workspace.opened(pair, seed) as sides:
            if isinstance(sides, str):
                return report
            asking = _Asking(sides, [each for each in edited if each.pair.id in names], names)
            until = work.now() + _MOST_S
            found = {at: asking.to_blame(call) for at, call in calls.items() if work.now() < until}
        witnesses = tuple(
            replace(each, edits=found.get(at, ())) for at, each in enumerate(report.witnesses)
        )
        return replace(report, witnesses=witnesses)


class _Edited(NamedTuple):
    """A function and its edits."""

    pair: Pair
    edits: tuple[Edit, ...]


def _calls_of(witnesses: Sequence[Witness]) -> Iterator[tuple[int, CallRecipe]]:
    known = [at for at, each in enumerate(witnesses) if each.recipe]
    for at in known[:_MOST_WITNESSES]:
        recipe = witnesses[at].recipe
        if witnesses[at].realism is not Realism.INJECTED:
            try:
                yield at, decode_call(recipe.encode("utf-8", "surrogatepass"))
            except BadRecipe:
                continue


class _Asking:
    """Functions with several edits, of which one is missing, or all others are."""

    def __init__(self, sides: Sides, edited: Sequence[_Edited], modules: Mapping[str, str]) -> None:
        self._sides = sides
        self._modules = modules
        self._inside = [_Edited(each.pair, edits_in_body(*each)) for each in edited]
        self._edits = [edit for each in self._inside for edit in each.edits]
        self._missing = [self._order([edit]) for edit in self._edits]
        self._alone = [
            self._order([each for each in self._edits if each is not edit]) for edit in self._edits
        ]

    def to_blame(self, call: CallRecipe) -> tuple[str, ...]:
        """Edits without which the old behaviour is back; else, those that are enough for the new.

        Where neither tells, several edits make the difference together, or none of them does.
        """
        missing = self._sides.rewound(call, self._missing)
        needed = self._keys_of(like_old for like_old, _ in missing)
        if needed:
            return needed
        nothing, *alone = self._sides.rewound(call, [self._order(self._edits), *self._alone])
        if not isinstance(nothing[0], Same):  # something else makes it
            return ()
        return self._keys_of(like_new for _, like_new in alone)

    def _keys_of(self, agreements: Iterable[Agreement]) -> tuple[str, ...]:
        found = zip(self._edits, agreements, strict=True)
        return tuple(edit.key for edit, each in found if isinstance(each, Same))

    def _order(self, edits: Sequence[Edit]) -> bytes:
        """What gives functions the code that they have without some edits."""
        return json.dumps(
            [
                {"module": self._modules[pair.id], "name": pair.new.name, "text": _without(*found)}
                for pair, own in self._inside
                if (found := (pair.new.module.text, [each for each in own if each in edits]))[1]
            ]
        ).encode()


def _without(text: str, edits: Sequence[Edit]) -> str:
    """A file without some edits, which are in order."""
    for each in reversed(edits):
        text = each.taken_back(text)
    return text
