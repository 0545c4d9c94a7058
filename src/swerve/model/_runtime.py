"""What do the two versions run in?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ._change import Pair, Problem


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
    #: Its file on the old side; empty where it is the same.
    old_file: str = ""

    def holds(self, pair: Pair) -> bool:
        """Whether the functions of a pair are in it."""
        places = pair.old.module.path, pair.new.module.path
        return places == (self.old_file or self.file, self.file)

    @property
    def works(self) -> bool:
        """Importing it worked, on every side that has it."""
        return not self.why


def modules_of(pair: Pair, modules: Iterable[ModuleImports]) -> tuple[str, str] | None:
    """What the modules of a pair are called, where both can be imported."""
    for each in modules:
        if each.holds(pair) and each.works and each.old and each.new:
            return each.old, each.new
    return None


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
