"""What asks, on the way through a function, whether the two versions can part?

The old module with the changed function replaced by both versions in one. At each change a hook is
called with the two sides, each as a function: it asks the solver whether they can differ, and goes
on with the old one.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from dataclasses import dataclass

from swerve.facts.alignment import Site, Unified, argument_of, site_number, unified, without_splices
from swerve.model import Pair, Side
from swerve.source.syntax import FUNCTIONS, FunctionNode, Unreadable, node_of, parse

from .explorer import HOOK

#: Builtins that look at the frame that calls them.
_OF_FRAMES = frozenset({"super", "locals", "vars", "dir", "eval", "exec"})


@dataclass(frozen=True, slots=True)
class Probe:
    """A module with both versions of a function in one, and the changes in it."""

    text: str
    sites: tuple[Site, ...]


def probe_for(pair: Pair) -> Probe | None:
    """The probe of a pair; None where the versions cannot run as one, or others differ too."""
    if pair.is_affected_from_elsewhere:
        return None
    old, new = node_of(pair.old), node_of(pair.new)
    module = parse(pair.old.module.text)
    if old is None or new is None or isinstance(module, Unreadable):
        return None
    whole = without_splices(unified(old, new))
    if whole.clashes or not whole.is_of_one_kind or whole.old_args is not None:
        return None
    replacement = _replacement(whole, old)
    replaced = _Replacing(pair.old.def_line, replacement)
    tree = replaced.visit(deepcopy(module))
    if not replaced.is_done:
        return None
    return Probe(ast.unparse(ast.fix_missing_locations(tree)), whole.sites)


def _replacement(whole: Unified, old: FunctionNode) -> FunctionNode:
    """The unified function under the old head, with hooks in its body."""
    hooks = _Hooks()
    node = type(old)(**{name: getattr(old, name) for name in old._fields})
    node.body = deepcopy(whole.tree.body)
    for place, statement in enumerate(node.body):
        hooked = hooks.visit(statement)
        assert isinstance(hooked, ast.stmt)  # noqa: S101 - for the type checker
        node.body[place] = hooked
    return ast.copy_location(node, old)


class _Replacing(ast.NodeTransformer):
    """Puts another function in the place of the one that begins at a line."""

    def __init__(self, line: int, replacement: FunctionNode) -> None:
        self.is_done = False
        self._line = line
        self._replacement = replacement

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, FUNCTIONS) and node.lineno == self._line:
            self.is_done = True
            return self._replacement
        return super().generic_visit(node)


class _Hooks(ast.NodeTransformer):
    """Turns what holds a change into a call of the hook: site, is it a test, has it calls, sides.

    A constant that differs says little; whether `n > 10` and `n > 20` differ says all. So a hook
    stands around the whole expression, up to the call that takes it or the statement.
    """

    def __init__(self) -> None:
        self._tests: set[int] = set()

    def visit(self, node: ast.AST) -> ast.AST:
        """Replace an expression with a change in it."""
        if isinstance(node, ast.expr) and (sites := _sites_in(node)):
            return self._hooked(node, sites[0])
        self._note_tests(node)
        visited: ast.AST = self.generic_visit(node)
        return visited

    def _hooked(self, node: ast.expr, site: int) -> ast.expr:
        words: list[ast.expr] = [ast.Constant(site), ast.Constant(id(node) in self._tests)]
        sides = [_Side(side).visit(deepcopy(node)) for side in Side]
        parts = [part for side in sides for part in ast.walk(side)]
        if not any(map(_is_bound_to_frame, parts)):
            words.append(ast.Constant(any(isinstance(part, ast.Call) for part in parts)))
            words += [ast.Lambda(_NO_ARGUMENTS, side) for side in sides]
        return ast.copy_location(ast.Call(ast.Name(HOOK, ast.Load()), words, []), node)

    def _note_tests(self, node: ast.AST) -> None:
        """Note of what only the truth counts."""
        if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
            self._tests.add(id(node.test))
        elif isinstance(node, ast.comprehension):
            self._tests.update(map(id, node.ifs))
        elif isinstance(node, ast.match_case):
            self._tests.add(id(node.guard))


def _is_bound_to_frame(node: ast.AST) -> bool:
    """Whether something means another thing in a function of its own."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in _OF_FRAMES
    return isinstance(node, ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr)


class _Side(ast.NodeTransformer):
    """Replaces each change by one of its sides."""

    def __init__(self, side: Side) -> None:
        self._side = side

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Take the side of a change."""
        if site_number(node) is not None:
            side: ast.AST = self.visit(argument_of(node, self._side))
            return side
        return self.generic_visit(node)


def _sites_in(node: ast.AST) -> list[int]:
    """The changes in an expression that make it differ, and are not taken by a call in it."""
    number = site_number(node)
    if number is not None:
        return [number]
    if not isinstance(node, _TRANSPARENT) or isinstance(
        getattr(node, "ctx", None), ast.Store | ast.Del
    ):
        return []
    return [site for child in ast.iter_child_nodes(node) for site in _sites_in(child)]


#: Expressions that only compute something of their parts.
_TRANSPARENT = (
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Subscript, ast.Slice),
    *(ast.Attribute, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.JoinedStr, ast.FormattedValue),
)
_NO_ARGUMENTS = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
