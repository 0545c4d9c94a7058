"""For which inputs do the two versions part, when a solver is asked?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from swerve.engines._engine import Budget, left_open
from swerve.engines.opened import Opened
from swerve.facts.alignment import Site
from swerve.model import (
    NOTHING_LEARNED,
    Effort,
    Evidence,
    Findings,
    Learned,
    Pair,
    Realism,
    Seed,
    Verdict,
    evidence_about,
    work,
)
from swerve.observe.comparison import Different
from swerve.observe.recipe import BadRecipe, CallRecipe, decode_call, encode_call
from swerve.observe.seeds import calls_in
from swerve.run.host import Sides
from swerve.run.refusals import has_stand_in, is_refused, lacks_something
from swerve.run.shrink import smallest_confirmed
from swerve.run.workspace import Workspace
from swerve.source.syntax.conditions import places_not_run

from ._closed import closed, laid_out
from ._explored import Cluster, Explored, Manner, manner_of, witnesses_of
from ._limits import (
    LEAST_S,
    MORE_S,
    MOST_CALLS,
    MOST_IMPORT_S,
    MOST_INSIDE,
    MOST_WITNESSES,
    SHARE,
    SHARE_AFTER_ALL,
    SHRINK_CALLS,
    SHRINK_S,
)
from ._probe import probe_for
from ._process import Order, explorer, missing_parts
from .explorer import INSIDE

NAME = "shadow"


@dataclass(frozen=True, slots=True)
class Shadow:
    """Runs both versions with symbols for values, and asks where they can part."""

    workspace: Workspace
    #: Seconds that importing the modules may take: the solver imports them, too, several times.
    most_import_s: float = math.inf
    name: str = NAME
    runs_code: bool = True

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Start from calls that others know to work."""
        modules = self.workspace.modules_of(pair)
        if modules is None:
            return left_open(pair, NAME, "not run: its module cannot be imported")
        if pair.is_affected:
            return left_open(pair, NAME, "not run: only code that it uses changed")
        if self.workspace.import_s > self.most_import_s:
            took = f"{self.workspace.import_s:.1f} s"
            return left_open(pair, NAME, f"not run: importing the modules takes {took}")
        if missing := missing_parts():
            are = "is" if len(missing) == 1 else "are"
            return left_open(pair, NAME, f"not run: {' and '.join(missing)} {are} not installed")
        as_new = self.workspace.as_new(pair)
        calls = [call for call in calls_in(learned.calls) if not has_stand_in(call)]
        if not calls:
            return left_open(pair, NAME, "not run: no working example call was found")
        seconds = SHARE * budget.seconds_left
        if seconds < LEAST_S:
            return left_open(pair, NAME, "not run: not enough time left")
        if next(places_not_run(pair, learned.ran), None) is None:
            seconds = max(LEAST_S, SHARE_AFTER_ALL * budget.seconds_left)
        probe = probe_for(pair)
        order = Order(
            modules,
            [(_text(call), _text(as_new(call) if as_new else call)) for call in calls[:MOST_CALLS]],
            dict(learned.types),
            seconds,
            None if probe is None else probe.text,
        )
        with (
            explorer(self.workspace.places, order) as lines,
            self.workspace.opened(pair, budget.seed) as sides,
        ):
            if isinstance(sides, str):
                return left_open(pair, NAME, f"not run: {sides}")
            sites = () if probe is None else probe.sites
            findings, explored = _Confirming(pair, sides, sites).findings(lines)
        if findings.verdict is None and explored.is_whole and explored.is_over:
            return self._proved(pair, budget) or findings
        return findings

    def _proved(self, pair: Pair, budget: Budget) -> Findings | None:
        """Say that nothing changed where all paths are all that a function does.

        Nothing of the project is there: what ran before is not asked whether it is to be believed.
        """
        alone = closed(pair)
        if alone is None:
            return None
        text = _text(alone.call)
        seconds = SHARE * budget.seconds_left
        order = Order((alone.module, alone.module), [(text, text)], {}, seconds)
        explored = Explored(())
        with (
            laid_out(alone, self.workspace.places.level) as places,
            explorer(places, order, is_shared=False) as lines,
        ):
            for line in lines:
                if "failed" in line or "input" in line:
                    return None
                explored.take(line)
                if explored.is_over:
                    break
        if not (explored.is_whole and explored.is_over):
            return None
        reason = f"no difference on all {explored.paths} paths, for every {alone.bounds}"
        evidence = evidence_about(pair, NAME, reason, explored.paths)
        return Findings(evidence, Verdict.PRESERVED, reason)


