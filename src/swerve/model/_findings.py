"""What was found out about a function, and what shows it?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from ._change import Change, LineNo, Pair, Problem
from ._runtime import Runtime


class Verdict(Enum):
    """What is known about the behaviour of a pair, on calls that both signatures accept."""

    CHANGED = "changed"
    #: Proved. Never said because nothing was found.
    PRESERVED = "preserved"
    #: The changed code ran on both sides and no difference was seen.
    LIKELY_PRESERVED = "likely-preserved"
    INCONCLUSIVE = "inconclusive"


class Realism(Enum):
    """Where a witness's call came from, strongest first."""

    OBSERVED = "observed"
    VARIED = "varied"
    TYPED = "typed"
    INJECTED = "injected"


class DifferenceKind(Enum):
    """In which part of the behaviour the two sides differ."""

    RETURN = "return"
    EXCEPTION = "exception"
    ARGUMENT = "argument"
    OUTPUT = "output"
    WARNING = "warning"
    EFFECT = "effect"
    CALLS = "calls"
    TERMINATION = "termination"
    DEFAULT = "default"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class InterfaceDifference:
    """A difference in how the function may be called."""

    #: "parameter `w` renamed to `width`"
    what: str
    #: A call that the old version accepts is refused, or its arguments land elsewhere.
    breaking: bool
    #: The shortest call that shows it: one that breaks, or one that only the new version accepts.
    call: str


@dataclass(frozen=True, slots=True)
class Given:
    """A value that was made up for a witness, by the path that the code reaches it by."""

    path: str
    value: str


@dataclass(frozen=True, slots=True)
class Traced:
    """What each version left in one place of the world: a file, a table, a logger."""

    #: "file out.csv"
    place: str
    #: None where a version left nothing there.
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Seed:
    """A call of a pair that is known to work, for engines to start from."""

    #: As `swerve.observe.recipe.encode_call` writes it, for the old side.
    call: bytes
    realism: Realism
    #: Where it was seen: "tests/test_cart.py::test_total", "docstring".
    origin: str


@dataclass(frozen=True, slots=True)
class Learned:
    """What engines know about a pair that others can use."""

    calls: tuple[Seed, ...] = ()
    #: Parameters with the types that were seen or inferred, as Python writes them.
    types: tuple[tuple[str, str], ...] = ()
    #: Why nobody should say that nothing changed: a test that passes on one side only.
    doubts: tuple[str, ...] = ()
    #: Where two engines contradict each other: one of them is wrong, or was deceived.
    alarms: tuple[str, ...] = ()
    #: What ran in calls with equal results: 0 for the old side or 1 for the new, and a line or the
    #: number that `worker/_conditions` gives to a part of an expression.
    ran: frozenset[tuple[int, int]] = frozenset()
    #: Why it is likely preserved, should no engine come to a verdict.
    likely: str = ""
    #: Whether its own code does the same, and only what it uses can make a difference.
    is_same_code: bool = False
    #: Whether changed code runs in calls of tests, and they are alike with other values as well.
    is_tested: bool = False

    def __or__(self, other: Learned) -> Learned:
        """Both, each once."""
        return Learned(
            tuple(dict.fromkeys(self.calls + other.calls)),
            tuple(dict.fromkeys(self.types + other.types)),
            tuple(dict.fromkeys(self.doubts + other.doubts)),
            tuple(dict.fromkeys(self.alarms + other.alarms)),
            self.ran | other.ran,
            self.likely or other.likely,
            self.is_same_code or other.is_same_code,
            self.is_tested or other.is_tested,
        )


NOTHING_LEARNED = Learned()


