"""Which values travel between the stages?

Everything here is frozen, made of plain data, and pickles: pairs go to worker processes and
reports come back. The two sides are always `old` and `new`, in that order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TypeAlias

#: Counted from 1, as editors and tracebacks do.
LineNo: TypeAlias = int


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
    TYPED = "typed"
    INJECTED = "injected"


class DifferenceKind(Enum):
    """In which part of the behaviour the two sides differ."""

    RETURN = "return"
    EXCEPTION = "exception"
    ARGUMENT = "argument"
    OUTPUT = "output"
    WARNING = "warning"
    CALLS = "calls"
    TERMINATION = "termination"
    DEFAULT = "default"


class Effort(Enum):
    """How long a pair may be looked at."""

    QUICK = "quick"
    NORMAL = "normal"
    DEEP = "deep"

    @property
    def seconds(self) -> float:
        """The budget of one pair."""
        return {"quick": 2.0, "normal": 15.0, "deep": 120.0}[self.value]

    @property
    def suite_seconds(self) -> float:
        """How long the tests of a project may run, once for all pairs."""
        return {"quick": 5.0, "normal": 30.0, "deep": 300.0}[self.value]


class FailOn(Enum):
    """What makes a run exit with 1. Each member but `never` includes those before it."""

    NEVER = "never"
    UNINTENDED = "unintended"
    CHANGED = "changed"
    INCONCLUSIVE = "inconclusive"


# --- the change ---------------------------------------------------------------------------------


class WordsKind(Enum):
    """Which words they are: what weighs most comes first."""

    TITLE = "title"
    DESCRIPTION = "description"
    COMMIT = "commit"
    #: What stands before the diff in a patch.
    PATCH = "patch"
    #: The title of an issue that the change is linked to.
    ISSUE = "issue"
    #: Lines that the change adds to a changelog.
    CHANGELOG = "changelog"
    #: The docstring of a changed function, before or after, where the two differ.
    DOCSTRING = "docstring"
    DISCUSSION = "discussion"


@dataclass(frozen=True, slots=True)
class Words:
    """Something a person wrote about the change."""

    #: Where it stands: "commit 694c6d3d74", "patch fix.patch", "CHANGES.rst".
    source: str
    text: str
    kind: WordsKind = WordsKind.COMMIT


#: Words that are not about the change as a whole.
_NO_SUBJECT = (WordsKind.DOCSTRING, WordsKind.DISCUSSION)


@dataclass(frozen=True, slots=True)
class Intent:
    """What the author meant, what weighs most first; empty when nothing was said."""

    words: tuple[Words, ...] = ()

    @property
    def subject(self) -> str:
        """The first line of what weighs most; empty when nothing sums up the change."""
        first = self.summing_up[:1]
        return first[0].text.strip().splitlines()[0] if first else ""

    @property
    def summing_up(self) -> tuple[Words, ...]:
        """The words of the weightiest kind that there is: the title, or all commit messages."""
        said = [each for each in self.words if each.kind not in _NO_SUBJECT and each.text.strip()]
        return tuple(each for each in said if each.kind is said[0].kind)


def intent_from(*words: Words) -> Intent:
    """Put words in order: by weight, and within a kind as they are given."""
    weights = list(WordsKind)
    return Intent(tuple(sorted(words, key=lambda each: weights.index(each.kind))))


class Side(Enum):
    """One of the two versions."""

    OLD = "old"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about one file that could not be looked into; the rest of the run goes on."""

    #: Stable name, with an entry in docs/messages.md.
    code: str
    file: str
    #: The side it was seen on; `None` when it concerns both.
    side: Side | None
    message: str
    hint: str
    line: LineNo | None = None
    #: The line itself with a caret under the place, ready to print; empty when there is none.
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A changed file that was not looked at, on purpose."""

    file: str
    #: For a person: "test code", "excluded by --exclude docs/**".
    why: str

    @property
    def is_by_default(self) -> bool:
        """Nobody asked for it to be left out: `--include` brings it back."""
        return self.why in ("test code", "generated code", "vendored code")


class BroughtKind(Enum):
    """By what a change would decide about its own check."""

    SETTINGS = "settings"
    CONTRACT = "contract"


@dataclass(frozen=True, slots=True)
class Brought:
    """Something that comes with a change and speaks of how that is checked, or what it may do.

    It counts for the check of this change only where the user says so.
    """

    kind: BroughtKind
    #: A pyproject.toml, or a file with contracts.
    file: str
    #: For a person, as a sentence without its end.
    message: str
    hint: str = ""


class AsideKind(Enum):
    """Why a change as a whole is not looked into as far as others."""

    #: No file of Python source differs, or all that do were left out.
    NO_SOURCE = "no-source"
    #: Only comments, docstrings and formatting differ.
    DOCUMENTATION = "documentation-only"
    TOO_MANY_FILES = "too-many-files"
    TOO_MANY_FUNCTIONS = "too-many-functions"


@dataclass(frozen=True, slots=True)
class SetAside:
    """A reason why a change is not looked into as far as others."""

    kind: AsideKind
    #: For a person: "12 Python files differ, more than --max-files 3".
    why: str

    @property
    def keeps_from_running(self) -> bool:
        """Nothing of the change runs: what comparing code cannot decide stays open."""
        return self.kind in (AsideKind.TOO_MANY_FILES, AsideKind.TOO_MANY_FUNCTIONS)


@dataclass(frozen=True, slots=True)
class Module:
    """One version of one file."""

    path: str
    #: Decoded, newlines translated to "\n", no byte-order mark.
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Function:
    """One version of one function."""

    #: Qualified as Python does it: `Class.method`, `outer.<locals>.inner`.
    name: str
    module: Module
    #: First line, decorators included, to last line, inclusive.
    first_line: LineNo
    last_line: LineNo
    #: The line with `def`, which tells definitions of one name apart.
    def_line: LineNo
    #: Lines of this version that the other version does not have, inside the function.
    changed_lines: tuple[LineNo, ...] = ()

    @property
    def source(self) -> str:
        """The function as it stands in its file, decorators and indentation included."""
        return "\n".join(self.module.text.split("\n")[self.first_line - 1 : self.last_line])


class CauseKind(Enum):
    """Why a function became a pair."""

    #: Its own text differs.
    EDITED = "edited"
    MOVED = "moved"
    RENAMED = "renamed"
    #: Something it reads directly changed.
    READS = "reads"
    #: Something it reaches through unchanged code changed. Never a cause by itself.
    REACHES = "reaches"
    #: Something else in the change may change it, past the names that it reads. Never a cause by
    #: itself.
    BEYOND = "beyond"


_FROM_ELSEWHERE = frozenset({CauseKind.READS, CauseKind.REACHES, CauseKind.BEYOND})


@dataclass(frozen=True, slots=True)
class Cause:
    """One reason why a function is a pair, in words that stand in a sentence after its name."""

    kind: CauseKind
    #: "reads `LIMIT`, which changed", "moved from shop/cart.py".
    words: str
    #: For `READS`: the module-level name that is read, if it is one.
    name: str = ""


@dataclass(frozen=True, slots=True)
class Renaming:
    """A name of the old version and what it is called in the new one."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Pair:
    """One function before and after."""

    #: Unique in the change, and the same in the next run: "shop/cart.py::Cart.total".
    id: str
    old: Function
    new: Function
    causes: tuple[Cause, ...]
    #: Parameters, locals and module-level names that only changed their name.
    renamings: tuple[Renaming, ...] = ()
    #: Code that uses the old file and name still reaches it: nothing moved, or an import is left.
    old_place_works: bool = True
    #: A compiled file of the change, which Python may run in place of a source; empty without one.
    compiled: str = ""
    #: A file of the change that reaches into it, and that nobody need import with it; often empty.
    reached_from: str = ""

    @property
    def name(self) -> str:
        """The name it goes by now."""
        return self.new.name

    @property
    def changed_lines(self) -> int:
        """How many lines differ, on both sides together."""
        return len(self.old.changed_lines) + len(self.new.changed_lines)

    @property
    def is_affected(self) -> bool:
        """Whether only something that it uses changed, and not the function itself."""
        kinds = {cause.kind for cause in self.causes}
        return bool(kinds) and kinds <= _FROM_ELSEWHERE

    @property
    def is_affected_from_elsewhere(self) -> bool:
        """Whether something that it uses changed, or may have, whatever became of itself."""
        return any(cause.kind in _FROM_ELSEWHERE for cause in self.causes)


