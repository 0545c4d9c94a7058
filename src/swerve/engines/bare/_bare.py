"""Do calls that showed no difference still show none when nobody watches?

Code that looks for whoever watches it finds nothing here: an interpreter, the project in a folder
of some name, and a program that calls functions.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from swerve.model import Learned, Pair
from swerve.observe.seeds import calls_in
from swerve.run.workspace import Workspace

from ._limits import MOST_CALLS, ROUNDS
from ._program import Guise, body_for
from ._runs import TOO_LONG, Answers, Program, Scene, said_by

#: Characters of an answer that are told.
_MOST_TOLD = 100


@dataclass(frozen=True, slots=True)
class Bare:
    """Makes a sample of calls again, bare, and doubts what was seen of them where they differ."""

    workspace: Workspace

    def alarms(self, pair: Pair, learned: Learned) -> tuple[str, ...]:
        """In words why it is not to be believed that calls show no difference; often nothing."""
        if self.workspace.modules_of(pair) is None:
            return ()
        as_new = self.workspace.as_new(pair) or (lambda call: call)
        guise = Guise()
        bodies = [
            (old, new)
            for call in calls_in(learned.calls)[:MOST_CALLS]
            if (old := body_for(call, guise)) and (new := body_for(as_new(call), guise))
        ]
        if not bodies:
            return ()
        olds, news = zip(*bodies, strict=True)
        scene, places = Scene(guise), self.workspace.places
        with (
            Program(scene, places.old, places.level, olds) as old_program,
            Program(scene, places.new, places.level, news) as new_program,
        ):
            found = _difference(said_by(old_program, new_program))
        return () if found is None else (_alarm(*found),)


def _difference(rounds: Iterator[tuple[Answers, Answers]]) -> tuple[str, str] | None:
    """An answer of the old program and another one of the new; None where none can be relied on.

    The programs run again as long as something differs; who is late has more time then, once.
    """
    seen: list[tuple[Answers, Answers]] = []
    found = None
    for answers in itertools.islice(rounds, ROUNDS):
        seen.append(answers)
        found = _differing(seen)
        is_late = TOO_LONG in answers[1] and TOO_LONG not in answers[0]
        if found is None or (is_late and len(seen) > 1):
            break
    return found


def _differing(rounds: Sequence[tuple[Answers, Answers]]) -> tuple[str, str] | None:
    """The first call about which the old program says one thing, and the new one another.

    Where the old one never contradicts itself, the new one must not either: it is enough that it
    says something else most of the time. Else it must always say the same: what depends on chance
    or on the time says little.
    """
    olds, news = zip(*rounds, strict=True)
    is_steady = len(set(olds)) == 1
    for was, now in zip(zip(*olds, strict=True), zip(*news, strict=True), strict=True):
        if len(set(was)) > 1 or was[0] == TOO_LONG:
            continue
        others = [each for each in now if each != was[0]]
        is_other = 2 * len(others) > len(now) if is_steady else len(others) == len(now)
        if is_other and (is_steady or len(set(now)) == 1):
            return was[0], others[0]
    return None


def _alarm(old: str, new: str) -> str:
    return (
        "no difference was seen while the calls were observed, but the same calls differ when they "
        f"are not (bare: {old[:_MOST_TOLD]!r} before, {new[:_MOST_TOLD]!r} now)"
    )
