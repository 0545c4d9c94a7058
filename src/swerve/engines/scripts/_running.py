"""What do both sides do with a script?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from swerve.model import DifferenceKind, LineNo
from swerve.model.behaviour import Behaviour, Raised, StopReason, Unfinished
from swerve.observe.comparison import (
    NO_NOISE,
    Agreement,
    Different,
    Rules,
    compare,
    ending_words,
    noise_between,
)
from swerve.observe.snapshot import Atom, BadSnapshot, Cut, decode, show
from swerve.run.host import Conduct, Ground, Lane, Told, Worker, answers_of
from swerve.run.shrink import ending_of
from swerve.run.workspace import Workspace
from swerve.worker.core.jobs import SCRIPT

from ._limits import ROUNDS

_SCRIPT = bytes((SCRIPT,))
#: Characters of what a script printed that are shown, and of an exception.
_MOST_SHOWN, _WIDTH = 4_000, 300


@dataclass(frozen=True, slots=True)
class Ran:
    """A script, and what each side did with it."""

    source: str
    old: Behaviour
    new: Behaviour
    agreement: Agreement

    @property
    def differs(self) -> bool:
        """Whether the two sides part; a script that fails on both is of no use to anybody."""
        both_fail = isinstance(self.old.outcome, Raised) and isinstance(self.new.outcome, Raised)
        return isinstance(self.agreement, Different) and not both_fail

    @property
    def manner(self) -> tuple[DifferenceKind | None, str, str]:
        """What scripts have in common that show the same."""
        kind = self.agreement.kind if isinstance(self.agreement, Different) else None
        return kind, ending_of(self.old), ending_of(self.new)


class ScriptSides:
    """Both sides with the modules of the change imported; each script runs in processes alone."""

    def __init__(self, old: Lane, new: Lane, rules: Rules, latest: Lane | None = None) -> None:
        self._lanes = old, new
        self._latest = latest
        self._rules = rules
        self.runs = 0

    def run(self, source: str) -> Ran:
        """Run a script once on each side."""
        old, new = self._on(self._lanes, source)
        return Ran(source, old, new, compare(old, new, self._rules))

    def confirm(self, source: str) -> Ran:
        """Run a script several times, in other cells too: what the old side varies in is noise."""
        first = self.run(source)
        if not first.differs:
            return first
        noise = NO_NOISE
        rounds = [(first.old, first.new)]
        for junk in range(1, ROUNDS):
            old, new = self._on(self._twins(), source, junk)
            rounds.append((old, new))
            for side in (0, 1):
                noise |= noise_between(rounds[0][side], rounds[-1][side])
        for old, new in rounds:
            agreement = compare(old, new, self._rules, noise)
            if not isinstance(agreement, Different):
                return Ran(source, first.old, first.new, agreement)
        return Ran(source, first.old, first.new, agreement)

    def close(self) -> None:
        """End all lanes."""
        if self._latest is not None:
            self._latest.close()
        for lane in self._lanes:
            lane.close()

    def _twins(self) -> tuple[Lane, Lane]:
        old, new = self._lanes
        return old.twin(), new.twin()

    def is_out_of_date(self, ran: Ran) -> bool:
        """Whether the latest version does not do what the new one did; never without one."""
        if self._latest is None:
            return False
        (first,), (second,) = (self._on((self._latest,), ran.source) for _ in range(2))
        noise = noise_between(first, second)
        return isinstance(compare(ran.new, first, self._rules, noise), Different)

    def _on(self, lanes: tuple[Lane, ...], source: str, junk: int = 0) -> list[Behaviour]:
        """Run a script in all lanes at once."""
        self.runs += 1
        job = _SCRIPT + source.encode("utf-8", "surrogatepass")
        asked = [(lane, lane.add_alone(job, junk=junk)) for lane in lanes]
        return list(map(_behaviour, answers_of(asked)))


@contextmanager
def opened(
    workspace: Workspace,
    modules: tuple[tuple[str, ...], tuple[str, ...]],
    watched: tuple[Mapping[str, tuple[LineNo, ...]], Mapping[str, tuple[LineNo, ...]]],
    seed: int,
    script_s: float,
    latest: Ground | None = None,
) -> Iterator[ScriptSides]:
    """Both sides and the latest version, as long as this is open."""
    conduct, places = Conduct(seed=seed), workspace.places
    with ExitStack() as stack:
        old, new = (
            stack.enter_context(Worker(ground, places.level, conduct))
            for ground in (places.old, places.new)
        )
        third = None
        if latest is not None:
            worker = stack.enter_context(Worker(latest, places.level, conduct))
            third = Lane(worker, (), {}, limit_s=script_s)
        sides = ScriptSides(
            Lane(old, modules[0], watched[0], limit_s=script_s),
            Lane(new, modules[1], watched[1], limit_s=script_s),
            workspace.rules,
            third,
        )
        try:
            yield sides
        finally:
            sides.close()


def shown(behaviour: Behaviour) -> str:
    """What a script printed, and how it ended where it did not just end."""
    if isinstance(behaviour.outcome, Unfinished):
        return ending_words(behaviour.outcome)
    try:
        graph = decode(behaviour.snapshot)
    except BadSnapshot:
        return ending_words(behaviour.outcome)
    roots = dict(graph.roots)
    text = ""
    if "stdout" in roots:
        node = graph.nodes[roots["stdout"]]
        value = node.value if isinstance(node, Atom) else None
        value = node.prefix if isinstance(node, Cut) else value
        text = value if isinstance(value, str) else ""
    if len(text) > _MOST_SHOWN:
        text = f"{text[:_MOST_SHOWN]}\n... ({len(text)} characters)\n"
    if "exception" in roots:
        text += f"raised {show(graph, roots['exception'], width=_WIDTH)}\n"
    return text.rstrip("\n") or "(prints nothing)"


def _behaviour(answer: Behaviour | Told) -> Behaviour:
    if isinstance(answer, Behaviour):
        return answer
    return Behaviour(Unfinished(StopReason.CRASH, "a reply to a different request"))