def is_public(name: str) -> bool:
    """Whether code elsewhere may rely on a function of this qualified name."""
    return not any(part == "<locals>" or _is_private(part) for part in name.split("."))


def _is_private(part: str) -> bool:
    return part.startswith("_") and not (part.startswith("__") and part.endswith("__"))


@dataclass(frozen=True, slots=True)
class Listed:
    """A function that exists on one side only."""

    name: str
    file: str
    line: LineNo
    #: Callers outside the file can reach it by this name.
    public: bool


@dataclass(frozen=True, slots=True)
class Outside:
    """A difference in code that belongs to no function: a constant, an import, a class header."""

    file: str
    #: On the new side; on the old side where nothing is left.
    line: LineNo
    #: The statement before and after, on one line each; empty where there is none.
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Change:
    """Everything between two versions of a tree, with the words written about it."""

    #: How the two sides are called in reports: a short commit id, "work tree", a path.
    old: str
    new: str
    intent: Intent
    pairs: tuple[Pair, ...]
    added: tuple[Listed, ...] = ()
    removed: tuple[Listed, ...] = ()
    outside: tuple[Outside, ...] = ()
    problems: tuple[Problem, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    #: Python files that differ and were looked into.
    files: int = 0
    #: Why it is not looked into as far as others; empty for most.
    set_aside: tuple[SetAside, ...] = ()
    brought: tuple[Brought, ...] = ()


# --- what it runs in ----------------------------------------------------------------------------


#: Names of the engines that run code.
ENGINES_THAT_RUN = ("generate", "shadow", "prove", "replay", "guided")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user wants code to run in, and what to make of it."""

    #: Whether anything of the project may run at all.
    run: bool = True
    #: A path or a name on the PATH; found by looking when `None`.
    python: str | None = None
    #: A command that prepares a tree, run once for each.
    setup: str | None = None
    #: What code may read beside the trees and the interpreter: paths, absolute.
    readable: tuple[str, ...] = ()
    #: Where the user stands: settings and a .venv are looked for from there. The current folder
    #: when `None`.
    folder: Path | None = None
    #: "auto" or a level.
    sandbox: str = "auto"
    #: Rules for what the project calls noise, as it writes them.
    ignore: tuple[str, ...] = ()
    #: How far floats may be apart, relative to their size; exact when `None`.
    tolerance: float | None = None
    seed: int = 0
    #: Whether functions that run alone have the rest of their file around them.
    context: bool = True
    #: Whether they get what is installed; what fits the command when `None`.
    real_imports: bool | None = None
    #: In how many made-up worlds a function runs.
    runs: int = 300
    #: How long the tests of the project may run, all together.
    suite_seconds: float = 30.0
    #: What says which values are likely.
    predictor: str = "types+model+frequency"
    #: Engines that are left out, by their names.
    skip: tuple[str, ...] = ()
    #: Whether functions that have no contract are left out.
    only_contracted: bool = False
    #: Whether contracts that come with the change count as if they had been there before.
    trusts_change: bool = False


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that is not there, and how to get it."""

    what: str
    hint: str


@dataclass(frozen=True, slots=True)
class ModuleImports:
    """One module that holds undecided functions, and whether it can be imported."""

    file: str
    #: Its dotted name on each side; `None` where the side has no such module.
    old: str | None
    new: str | None
    #: What stands in the way of importing it, on either side; empty when it can be imported.
    why: str = ""
    #: The old side can be imported, and the new one cannot.
    is_broken: bool = False

    @property
    def works(self) -> bool:
        """Importing it worked, on every side that has it."""
        return not self.why


@dataclass(frozen=True, slots=True)
class Runtime:
    """What target code runs in."""

    #: The interpreter, its version, and what led to it: "--python", "VIRTUAL_ENV", ".venv".
    python: str
    version: str
    found_by: str
    #: The level of confinement: "strict", "process", "none".
    sandbox: str
    #: What keeps the sandbox from being strict; empty when it is, or when less was asked for.
    missing: tuple[Missing, ...] = ()
    #: What a person should know about the trees: files that are not in them.
    notes: tuple[str, ...] = ()
    modules: tuple[ModuleImports, ...] = ()
    #: What stands in the way of importing a module, or is wrong with a contract.
    problems: tuple[Problem, ...] = ()
    #: Ids of the pairs that have a contract.
    contracted: frozenset[str] = frozenset()


# --- what engines find --------------------------------------------------------------------------


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
class Seed:
    """A call of a pair that is known to work, for engines to start from."""

    #: As `swerve.recipe.encode_call` writes it, for the old side.
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

    def __or__(self, other: Learned) -> Learned:
        """Both, each once."""
        return Learned(
            tuple(dict.fromkeys(self.calls + other.calls)),
            tuple(dict.fromkeys(self.types + other.types)),
            tuple(dict.fromkeys(self.doubts + other.doubts)),
            tuple(dict.fromkeys(self.alarms + other.alarms)),
            self.ran | other.ran,
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
    #: What in the code makes the difference.
    because: str = ""
    #: `intended`, `unintended` or `unclear`; `None` while nobody judged.
    judgement: str | None = None
    why: str | None = None
    #: The rule that sets it aside as nothing about this change; empty where there is none.
    rule: str = ""
    #: Whether the judgement goes by words alone: an opinion, which no contract stands behind.
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