@dataclass(frozen=True, slots=True)
class Witness:
    """A call with the two behaviours that differ, each as Python a person can read."""

    engine: str
    realism: Realism
    kind: DifferenceKind
    call: str
    old: str
    new: str
    #: What in the code makes the difference; often empty.
    because: str = ""
    #: `intended`, `unintended` or `unclear`; `None` while nobody judged.
    judgement: str | None = None
    why: str | None = None
    #: The rule that sets it aside as nothing about this change; empty where there is none.
    rule: str = ""
    #: Whether the judgement goes by words and tests of the change alone: an opinion, which no
    #: contract stands behind.
    is_by_words: bool = False
    #: Why it is as meant, by a contract that comes with the change; that decides nothing.
    claim: str = ""
    #: The command that shows it again.
    replay: str | None = None
    #: What was made up, what the change speaks of first.
    given: tuple[Given, ...] = ()
    #: What shows it again without the project: a program, to be written to a file.
    script: str = field(default="", repr=False)
    #: The call as it travels, and as Python that runs when pasted; empty where there is none.
    recipe: str = field(default="", repr=False)
    python: str = ""
    #: The test that makes this call.
    test: str = ""
    #: Where in the behaviour they differ, as Python would get there; empty where nothing was run.
    path: str = ""
    #: The same in words, where it is in an effect: "file out.csv, line 3".
    place: str = ""
    #: Effects that differ too, each as such a place.
    elsewhere: tuple[str, ...] = ()
    #: All that the two versions did, where they differ in an effect.
    effects: tuple[Traced, ...] = ()
    #: How sure the judgement is, where words and tests of the change say it: `high`, `medium` or
    #: `low`.
    confidence: str = ""
    #: Which of several edits, of the function and of what it uses, make it by themselves: where
    #: they start in the new version, as "file:line"; empty where that is open, or one was made.
    edits: tuple[str, ...] = ()
    #: For which calls the versions part, as a condition on a parameter; empty where that is open.
    when: str = ""

    @property
    def words(self) -> str:
        """What differs, on one line: "raised KeyError('a'), now returned 0"."""
        if not self.path or self.old == self.new:
            return self.because
        subject = _SUBJECTS.get(self.path, f"`{self.path}` was ")
        if self.place:
            subject = f"{self.place}: was "
        said = f"{subject}{_brief(self.old)}, now {_brief(self.new)}"
        return "; ".join(filter(None, (said, self.because)))


#: What comes before the two values at a path; the two ends of an outcome are sentences already.
_SUBJECTS = {"outcome": "", "result": "returned ", "exception": "raised "}
_BRIEF = 60


def _brief(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _BRIEF else f"{line[: _BRIEF - 3]}..."


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one engine did with a pair."""

    engine: str
    runs: int
    #: On both sides together.
    changed_lines: int
    #: Those of each side that ran.
    lines_old: tuple[LineNo, ...]
    lines_new: tuple[LineNo, ...]
    note: str
    #: How long it took.
    seconds: float = 0.0

    @property
    def reached_old(self) -> int:
        """How many changed lines of the old side ran."""
        return len(self.lines_old)

    @property
    def reached_new(self) -> int:
        """How many changed lines of the new side ran."""
        return len(self.lines_new)


def evidence_about(
    pair: Pair,
    engine: str,
    note: str,
    runs: int = 0,
    reached: tuple[Iterable[LineNo], Iterable[LineNo]] = ((), ()),
) -> Evidence:
    """What an engine did with a pair, and which changed lines of the two sides it ran."""
    old, new = (tuple(sorted(lines)) for lines in reached)
    return Evidence(engine, runs, pair.changed_lines, old, new, note)


@dataclass(frozen=True, slots=True)
class Findings:
    """An engine's answer. `verdict` is `None` when it leaves the decision to the next engine."""

    evidence: Evidence
    verdict: Verdict | None = None
    reason: str = ""
    witnesses: tuple[Witness, ...] = ()
    interface: tuple[InterfaceDifference, ...] = ()
    #: For the engines that come after.
    learned: Learned = NOTHING_LEARNED
    #: Why it is likely preserved, should no other engine come to a verdict.
    otherwise: str = ""
    #: What a user can do about the reason, where it is `inconclusive`; a sentence.
    advice: str = ""


@dataclass(frozen=True, slots=True)
class FunctionReport:
    """All that is known about one pair."""

    pair: Pair
    verdict: Verdict
    reason: str
    seconds: float
    interface: tuple[InterfaceDifference, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    #: Which engines contradict each other, in words; empty where none do.
    alarm: str = ""
    #: What to do about it, where it is `inconclusive`: a sentence.
    advice: str = ""
    #: For engines that look at the pair once more.
    learned: Learned = NOTHING_LEARNED


@dataclass(frozen=True, slots=True)
class Report:
    """All that is known about one change."""

    change: Change
    functions: tuple[FunctionReport, ...]
    seconds: float
    #: The user stopped the run: pairs without an answer are inconclusive.
    interrupted: bool = False
    #: Rows of a pairs file that are no pairs.
    unread: int = 0
    #: `None` when nothing had to run.
    runtime: Runtime | None = None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What could not be looked into, of the change and of what it runs in."""
        return self.change.problems + (self.runtime.problems if self.runtime else ())
