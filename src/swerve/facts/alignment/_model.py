"""What is a unified function, and what is known of each change in it?"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from swerve.model import LineNo, Side
from swerve.source.syntax import FunctionNode

#: What a change is a call of, in the tree. People read `change`.
CHANGE = "__swerve_change__"
#: The keyword of such a call that holds the number of its site.
SITE = "site"


@dataclass(frozen=True, slots=True)
class Site:
    """One `change(old, new)` of a unified function."""

    #: From 0, in the order of the unified function: its place in `Unified.sites`.
    number: int
    #: The pattern of the paper, "1a" to "5", or "python" for what only Python has.
    pattern: str
    #: Lines of each version, inclusive; none where the version has nothing there.
    old_lines: tuple[LineNo, ...]
    new_lines: tuple[LineNo, ...]
    #: The side that has no such code: its argument only stands in, and is left out again.
    absent: Side | None = None
    #: Each argument is a part of what is around: elements of a list, operands, pieces of text.
    is_spliced: bool = False

    @property
    def is_below_statement(self) -> bool:
        """Values or conditions differ, not which statements there are (rule 3)."""
        return not self.pattern.startswith("3")


@dataclass(frozen=True, slots=True)
class Unified:
    """Two versions of a function in one."""

    #: Shared code has the lines of the new version; old code has its own.
    tree: FunctionNode
    sites: tuple[Site, ...]
    #: What the old version is, where that differs: its `def` or `async def`, and its name.
    old_kind: type[FunctionNode]
    old_name: str
    #: The two signatures where they differ beyond defaults and annotations, in the names of
    #: the tree; the tree then has the new one.
    old_args: ast.arguments | None = None
    new_args: ast.arguments | None = None
    #: Locals that go by another name in the tree: that name, and the one in the version.
    old_names: Mapping[str, str] = field(default_factory=dict)
    new_names: Mapping[str, str] = field(default_factory=dict)
    #: Names that are local in one version only and could not be told apart: such a tree
    #: projects back, and must not be run.
    clashes: tuple[str, ...] = ()
    #: Both versions are generators, coroutines, or plain functions. A tree that mixes them
    #: projects back, and must not be run.
    is_of_one_kind: bool = True
    #: Lines of shared statements, from the new version to the old one.
    old_lines: Mapping[LineNo, LineNo] = field(default_factory=dict)

    def names(self, side: Side) -> Mapping[str, str]:
        """Names of the tree that the version calls otherwise."""
        return self.old_names if side is Side.OLD else self.new_names


def site_number(node: ast.AST) -> int | None:
    """The number of its site, when the node is a change."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == CHANGE:
        for keyword in node.keywords:
            value = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
            if keyword.arg == SITE and isinstance(value, int):
                return value
    return None


def argument_of(change: ast.Call, side: Side) -> ast.expr:
    """What a change is on one side."""
    return change.args[0 if side is Side.OLD else 1]
