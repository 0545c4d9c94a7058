"""Which of the edits of a function make a difference?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from swerve.facts.edits import Edit, edits_in_body, edits_of
from swerve.model import FunctionReport, LineNo, Pair, Realism, Witness
from swerve.observe.comparison import Agreement, Same
from swerve.observe.recipe import BadRecipe, CallRecipe, decode_call

from .host import Sides
from .workspace import Workspace

#: So many edits are taken back; functions with more are written anew, and no edit means anything.
_MOST_EDITS = 12
#: So many witnesses of a function are looked into.
_MOST_WITNESSES = 6


@dataclass(frozen=True, slots=True)
class Blame:
    """Makes the call of a witness again while single edits are taken back."""

    workspace: Workspace

    def blamed(self, report: FunctionReport, seed: int) -> FunctionReport:
        """The report with the edits that make its differences, where several were made."""
        pair = report.pair
        edits = edits_of(pair)
        calls = dict(_calls_of(report.witnesses))
        modules = self.workspace.modules_of(pair)
        if not calls or modules is None or not 1 < len(edits) <= _MOST_EDITS:
            return report
        with self.workspace.opened(pair, seed) as sides:
            if isinstance(sides, str):
                return report
            asking = _Asking(sides, pair, modules[1], edits)
            found = {at: asking.to_blame(call) for at, call in calls.items()}
        witnesses = tuple(
            replace(each, edits=found.get(at, ())) for at, each in enumerate(report.witnesses)
        )
        return replace(report, witnesses=witnesses)


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
    """One function, with the texts of its file in which an edit is missing, or all others are."""

    def __init__(self, sides: Sides, pair: Pair, module: str, edits: Sequence[Edit]) -> None:
        self._sides = sides
        inside = edits_in_body(pair, edits)
        self._lines = [each.first for each in inside]
        text, name = pair.new.module.text, pair.new.name
        self._missing = [_order(module, name, each.taken_back(text)) for each in inside]
        self._alone = [
            _order(module, name, _without(text, [each for each in inside if each is not one]))
            for one in inside
        ]

    def to_blame(self, call: CallRecipe) -> tuple[LineNo, ...]:
        """Edits without which the old behaviour is back; else, those that are enough for the new.

        Where neither tells, several edits make the difference together. By their first lines.
        """
        missing = self._sides.rewound(call, self._missing)
        needed = self._lines_of(like_old for like_old, _ in missing)
        if needed:
            return needed
        alone = self._sides.rewound(call, self._alone)
        return self._lines_of(like_new for _, like_new in alone)

    def _lines_of(self, agreements: Iterable[Agreement]) -> tuple[LineNo, ...]:
        found = zip(self._lines, agreements, strict=True)
        return tuple(line for line, each in found if isinstance(each, Same))


def _without(text: str, edits: Sequence[Edit]) -> str:
    """A file without some edits, which are in order."""
    for each in reversed(edits):
        text = each.taken_back(text)
    return text


def _order(module: str, name: str, text: str) -> bytes:
    return json.dumps({"module": module, "name": name, "text": text}).encode()
