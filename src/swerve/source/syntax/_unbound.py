"""Which names may a body of statements read before it has bound them?

In a function cut out of its file these are its parameters, as far as they are assigned to.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from .scopes import COMPREHENSIONS, FUNCTIONS, Scope, stored_names

_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef)


def names_read_unbound(tree: ast.Module) -> tuple[str, ...]:
    """Names that are bound somewhere in a body, and may be read where they are not, in order.

    Loops may go round not at all and blocks behind `try` may be left anywhere, so a name that is
    always bound in fact may be among them.
    """
    reading = _Reading(_own(tree))
    end = reading.block(tree.body, frozenset())
    reading.read(reading.later, end)
    return tuple(reading.unbound)


class _Reading:
    def __init__(self, own: frozenset[str]) -> None:
        self._own = own
        #: Used as a set that keeps its order.
        self.unbound: dict[str, None] = {}
        #: Read by functions inside, at some later time.
        self.later: list[str] = []

    def read(self, names: Iterable[str], bound: frozenset[str]) -> None:
        for name in names:
            if name in self._own and name not in bound:
                self.unbound[name] = None

    def block(self, body: Sequence[ast.stmt], bound: frozenset[str]) -> frozenset[str]:
        """What is bound behind statements: everything, where nobody gets to."""
        for node in body:
            bound = self._statement(node, bound)
        return bound

    def _statement(self, node: ast.stmt, bound: frozenset[str]) -> frozenset[str]:
        if isinstance(node, _LEAVING):
            self._expressions(ast.iter_child_nodes(node), bound)
            return self._own
        if isinstance(node, ast.If):
            bound = self._expressions([node.test], bound)
            return self.block(node.body, bound) & self.block(node.orelse, bound)
        if isinstance(node, (ast.For, ast.AsyncFor)):
            bound = self._expressions([node.iter], bound)
            self.block(node.body, bound | _bound_by(node.target))
            return self.block(node.orelse, bound) if node.orelse else bound
        if isinstance(node, ast.While):
            bound = self._expressions([node.test], bound)
            self.block(node.body, bound)
            return self.block(node.orelse, bound) if node.orelse else bound
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                bound = self._expressions([item.context_expr], bound)
                bound |= _bound_by(item.optional_vars)
            return self.block(node.body, bound)
        if isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
            return self._try(node, bound)
        if isinstance(node, ast.Match):
            return self._match(node, bound)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = {(each.asname or each.name).partition(".")[0] for each in node.names}
            return bound | names
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            self.read([node.target.id], bound)
        if isinstance(node, ast.Assign):
            bound = self._expressions([node.value], bound)
        return self._expressions([node], bound)

    def _try(self, node: ast.stmt, bound: frozenset[str]) -> frozenset[str]:
        body = self.block(node.body, bound)  # type: ignore[attr-defined]  # a `try`, or `try*`
        end = self.block(node.orelse, body)  # type: ignore[attr-defined]
        for handler in node.handlers:  # type: ignore[attr-defined]
            own = self._expressions([handler.type] if handler.type else [], bound)
            named = own | {handler.name} if handler.name else own
            end &= self.block(handler.body, named)
        final = self.block(node.finalbody, bound)  # type: ignore[attr-defined]
        return end | final

    def _match(self, node: ast.Match, bound: frozenset[str]) -> frozenset[str]:
        bound = self._expressions([node.subject], bound)
        end = bound
        for case in node.cases:
            names = bound | {
                name
                for inner in ast.walk(case.pattern)
                if isinstance(name := getattr(inner, "name", getattr(inner, "rest", None)), str)
            }
            if case.guard is not None:
                self._expressions([case.guard], names)
            self.block(case.body, names)
        return end

    def _expressions(self, nodes: Iterable[ast.AST], bound: frozenset[str]) -> frozenset[str]:
        """Read expressions in about the order in which they run."""
        for node in nodes:
            if isinstance(node, ast.Name):
                if isinstance(node.ctx, ast.Store):
                    bound |= {node.id}
                else:
                    self.read([node.id], bound)
            elif isinstance(node, ast.NamedExpr):
                bound = self._expressions([node.value], bound) | {node.target.id}
            elif isinstance(node, (ast.AnnAssign,)):
                if node.value is not None:
                    bound = self._expressions([node.value, node.target], bound)
            elif isinstance(node, _SCOPES):
                bound = self._scope(node, bound)
            elif isinstance(node, COMPREHENSIONS):
                self._comprehension(node, bound)
            else:
                bound = self._expressions(ast.iter_child_nodes(node), bound)
        return bound

    def _scope(self, node: ast.AST, bound: frozenset[str]) -> frozenset[str]:
        """A function or class inside: its head runs here, the rest later."""
        own = _own(node)
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and inner.id not in own:
                self.later.append(inner.id)
        name = getattr(node, "name", None)
        return bound | {name} if name else bound

    def _comprehension(self, node: ast.AST, bound: frozenset[str]) -> None:
        inside = bound
        for each in node.generators:  # type: ignore[attr-defined]  # a comprehension has them
            inside = self._expressions([each.iter], inside) | _bound_by(each.target)
            self._expressions(each.ifs, inside)
        parts = [getattr(node, name, None) for name in ("key", "value", "elt")]
        self._expressions([part for part in parts if part is not None], inside)


def _own(node: ast.AST) -> frozenset[str]:
    scope = Scope(node, None)
    return scope.bound - scope.global_names - scope.nonlocal_names


def _bound_by(target: ast.expr | None) -> frozenset[str]:
    return frozenset() if target is None else frozenset(stored_names(target))
