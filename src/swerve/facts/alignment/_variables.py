"""Which locals of a function are sure to have a value at each of its places?"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable
from functools import cached_property

from swerve.facts.alignment._names import mentioned, own_names, parameters
from swerve.source.syntax import FUNCTIONS, FunctionNode, names_read_unbound
from swerve.source.syntax.scopes import bound_by_alias, stored_names

_RUN_LATER = (*FUNCTIONS, ast.Lambda, ast.ClassDef)
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


class Variables:
    """The locals of one function, found in one walk over its statements."""

    def __init__(self, function: FunctionNode) -> None:
        self.own = own_names(function)
        #: By block and position in it: names that have a value before that statement.
        self._bound: dict[tuple[int, int], frozenset[str]] = {}
        self._lost = frozenset(_names_lost(function))
        self._function = function
        self._block(function.body, frozenset(parameters(function.args)))

    def is_bound(self, name: str, block: list[ast.stmt], position: int) -> bool:
        """The name has a value before that statement of a block, or behind its last one.

        A name that loses its value anywhere is never sure to have one, and loops may go round
        not at all.
        """
        return name not in self._lost and name in self._bound.get((id(block), position), ())

    def is_unread_until_bound(self, name: str) -> bool:
        """Wherever the name is read it was given a value before: an earlier one is not seen."""
        return name in self.own and name not in self._lost | self._read_unbound

    @cached_property
    def _read_unbound(self) -> frozenset[str]:
        given = [ast.Name(name, ast.Store()) for name in parameters(self._function.args)]
        start = ast.Assign([ast.Tuple(list(given), ast.Store())], ast.Constant(None))
        body = [_Leaving().visit(copy.deepcopy(each)) for each in self._function.body]
        later = {
            name
            for node in ast.walk(self._function)
            if isinstance(node, _RUN_LATER) and node is not self._function
            for name in mentioned(node)
        }
        return frozenset(later).union(names_read_unbound(ast.Module([start, *body], [])))

    def _block(self, body: list[ast.stmt], bound: frozenset[str]) -> frozenset[str]:
        """What has a value behind the statements: everything, where nobody gets to."""
        for position, node in enumerate(body):
            self._bound[id(body), position] = bound
            bound = self._statement(node, bound)
        self._bound[id(body), len(body)] = bound
        return bound

    def _statement(self, node: ast.stmt, bound: frozenset[str]) -> frozenset[str]:
        if isinstance(node, _LEAVING):
            return self.own
        if isinstance(node, ast.If):
            return self._block(node.body, bound) & self._block(node.orelse, bound)
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            target = stored_names(node.target) if not isinstance(node, ast.While) else ()
            self._block(node.body, bound.union(target))
            self._block(node.orelse, bound)
            return bound
        if isinstance(node, (ast.With, ast.AsyncWith)):
            inside = bound.union(
                *(stored_names(i.optional_vars) for i in node.items if i.optional_vars)
            )
            self._block(node.body, inside)
            return inside  # what the block raises may end here
        if isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
            return self._try(node, bound)  # type: ignore[arg-type] # the two have the same fields
        if isinstance(node, ast.Match):
            for case in node.cases:
                self._block(case.body, bound)
            return bound
        return bound.union(_bound_by(node))

    def _try(self, node: ast.Try, bound: frozenset[str]) -> frozenset[str]:
        end = self._block(node.orelse, self._block(node.body, bound))
        for handler in node.handlers:
            end &= self._block(handler.body, bound)
        return end | self._block(node.finalbody, bound)


class _Leaving(ast.NodeTransformer):
    """Shows that a block behind `with` may be left anywhere, and the function goes on."""

    def visit_With(self, node: ast.With | ast.AsyncWith) -> ast.AST:
        self.generic_visit(node)
        items: list[ast.expr] = [item.context_expr for item in node.items]
        bound: list[ast.expr] = [item.optional_vars for item in node.items if item.optional_vars]
        return ast.For(ast.Tuple(bound, ast.Store()), ast.Tuple(items, ast.Load()), node.body, [])

    visit_AsyncWith = visit_With  # noqa: N815


def _bound_by(node: ast.stmt) -> Iterable[str]:
    """Names that a simple statement or a definition gives a value."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return map(bound_by_alias, node.names)
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return (node.name,)
    if isinstance(node, ast.Assign):
        return [name for target in node.targets for name in stored_names(target)]
    return ()


def _names_lost(function: FunctionNode) -> Iterable[str]:
    """Names that are deleted, or bound by a handler, which deletes them."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
            yield node.id
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
