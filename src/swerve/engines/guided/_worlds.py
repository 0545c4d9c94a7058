"""Which world is tried next?

Half of the worlds are new; the others take one that was worth it (it reached changed code, or a
line that nobody had reached) and answer one question otherwise.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from swerve.model import LineNo
from swerve.worker.core.jobs import KIND, REDRAWN

from ._limits import FEW_OPTIONS, MOST_KEPT, MOST_MENDED, MOST_REDRAWN, OFTEN_BLAMED
from .words import names_in

#: So far apart are the seeds of two runs of the engine.
_STRIDE = 1_000_003


class Shortcut(NamedTuple):
    """A statement that both sides have, and what becomes of it."""

    kind: str
    #: Where it begins on the old side and on the new one.
    lines: tuple[LineNo, LineNo]


@dataclass(frozen=True, slots=True)
class WorldRecipe:
    """What a world is made from."""

    seed: int
    choices: Mapping[str, int] = field(default_factory=dict)
    #: What is at some paths, as Python writes it; empty for an object.
    pins: Mapping[str, str] = field(default_factory=dict)
    #: Whether all other questions get their likeliest answer, instead of one by the seed.
    is_likely: bool = False
    #: Lines that its tests are to lead to, whatever both sides would make of that.
    wanted: tuple[int, ...] = ()
    #: Whether its runs tell what is at each path.
    settles: bool = False
    #: What both sides pass over on their way.
    shortcuts: tuple[Shortcut, ...] = ()


def shortcuts_on(shortcuts: Sequence[Shortcut]) -> list[list[tuple[str, LineNo]]]:
    """Shortcuts as the old side and the new side take them; nothing where there are none."""
    if not shortcuts:
        return []
    return [[(each.kind, each.lines[side]) for each in shortcuts] for side in (0, 1)]


class Choice(NamedTuple):
    """A question that was asked in a run."""

    question: str
    option: int
    options: int


@dataclass(slots=True)
class _Kept:
    recipe: WorldRecipe
    choices: Sequence[Choice]
    #: Flips that nobody has tried, those that decide about ways last: they are taken first.
    untried: list[tuple[str, int]]


class Worlds:
    """Proposes worlds, and learns from what came of them."""

    def __init__(
        self,
        seed: int,
        *,
        words: frozenset[str] = frozenset(),
        varies: bool = True,
        begins_likely: bool = False,
        begins_with: WorldRecipe | None = None,
        pins: Mapping[str, str] | None = None,
    ) -> None:
        """`words` are what the changed lines speak of: questions about these come first.

        The first world may be the likeliest one instead of one by the seed, or any other, whose
        shortcuts all of them take then. `pins` are what is at some paths in all of them.
        """
        self._pins = pins or {}
        if begins_likely:
            begins_with = WorldRecipe(seed * _STRIDE, is_likely=True)
        self._begins_with = begins_with
        self.shortcuts = () if begins_with is None else begins_with.shortcuts
        self._words = words
        self._first = seed * _STRIDE
        self._next = 0
        self._random = random.Random(seed)  # noqa: S311 - nothing secret
        self._varies = varies
        self._kept: list[_Kept] = []
        self._tried: set[tuple[str, int]] = set()
        self._fresh = True
        #: Worlds that are tried before others: what scouts found, and those that stopped, with
        #: something else in the place of what was to blame.
        self._urgent: deque[WorldRecipe] = deque()
        self._most_redrawn = MOST_REDRAWN
        #: How often values of a kind of place were to blame.
        self._blamed: Counter[str] = Counter()
        #: How often a value was put at a path since it would have led on.
        self._mended: Counter[tuple[str, str]] = Counter()

    @property
    def has_more(self) -> bool:
        """Whether there are questions that were never answered otherwise."""
        return bool(self._urgent) or any(each.untried for each in self._kept)

    def propose(self) -> WorldRecipe:
        """The next world."""
        if self._begins_with is not None:
            first, self._begins_with = self._begins_with, None
            return first
        self._fresh = not self._fresh
        if self._urgent and self._fresh:
            return self._urgent.popleft()
        if self._varies and self._fresh:
            varied = self._varied()
            if varied is not None:
                return varied
        seed, doubts = self._first + self._next, self._in_doubt()
        recipe = WorldRecipe(seed, doubts, self._pins, shortcuts=self.shortcuts)
        self._next += 1
        return recipe

    def learn(self, recipe: WorldRecipe, choices: Sequence[Choice], *, is_worth: bool) -> None:
        """Take note of what was asked in a world, and whether it was worth more of its kind."""
        for question, option, _ in choices:
            self._tried.add((question, option))
        if not is_worth:
            return
        flips = [
            (question, option, options)
            for question, chosen, options in choices
            for option in range(options)
            if option != chosen and (question, option) not in self._tried
        ]
        self._random.shuffle(flips)
        flips.sort(key=lambda flip: (self._is_relevant(flip[0]), flip[2] <= FEW_OPTIONS))
        self._kept.append(
            _Kept(recipe, choices, [(question, option) for question, option, _ in flips])
        )
        del self._kept[:-MOST_KEPT]

    def blame(self, recipe: WorldRecipe, choices: Sequence[Choice], paths: Sequence[str]) -> None:
        """Try a world again that stopped, with another kind of value at each of some paths."""
        asked = {each.question: each for each in choices}
        for path in paths:
            known = asked.get(path)
            others = range(known.options) if known is not None else ()
            for option in (REDRAWN, *others):
                is_tried = (path, option) in self._tried or recipe.choices.get(path) == option
                if self._varies and self._most_redrawn and not is_tried:
                    self._tried.add((path, option))
                    self._most_redrawn -= 1
                    choices_then = {**recipe.choices, path: option}
                    self._urgent.append(replace(recipe, choices=choices_then))

    def doubt(self, kinds: Collection[str]) -> None:
        """Doubt what is known of kinds of places, whose values stop one world after the other."""
        self._blamed.update(kinds)

    def _in_doubt(self) -> dict[str, int]:
        """Kinds of places of which some new world is to know nothing."""
        doubted = [kind for kind, times in self._blamed.items() if times >= OFTEN_BLAMED]
        return {f"{KIND}{kind}": REDRAWN for kind in doubted if self._random.random() < 0.5}

    def mend(self, recipe: WorldRecipe, instead: Mapping[str, str]) -> None:
        """Try a world again that stopped, with values that would have kept it from that."""
        pins = {**recipe.pins, **instead}
        self._mended.update(instead.items())
        is_often = all(self._mended[each] > MOST_MENDED for each in instead.items())
        if self._varies and pins != recipe.pins and not is_often:
            self._urgent.appendleft(replace(recipe, pins=pins))

    def put_first(self, recipe: WorldRecipe) -> None:
        """Try a world before others."""
        self._urgent.appendleft(recipe)

    def _is_relevant(self, question: str) -> bool:
        return not self._words.isdisjoint(names_in(question))

    def _varied(self) -> WorldRecipe | None:
        live = [each for each in self._kept if each.untried]
        if not live:
            return self._mixed()
        kept = live[-1] if self._random.random() < 0.5 else self._random.choice(live)
        while kept.untried:
            flip = kept.untried.pop()
            if flip not in self._tried:
                self._tried.add(flip)
                choices = {**kept.recipe.choices, flip[0]: flip[1]}
                return replace(kept.recipe, choices=choices)
        return self._varied()

    def _mixed(self) -> WorldRecipe | None:
        """A kept world with several questions answered otherwise."""
        if not self._kept:
            return None
        kept = self._random.choice(self._kept)
        if not kept.choices:
            return None
        choices = dict(kept.recipe.choices)
        for _ in range(self._random.randint(1, 3)):
            question, _, options = self._random.choice(list(kept.choices))
            choices[question] = self._random.randrange(options)
        return replace(kept.recipe, choices=choices)
