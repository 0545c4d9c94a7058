"""What did both sides do in one world? Asked of workers, read without believing any of it."""

from __future__ import annotations

import json
import math
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from swerve.model import LineNo, work
from swerve.model.behaviour import Behaviour, StopReason, Unfinished
from swerve.model.plain import Reader, json_from
from swerve.run.host import BadAnswer, Lane, Told, read_answer, wait_for_news
from swerve.worker.core.jobs import GUIDED, LENGTH

from ._limits import MOST_CHOICES, MOST_OPTIONS
from ._setting import Parameters
from ._worlds import Choice, WorldRecipe, shortcuts_on

_GUIDED = bytes((GUIDED,))
_READER = Reader()
_NO_ANSWER = Unfinished(StopReason.CRASH, "an invalid reply from the worker")


@dataclass(frozen=True, slots=True)
class Guidance:
    """What one side did in one world."""

    behaviour: Behaviour
    #: Why it could not go on; empty when it ended as the code says.
    stopped: str = ""
    #: The line of the function where that was, 0 when it is not known; and whether the exception
    #: came up in the file itself.
    stopped_at: LineNo = 0
    is_own_stop: bool = False
    #: Exceptions that its handlers took.
    handled: frozenset[str] = frozenset()
    #: The exception it ended with, on purpose.
    raised: str = ""
    #: How many loops were left before their end.
    cuts: int = 0
    #: Functions of arrays that were called, whose results are made up one by one.
    computed: frozenset[str] = frozenset()
    #: Modules whose functions were called: those that are missing, and those of the library.
    strange: frozenset[str] = frozenset()
    familiar: frozenset[str] = frozenset()
    began: frozenset[int] = frozenset()
    done: frozenset[int] = frozenset()
    choices: tuple[Choice, ...] = ()
    #: Where it stopped: paths of what may be of a wrong kind.
    blamed: tuple[str, ...] = ()
    #: The kinds of these places.
    blamed_kinds: tuple[str, ...] = ()
    #: Of a run that finds the way, or is asked to tell: what it settled, by path.
    pins: Mapping[str, str] = field(default_factory=dict)
    #: The same for what would have led on where it was not settled so.
    instead: Mapping[str, str] = field(default_factory=dict)
    #: What was made up, by path.
    shown: Mapping[str, str] = field(default_factory=dict)
    #: What it wrote to its streams, and the lines at which values were made up (0 before the
    #: first one), where it ran alone.
    written: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, LineNo] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """It ran to an end that the code itself chose."""
        return not self.stopped and not isinstance(self.behaviour.outcome, Unfinished)


def job_for(recipe: WorldRecipe, parameters: Parameters) -> bytes:
    """What a worker is asked."""
    request = {
        "seed": recipe.seed,
        "likely": recipe.is_likely,
        "choices": recipe.choices,
        "pins": recipe.pins,
        "wanted": recipe.wanted,
        "settles": recipe.settles,
        "shortcuts": shortcuts_on(recipe.shortcuts),
        "renamed": parameters.renamed,
        "left_out": parameters.left_out,
    }
    return _GUIDED + json.dumps(request).encode()


def guidance_from(answer: Behaviour | Told) -> Guidance:
    """Read what a worker answered."""
    if isinstance(answer, Behaviour):
        outcome = answer.outcome
        why = outcome.detail or outcome.reason.value if isinstance(outcome, Unfinished) else ""
        return Guidance(answer, stopped=why or "no answer")
    try:
        return _read(answer.data)
    except (BadAnswer, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return Guidance(Behaviour(_NO_ANSWER), stopped=_NO_ANSWER.detail)


def _read(data: bytes) -> Guidance:
    length = LENGTH.unpack_from(data)[0] if len(data) >= LENGTH.size else len(data)
    behaviour = read_answer(data[LENGTH.size : LENGTH.size + length], ())
    if not isinstance(behaviour, Behaviour):
        raise BadAnswer("a reply to a different request")
    told = json_from(data[LENGTH.size + length :])
    return _READER.from_object(
        Guidance,
        told,
        behaviour=Behaviour(behaviour.outcome, behaviour.snapshot, (), (), behaviour.seconds),
        choices=_choices(told["choices"]),
    )


def _choices(told: Sequence[Sequence[Any]]) -> tuple[Choice, ...]:
    """The questions of a run; what no world would ask is left out."""
    choices = (Choice(str(q), int(o), int(n)) for q, o, n in told[:MOST_CHOICES])
    return tuple(each for each in choices if 0 <= each.option < each.options <= MOST_OPTIONS)


def run_both(
    lanes: Sequence[Lane],
    parameters: Sequence[Parameters],
    recipes: Sequence[WorldRecipe],
    deadline: float = math.inf,
) -> Iterator[tuple[WorldRecipe, list[Guidance]]]:
    """Run worlds on all lanes, in order, as long as there is time."""
    flying = deque(
        (
            recipe,
            [lane.add(job_for(recipe, each)) for lane, each in zip(lanes, parameters, strict=True)],
        )
        for recipe in recipes
    )
    answers: list[Behaviour | Told | None] = [None] * len(lanes)
    while flying:
        for lane in lanes:
            lane.step()
        recipe, numbers = flying[0]
        for index, (lane, number) in enumerate(zip(lanes, numbers, strict=True)):
            answers[index] = answers[index] or lane.pop(number)
        found = [answer for answer in answers if answer is not None]
        if len(found) < len(lanes):
            if work.now() > deadline:
                for lane in lanes:
                    lane.cancel()
                return
            wait_for_news(*lanes)
            continue
        flying.popleft()
        answers = [None] * len(lanes)
        yield recipe, [guidance_from(answer) for answer in found]
