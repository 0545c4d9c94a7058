"""Which functions does a file define, and where does each of them stand?"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from ._normal import Context, NormalForm, normal_body
from ._writing import written
from .scopes import FUNCTIONS, FunctionNode, Scope


class Role(Enum):
    """What tells apart definitions that share a name."""

    PLAIN = "plain"
    SETTER = "setter"
    DELETER = "deleter"
    OVERLOAD = "overload"


@dataclass(frozen=True, slots=True)
class Guard:
    """One block of a compound statement: code in it runs only under its condition."""

    node: ast.AST
    #: "body", "orelse" or "finalbody".
    block: str
    #: The statement that a handler or case belongs to; else the same as `node`.
    owner: ast.AST

    @property
    def words(self) -> str:
        """The condition as written: `if sys.version_info >= (3, 8)`, `else of try`."""
        node = self.node
        if isinstance(node, (ast.If, ast.While)):
            head = f"{type(node).__name__.lower()} {written(node.test)}"
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            head = f"for {written(node.target)} in {written(node.iter)}"
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            head = "with " + ", ".join(written(item) for item in node.items)
        elif isinstance(node, ast.ExceptHandler):
            head = f"except {written(node.type)}" if node.type else "except"
        elif isinstance(node, ast.match_case):
            head = f"case {written(node.pattern)}"
            head += f" if {written(node.guard)}" if node.guard else ""
        else:
            head = "try"
        return {"orelse": f"else of {head}", "finalbody": "finally"}.get(self.block, head)

    @property
    def decided_by(self) -> tuple[ast.AST, ...]:
        """The code whose outcome decides whether the block runs."""
        node = self.owner
        if isinstance(node, (ast.If, ast.While)):
            return (node.test,)
        if isinstance(node, (ast.For, ast.AsyncFor)):
            return (node.iter,)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            return tuple(node.items)
        if isinstance(node, ast.Match):
            guards = (case.guard for case in node.cases if case.guard)
            return (node.subject, *(case.pattern for case in node.cases), *guards)
        is_first = self.block == "body" and self.node is node
        return () if is_first else tuple(getattr(node, "body", ()))

    @property
    def key(self) -> str:
        """The condition in full: equal keys mean the same condition, as far as text goes."""
        return self.words + "".join(f"; {written(node)}" for node in self.decided_by)


@dataclass(eq=False, slots=True)
class Definition:
    """A function in its file. Compared by identity."""

    name: str
    node: FunctionNode
    context: Context
    #: Classes and functions around it, outermost first.
    parents: tuple[ast.ClassDef | FunctionNode, ...]
    #: Conditions around it, outermost first.
    guards: tuple[Guard, ...]
    role: Role
    _body: NormalForm | None = None

    @property
    def first_line(self) -> int:
        """Its first line, decorators included."""
        lines = [decorator.lineno for decorator in self.node.decorator_list]
        return min([self.node.lineno, *lines])

    @property
    def last_line(self) -> int:
        """Its last line, inclusive."""
        return self.node.end_lineno or self.node.lineno

    @property
    def body(self) -> NormalForm:
        """What runs when it is called."""
        if self._body is None:
            self._body = normal_body(self.node, self.context)
        return self._body

    @property
    def class_node(self) -> ast.ClassDef | None:
        """The class whose method it is."""
        if self.parents and isinstance(self.parents[-1], ast.ClassDef):
            return self.parents[-1]
        return None

    @property
    def is_nested(self) -> bool:
        """It stands inside another function."""
        return any(isinstance(parent, FUNCTIONS) for parent in self.parents)

    @property
    def bare_name(self) -> str:
        """Its name without what it stands in."""
        return self.node.name


def find_definitions(tree: ast.Module, package: tuple[str, ...]) -> list[Definition]:
    """Every function of a file, in the order in which they are written."""
    module = Context(Scope(tree, None), None, package)
    return list(_walk(tree.body, module, (), "", ()))


def _walk(
    body: Sequence[ast.AST],
    context: Context,
    parents: tuple[ast.ClassDef | FunctionNode, ...],
    prefix: str,
    guards: tuple[Guard, ...],
) -> Iterator[Definition]:
    for node in body:
        if isinstance(node, FUNCTIONS):
            name = prefix + node.name
            yield Definition(name, node, context, parents, guards, _role(node))
            inner = Context(Scope(node, context.scope), context.class_name, context.package)
            yield from _walk(node.body, inner, (*parents, node), f"{name}.<locals>.", guards)
        elif isinstance(node, ast.ClassDef):
            inner = Context(Scope(node, context.scope), node.name, context.package)
            yield from _walk(node.body, inner, (*parents, node), f"{prefix}{node.name}.", guards)
        else:
            for guard, block in branches(node):
                yield from _walk(block, context, parents, prefix, (*guards, guard))


def branches(node: ast.AST) -> Iterator[tuple[Guard, list[ast.stmt]]]:
    """The blocks of a compound statement; nothing for a simple one."""
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list) and block:
            yield Guard(node, field, node), block
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield Guard(part, "body", node), part.body


def _role(node: FunctionNode) -> Role:
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Attribute):
            if decorator.attr == "setter":
                return Role.SETTER
            if decorator.attr == "deleter":
                return Role.DELETER
        if last_name(decorator) == "overload":
            return Role.OVERLOAD
    return Role.PLAIN


def last_name(expression: ast.expr) -> str:
    """`c` of `c`, `a.b.c` and `a.b.c(...)`; empty for anything else."""
    if isinstance(expression, ast.Call):
        expression = expression.func
    if isinstance(expression, ast.Attribute):
        return expression.attr
    return expression.id if isinstance(expression, ast.Name) else ""


def dotted(node: ast.expr) -> str:
    """A dotted name as written; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        start = dotted(node.value)
        return f"{start}.{node.attr}" if start else ""
    return ""
