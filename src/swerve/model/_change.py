"""What is a change made of: files, functions before and after, and what is beside them?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from ._words import Intent

#: Counted from 1, as editors and tracebacks do.
LineNo: TypeAlias = int


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

    @property
    def is_test(self) -> bool:
        """Whether tests are in it."""
        return self.why == "test code" and self.file.endswith(".py")


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
    #: For `READS`: the module-level name that is read, if it is one; for `BEYOND`: the file that
    #: is not Python, if it is one.
    name: str = ""
    #: For `READS`: the id of the pair that is used, if it is a function.
    uses: str = ""


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
    #: Whether reading its code has shown that it does the same but for what it uses.
    is_same_code: bool = False

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
        if self.is_same_code:
            return not kinds.isdisjoint(_FROM_ELSEWHERE)
        return bool(kinds) and kinds <= _FROM_ELSEWHERE

    @property
    def is_affected_from_elsewhere(self) -> bool:
        """Whether something that it uses changed, or may have, whatever became of itself."""
        return any(cause.kind in _FROM_ELSEWHERE for cause in self.causes)


def used_by(pair: Pair, pairs: Mapping[str, Pair]) -> tuple[Pair, ...]:
    """Those of some pairs, by their ids, that a function uses, directly or through others."""
    found, waiting = {pair.id: pair}, [pair]
    while waiting:
        ids = [each.uses for each in waiting.pop().causes if each.uses not in found]
        fresh = {each: pairs[each] for each in ids if each in pairs}
        found |= fresh
        waiting += fresh.values()
    return tuple(found.values())[1:]


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
