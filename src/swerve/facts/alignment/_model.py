"""What is a unified function, and what is known of each change in it?"""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from swerve.model import LineNo, Side
from swerve.source.syntax import FunctionNode

#: What a change is a call of, in the tree. People read `change`.
CHANGE = "__swerve_change__"
#: The keyword of such a call that holds the number of its site.
SITE = "site"


@dataclass(frozen=True, slots=True)
class Site:
    """One `change(old, new)` of a unified function."""

    #: From 0, in the order of the unified function: its place in `Unified.sites`. Many ways to
    #: merge are tried and few are kept: until one is, it is -1.
    number: int
    #: The pattern of the paper, "1a" to "5", or "python" for what only Python has; empty where it
    #: follows from the place, until there is a number.
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


# --- nodes ----------------------------------------------------------------------------------------

# How is a piece of syntax copied, where does it stand, and what was it before?


NodeT = TypeVar("NodeT", bound=ast.AST)
_OLD = "swerve_old"


def rebuilt(node: NodeT, **values: object) -> NodeT:
    """A copy of a node with other values in some fields; what is known of it stays."""
    fields = {name: getattr(node, name) for name in node._fields if hasattr(node, name)}
    copied = type(node)(**{**fields, **values})
    vars(copied).update({k: v for k, v in vars(node).items() if k not in node._fields})
    return copied


def tied(node: NodeT, old: NodeT) -> NodeT:
    """A copy of a node that is shared, which knows what it was in the old version."""
    copied = rebuilt(node)
    setattr(copied, _OLD, old)
    return copied


def old_node(node: ast.AST) -> ast.AST | None:
    """What a shared node was in the old version."""
    found = getattr(node, _OLD, None)
    return found if isinstance(found, ast.AST) else None


def untie(node: ast.AST) -> None:
    """Forget what the node was."""
    if hasattr(node, _OLD):
        delattr(node, _OLD)


def lines_of(nodes: Sequence[ast.AST]) -> tuple[LineNo, ...]:
    """Lines of neighbouring pieces of code, from the first to the last."""
    first = [line for node in nodes if (line := getattr(node, "lineno", None)) is not None]
    last = [line for node in nodes if (line := getattr(node, "end_lineno", None)) is not None]
    return tuple(range(min(first), max(last) + 1)) if first and last else ()


# --- marks ----------------------------------------------------------------------------------------

# How is a change made, before it has a number?
#
# Many ways to merge are tried and few are kept: changes get their numbers at the end.


_MARK = "swerve_mark"


def change_of(
    old: ast.expr,
    new: ast.expr,
    pattern: str = "",
    *,
    is_spliced: bool = False,
    lines: tuple[tuple[LineNo, ...], tuple[LineNo, ...]] | None = None,
) -> ast.Call:
    """A change between expressions that are there on both sides."""
    before, after = lines or (lines_of([old]), lines_of([new]))
    site = Site(-1, pattern, before, after, None, is_spliced)
    return _marked(old, new, site)


def one_sided(
    side: Side,
    there: ast.expr,
    stands_in: ast.expr,
    pattern: str,
    *,
    is_spliced: bool = False,
    lines: Sequence[LineNo] | None = None,
) -> ast.Call:
    """A change to or from nothing: `stands_in` is what the other side has instead of it."""
    own = lines_of([there]) if lines is None else tuple(lines)
    if side is Side.OLD:
        return _marked(there, stands_in, Site(-1, pattern, own, (), Side.NEW, is_spliced))
    return _marked(stands_in, there, Site(-1, pattern, (), own, Side.OLD, is_spliced))


def mark_again(change: ast.AST, site: Site) -> None:
    """Give a change that has a number what was known of it before."""
    setattr(change, _MARK, site)


def _marked(old: ast.expr, new: ast.expr, site: Site) -> ast.Call:
    call = ast.Call(ast.Name(CHANGE, ast.Load()), [old, new], [])
    setattr(call, _MARK, site)
    return call


# --- numbering ------------------------------------------------------------------------------------

# Which changes does a merged function hold, and what does the paper call each of them?


#: By kind of node and field: the pattern of a changed expression in it.
_PLACES: dict[tuple[type[ast.AST], str], str] = {
    (ast.Assign, "value"): "1a",
    (ast.AugAssign, "value"): "1a",
    (ast.AnnAssign, "value"): "1a",
    (ast.NamedExpr, "value"): "1a",
    (ast.Call, "args"): "1b",
    (ast.keyword, "value"): "1b",
    (ast.Return, "value"): "1c",
    (ast.If, "test"): "1d",
    (ast.While, "test"): "1d",
    (ast.IfExp, "test"): "1d",
    (ast.Assert, "test"): "1d",
    (ast.comprehension, "ifs"): "1d",
    (ast.match_case, "guard"): "1d",
}
#: What the paper's language does not have.
_PYTHON = (
    ast.arguments,
    ast.comprehension,
    ast.withitem,
    ast.ExceptHandler,
    ast.FormattedValue,
    ast.Starred,
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.Slice,
)
_ELSEWHERE = "1"


def numbered(tree: FunctionNode) -> tuple[FunctionNode, tuple[Site, ...]]:
    """A copy of the function whose changes have numbers, and what is known of each."""
    copied = copy.deepcopy(tree)
    sites: list[Site] = []
    _visit(copied, _ELSEWHERE, sites)
    return ast.fix_missing_locations(copied), tuple(sites)


def _visit(node: ast.AST, place: str, sites: list[Site]) -> None:
    site = getattr(node, _MARK, None)
    if isinstance(site, Site) and isinstance(node, ast.Call):
        site = replace(site, number=len(sites), pattern=site.pattern or place)
        sites.append(site)
        delattr(node, _MARK)
        node.keywords = [ast.keyword(SITE, ast.Constant(site.number))]
        return
    for name, value in ast.iter_fields(node):
        inside = _PLACES.get((type(node), name))
        if inside is None:
            inside = "python" if isinstance(node, _PYTHON) or name == "decorator_list" else place
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                is_block = isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case))
                _visit(child, _ELSEWHERE if is_block else inside, sites)
