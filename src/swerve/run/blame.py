"""Which of the edits of a function make a difference?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from swerve.facts.edits import Edit, edits_in_body, edits_of, edits_of_code
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

    def _others(self, near: Sequence[_Edited]) -> list[_Edited]:
        """All else that was edited, if that is little."""
        known = {each.pair.id for each in near}
        found: list[_Edited] = []
        for pair in {each.id: each for each in map(self._outermost, self.pairs.values())}.values():
            if pair.id not in known:
                found.append(self._edited(pair))
                if _count(found) > _MOST_EDITS:
                    return []
        return found

    @staticmethod
    def _edited(pair: Pair) -> _Edited:
        return _Edited(pair, edits_of_code(pair, edits_of(pair)))

    def _modules_of(self, edited: Sequence[_Edited]) -> Mapping[str, str]:
        modules = {each.pair.id: self.workspace.modules_of(each.pair) for each in edited}
        return {key: found[1] for key, found in modules.items() if found is not None}

    def _outermost(self, pair: Pair) -> Pair:
        return self.pairs.get(pair.id.partition(".<locals>.")[0], pair)

    def blamed(self, report: FunctionReport, seed: int) -> FunctionReport:
        """The report with the edits that make its differences, where several were made.

        What a function is known to use comes first; if that tells nothing, whatever was edited.
        """
        pair = report.pair
        calls = dict(_calls_of(report.witnesses))
        if not calls:
            return report
        near = [self._edited(each) for each in self.about(pair).pairs.values()]
        count = _count(near)
        around = [] if count > _MOST_EDITS else self._others(near)
        if count > _MOST_EDITS or _count((*near, *around)) < 2:
            return report
        names = self._modules_of((*near, *around))
        near, around = ([one for one in each if one.pair.id in names] for each in (near, around))
        with self.workspace.opened(pair, seed) as sides:
            if isinstance(sides, str):
                return report
            asking, others = (_Asking(sides, each, names) for each in (near, around))
            until = work.now() + _MOST_S
            found: dict[int, tuple[str, ...]] = {}
            for at, call in calls.items():
                if work.now() < until:
                    own = asking.to_blame(call)
                    found[at] = () if own and count == 1 else own or others.needed(call)
        witnesses = tuple(
            replace(each, edits=found.get(at, ())) for at, each in enumerate(report.witnesses)
        )
        return replace(report, witnesses=witnesses)


class _Edited(NamedTuple):
    """A function and its edits."""

    pair: Pair
    edits: tuple[Edit, ...]


def _count(edited: Iterable[_Edited]) -> int:
    return sum(len(each.edits) for each in edited)


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
        needed = self.needed(call)
        if needed or not self._edits:
            return needed
        nothing, *alone = self._sides.rewound(call, [self._order(self._edits), *self._alone])
        if not isinstance(nothing[0], Same):  # something else makes it
            return ()
        return self._keys_of(like_new for _, like_new in alone)

    def needed(self, call: CallRecipe) -> tuple[str, ...]:
        """Edits without which the old behaviour is back."""
        missing = self._sides.rewound(call, self._missing) if self._edits else []
        return self._keys_of(like_old for like_old, _ in missing)

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
