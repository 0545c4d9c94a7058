"""What do scripts show about the pairs of a change?

All scripts run here once, for all pairs together: a script that reaches several of them says
something about each. The engine only tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from swerve.facts.changed_lines import ChangedLines
from swerve.model import Function, LineNo, Pair, Realism, Witness, work
from swerve.model.behaviour import Behaviour
from swerve.observe.comparison import Different
from swerve.run.host import Ground
from swerve.run.places import files_of
from swerve.run.workspace import Workspace

from ._limits import MOST_WITNESSES, REDUCE_S, SCRIPT_S
from ._reducing import reduced
from ._running import Ran, ScriptSides, opened, shown
from ._writing import Written

NAME = "scripts"


@dataclass(frozen=True, slots=True)
class Covered:
    """How many changed lines of a pair one script ran, on each side."""

    old: frozenset[LineNo]
    new: frozenset[LineNo]


@dataclass(frozen=True, slots=True)
class Observed:
    """What came of all scripts."""

    #: Scripts that were run.
    ran: int = 0
    #: Id of a pair -> for each script that was run, the changed lines that it ran.
    covered: Mapping[str, tuple[Covered, ...]] = field(default_factory=dict)
    witnesses: Mapping[str, tuple[Witness, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


NOT_ASKED = Observed(notes=("no language model is configured",))


def observe_scripts(
    written: Written,
    pairs: Sequence[Pair],
    workspace: Workspace,
    *,
    seconds: float,
    seed: int = 0,
    script_s: float = SCRIPT_S,
    latest: Ground | None = None,
) -> Observed:
    """Run scripts on both sides; those that differ every time are made smaller.

    What `latest` no longer does is not reported.
    """
    modules = {pair.id: workspace.modules_of(pair) for pair in pairs}
    targets = tuple(_Target(pair, workspace.inside) for pair in pairs if modules[pair.id])
    if not targets or not written.scripts:
        return Observed(notes=written.notes)
    old, new = (
        tuple(dict.fromkeys(each[side] for each in modules.values() if each)) for side in (0, 1)
    )
    watched = _watched(targets, 0), _watched(targets, 1)
    until = work.now() + seconds
    with opened(workspace, (old, new), watched, seed, script_s, latest) as sides:
        return _Round(sides, targets, until).observe(written)


class _Target:
    """A pair, and where its lines are in the trees."""

    def __init__(self, pair: Pair, inside: tuple[str, str]) -> None:
        self.pair = pair
        self.files = files_of(pair, inside)
        #: A function that only uses what changed counts as a whole.
        self._lines = tuple(map(_lines_of, (pair.old, pair.new)))
        if not any(self._lines):
            self._lines = tuple(
                frozenset(range(each.def_line + 1, each.last_line + 1))
                for each in (pair.old, pair.new)
            )

    def lines(self, side: int) -> frozenset[LineNo]:
        """What has to run on a side for a script to say something about the pair."""
        return self._lines[side]

    def covered(self, ran: Ran) -> Covered:
        """The lines of it that a script ran."""
        old, new = (
            self._lines[side] & _reached(behaviour, self.files[side])
            for side, behaviour in enumerate((ran.old, ran.new))
        )
        return Covered(old, new)


class _Round:
    """One look at all scripts."""

    def __init__(self, sides: ScriptSides, targets: Sequence[_Target], until: float) -> None:
        self._sides = sides
        self._targets = targets
        self._until = until
        self._covered: dict[str, list[Covered]] = {each.pair.id: [] for each in targets}
        self._witnesses: dict[str, list[Witness]] = {each.pair.id: [] for each in targets}
        self._asides: dict[str, int] = {}

    def observe(self, written: Written) -> Observed:
        ran = 0
        for source in written.scripts:
            if work.now() >= self._until:
                self._set_aside("not run: out of time")
                continue
            ran += 1
            self._look_at(self._sides.run(source))
        asides = tuple(f"{count} scripts {why}" for why, count in self._asides.items())
        return Observed(
            ran,
            {name: tuple(each) for name, each in self._covered.items()},
            {name: tuple(each) for name, each in self._witnesses.items() if each},
            (*written.notes, *asides),
        )

    def _look_at(self, ran: Ran) -> None:
        reached = []
        for target in self._targets:
            covered = target.covered(ran)
            self._covered[target.pair.id].append(covered)
            if covered.old or covered.new:
                reached.append(target)
        if not ran.differs:
            if isinstance(ran.agreement, Different):
                self._set_aside("set aside: they fail on both sides")
            return
        wanting = [each for each in reached if len(self._witnesses[each.pair.id]) < MOST_WITNESSES]
        if not reached:
            self._set_aside("differ without running changed code")
        elif wanting:
            self._take(ran, wanting)

    def _take(self, ran: Ran, targets: list[_Target]) -> None:
        """Look again, make it smaller, look once more."""
        found = self._sides.confirm(ran.source)
        if not found.differs:
            self._set_aside("set aside: their difference did not reproduce")
            return
        seconds = min(REDUCE_S, max(0.0, self._until - work.now()))
        smaller = reduced(found.source, self._like(found, targets), seconds=seconds)
        again = self._sides.confirm(smaller) if smaller != found.source else found
        best = again if again.differs else found
        if self._sides.is_out_of_date(best):
            self._set_aside("set aside: the latest version behaves differently")
            return
        witness = _witness(best)
        for target in targets:
            witnesses = self._witnesses[target.pair.id]
            if witness not in witnesses:
                witnesses.append(witness)

    def _like(self, found: Ran, targets: list[_Target]) -> _Like:
        return _Like(self._sides, found, targets)

    def _set_aside(self, why: str) -> None:
        self._asides[why] = self._asides.get(why, 0) + 1


class _Like:
    """Whether a script differs in the way that one did, by changed code of the same pairs."""

    def __init__(self, sides: ScriptSides, found: Ran, targets: list[_Target]) -> None:
        self._sides = sides
        self._manner = found.manner
        self._targets = targets

    def __call__(self, source: str) -> bool:
        ran = self._sides.run(source)
        if not ran.differs or ran.manner != self._manner:
            return False
        covered = [each.covered(ran) for each in self._targets]
        return all(each.old or each.new for each in covered)


def _witness(ran: Ran) -> Witness:
    assert isinstance(ran.agreement, Different)  # noqa: S101 - for the type checker
    return Witness(
        engine=NAME,
        realism=Realism.TYPED,
        kind=ran.agreement.kind,
        call=ran.source,
        old=shown(ran.old),
        new=shown(ran.new),
        path=ran.agreement.path,
        place=ran.agreement.place,
        elsewhere=ran.agreement.elsewhere,
        python=ran.source,
    )


def _lines_of(function: Function) -> frozenset[LineNo]:
    return ChangedLines(function).in_body


def _reached(behaviour: Behaviour, file: str) -> frozenset[LineNo]:
    return frozenset(line for name, line in behaviour.reached if name == file)


def _watched(targets: Sequence[_Target], side: int) -> dict[str, tuple[LineNo, ...]]:
    found: dict[str, set[LineNo]] = {}
    for each in targets:
        found.setdefault(each.files[side], set()).update(each.lines(side))
    return {file: tuple(sorted(lines)) for file, lines in found.items() if lines}