class _Confirming:
    """Makes the calls that the solver found, and keeps those on which the versions part."""

    def __init__(self, pair: Pair, sides: Sides, sites: tuple[Site, ...]) -> None:
        self._pair = pair
        self._sides = sides
        self._sites = sites
        self._tried: set[bytes] = set()
        self._clusters: dict[Manner, Cluster] = {}
        self._not_shown = 0
        #: Calls on which the versions diverge inside and end alike.
        self._inside: list[Seed] = []

    def findings(self, lines: Iterable[Mapping[str, object]]) -> tuple[Findings, Explored]:
        """What comes of the lines of the explorer; once something is found, of a few more."""
        explored = Explored(self._sites)
        until = math.inf
        for line in lines:
            if "failed" in line:
                return left_open(self._pair, NAME, f"not run: {line['failed']}"), explored
            explored.take(line)
            if (call := _call_in(line)) is not None:
                self._take(call, line.get("site"), is_inside=line.get("where") == INSIDE)
            if self._clusters and until == math.inf:
                until = work.now() + MORE_S
            is_enough = work.now() > until or len(self._clusters) == MOST_WITNESSES
            if explored.is_over or is_enough:
                break
        witnesses = witnesses_of(self._clusters.values(), self._sites)
        learned = Learned(tuple(self._inside))
        if not witnesses:
            note = explored.note(self._not_shown)
            return Findings(self._evidence(explored, note), learned=learned), explored
        evidence = self._evidence(explored, explored.size)
        reason = witnesses[0].words
        return Findings(evidence, Verdict.CHANGED, reason, witnesses, learned=learned), explored

    def _take(self, call: CallRecipe, site: object, *, is_inside: bool) -> None:
        """Run a call of the solver; the first of each manner to part is confirmed."""
        data = encode_call(call)
        if data in self._tried:
            return
        self._tried.add(data)
        first = next(iter(self._sides.run([call])), None)
        if first is None or is_refused(first.old) or lacks_something(first):
            return
        if not isinstance(first.agreement, Different) and first.new.is_late == first.old.is_late:
            self._not_shown += not is_inside
            if len(self._inside) < MOST_INSIDE:
                self._inside.append(Seed(data, Realism.TYPED, "solver"))
            return
        number = site if type(site) is int and 0 <= site < len(self._sites) else None
        manner = manner_of(first, number)
        if manner in self._clusters:
            self._clusters[manner].count += 1
            return
        self._sides.start_twins()
        found = smallest_confirmed(self._sides, first, SHRINK_S, SHRINK_CALLS)
        if found is None:
            self._not_shown += 1
        else:
            self._clusters[manner] = Cluster(found, number)

    def _evidence(self, explored: Explored, note: str) -> Evidence:
        runs = explored.paths or len(self._tried)
        return evidence_about(self._pair, NAME, note, runs)


def _call_in(line: Mapping[str, object]) -> CallRecipe | None:
    text = line.get("input")
    if not isinstance(text, str):
        return None
    try:
        return decode_call(text.encode("utf-8", "surrogatepass"))
    except BadRecipe:
        return None


def _text(call: CallRecipe) -> str:
    return encode_call(call).decode("utf-8", "surrogatepass")


def engine(opened: Opened) -> Shadow:
    """From calls that were generated, and those of the tests."""
    is_deep = opened.settings.effort is Effort.DEEP
    return Shadow(opened.workspace, math.inf if is_deep else MOST_IMPORT_S)
