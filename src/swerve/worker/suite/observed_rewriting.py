"""How does the code of a project tell which functions run, and what calls of some of them do?

A function that is observed stays the function it is: its body begins by telling that it was
called, what it returns and yields passes by, and so does what it raises. Neither its signature nor
its place on the stack is another one.
"""

from __future__ import annotations

import ast
from typing import Any

from ..core.conditions import note_conditions
from .observed_arguments import DELETE, GET, METHOD, OF_CLASS, PLAIN, SET

#: What rewritten code calls. No class mangles these names.
KEEP, BEGIN, VALUE, RAISED = "_within_keep_", "_within_begin_", "_within_value_", "_within_raised_"
END, YIELDS, DELEGATES = "_within_end_", "_within_yields_", "_within_delegates_"
#: Where it marks what runs. The marks of a function are the same on both sides of a change: code
#: is a part of what is compared.
RAN = "_within_ran_"
#: What a mark stands for: a function by file and name, or lines of an observed function.
FUNCTION, LINES = "function", "lines"

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.Lambda, ast.ClassDef)


class Rewriting:
    """Rewrites modules so that they mark what runs, and tell what observed functions do."""

    def __init__(self, watched: list[Any], spared: list[str] | None) -> None:
        """`watched` are functions as the order has them.

        Functions of all files that are not `spared` are marked too; of none when that is None.
        """
        self._spared = spared
        self._watched: dict[tuple[str, int], tuple[int, Any]] = {}
        for number, each in enumerate(watched):
            self._watched[each["file"], each["line"]] = number, each
        self._files = {file for file, _ in self._watched}
        self._marks = False

    def rewritten(self, tree: ast.Module, file: str) -> ast.Module | None:
        """Rewrite a module in place; None when there is nothing to rewrite."""
        self._marks = self._spared is not None and file not in self._spared
        if not self._marks and file not in self._files:
            return None
        self._visit(tree, file, "")
        return ast.fix_missing_locations(tree)

    def _visit(self, parent: ast.AST, file: str, prefix: str) -> None:
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, ast.ClassDef):
                self._visit(node, file, f"{prefix}{node.name}.")
            elif isinstance(node, _FUNCTIONS):
                self._visit(node, file, f"{prefix}{node.name}.<locals>.")
                self._rewrite(node, file, prefix)
            else:
                self._visit(node, file, prefix)

    def _rewrite(self, node: Any, file: str, prefix: str) -> None:
        number, watch = self._watched.get((file, node.lineno), (-1, None))
        if watch is not None and watch["name"].rpartition(".")[2] == node.name:
            binding = binding_of(node) if prefix and not prefix.endswith("<locals>.") else PLAIN
            _mark_lines(node, watch["lines"], number)
            _observe(node, number, binding)
        if self._marks:
            head = len(docstring(node))
            node.body[head:head] = [_mark(node, FUNCTION, file, f"{prefix}{node.name}")]


def docstring(node: Any) -> list[ast.stmt]:
    """The docstring of a function, if it has one."""
    first = node.body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return [first] if is_text and isinstance(first.value.value, str) else []


def _mark(at: Any, *place: Any) -> ast.stmt:
    key = ast.Tuple([ast.Constant(part) for part in place], ast.Load())
    target = ast.Subscript(_name(RAN), key, ast.Store())
    return ast.copy_location(ast.Assign([target], ast.Constant(1)), at)


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def call(name: str, *args: ast.expr) -> ast.Call:
    """A call of something that rewritten code finds among the builtins."""
    return ast.Call(_name(name), list(args), [])


# --- lines ----------------------------------------------------------------------------------------


def _mark_lines(node: Any, lines: list[int], number: int) -> None:
    """Mark lines of a function when the statement runs that they belong to."""
    note_conditions(node, lines.__contains__, lambda part: _marking(number, part))
    owners: dict[int, tuple[ast.stmt, list[int]]] = {}
    for line in lines:
        owner = _innermost(node.body, line)
        if owner is not None:
            owners.setdefault(id(owner), (owner, []))[1].append(line)
    _insert_marks(node.body, owners, number, len(docstring(node)))


def _marking(number: int, part: int) -> ast.expr:
    """An expression that marks a part of an expression."""
    key = ast.Tuple([ast.Constant(each) for each in (LINES, number, part)], ast.Load())
    setting = ast.Attribute(_name(RAN), "setdefault", ast.Load())
    return ast.Call(setting, [key, ast.Constant(1)], [])


def _innermost(body: list[ast.stmt], line: int) -> ast.stmt | None:
    for each in body:
        first = min([each.lineno, *(d.lineno for d in getattr(each, "decorator_list", ()))])
        if first <= line <= (each.end_lineno or each.lineno):
            for inner in _bodies(each):
                found = _innermost(inner, line)
                if found is not None:
                    return found
            return each
    return None


def _bodies(node: ast.AST) -> list[list[ast.stmt]]:
    """Lists of statements that run as a part of one; those of a definition run elsewhere."""
    if isinstance(node, _FUNCTIONS):
        return []
    found = [getattr(node, name, None) for name in ("body", "orelse", "finalbody")]
    for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        found.append(inner.body)
    return [each for each in found if isinstance(each, list)]


def _insert_marks(
    body: list[ast.stmt],
    owners: dict[int, tuple[ast.stmt, list[int]]],
    number: int,
    head: int = 0,
) -> None:
    for each in body:
        for inner in _bodies(each):
            _insert_marks(inner, owners, number)
    changed: list[ast.stmt] = []
    for index, each in enumerate(body):
        if id(each) in owners and index >= head:
            changed.append(_mark(each, LINES, number, *owners[id(each)][1]))
        changed.append(each)
    body[:] = changed


# --- calls ----------------------------------------------------------------------------------------


def binding_of(node: Any) -> str:
    """How a function in a class is reached."""
    words: set[str] = {
        str(getattr(each, "id", "") or getattr(each, "attr", ""))
        for each in (getattr(d, "func", d) for d in node.decorator_list)
    }
    if "staticmethod" in words or node.name == "__new__":
        return PLAIN
    if "classmethod" in words or node.name in ("__init_subclass__", "__class_getitem__"):
        return OF_CLASS
    if "setter" in words:
        return SET
    if "deleter" in words:
        return DELETE
    if any(word.endswith("property") for word in words):
        return GET
    return METHOD


def _observe(node: Any, number: int, binding: str) -> None:
    """Have a function tell what it is called with and what comes of it."""
    passing = _Passing(node)
    inner = [passing.visit(each) for each in node.body]
    head = docstring(node)
    inner = inner[len(head) :] or [ast.Pass()]
    if not passing.is_async_generator:
        inner.append(ast.Expr(call(VALUE, ast.Constant(None))))
    begin = _beginning(node, number)
    node.body = [*head, *guarded(node, inner, begin, ast.Expr(call(RAISED)), ast.Expr(call(END)))]
    keep = call(KEEP, ast.Constant(number), ast.Constant(binding))
    node.decorator_list.append(ast.copy_location(keep, node))


def _beginning(node: Any, number: int) -> ast.stmt:
    """Tell of a call, and take what it is given from there: it may be something else."""
    told = call(BEGIN, ast.Constant(number), *map(_name, names := _parameters(node)))
    if not names:
        return ast.Expr(told)
    targets = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
    return ast.Assign([targets], told)


def _parameters(node: Any) -> list[str]:
    """The parameters that take one value each, in the order of the code's variables."""
    given = node.args
    return [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]


def guarded(
    node: Any, inner: list[ast.stmt], begin: ast.stmt, raised: ast.stmt, end: ast.stmt
) -> list[ast.stmt]:
    """The statements of a function, with what tells that they begin, raise and end."""
    handler = ast.ExceptHandler(None, None, [raised, ast.Raise(None, None)])
    inside = ast.Try(inner, [handler], [], [end])
    for each in (begin, inside, handler):
        ast.copy_location(each, inner[0] if hasattr(inner[0], "lineno") else node)
    return [begin, inside]


class _Passing(ast.NodeTransformer):
    """Lets what a function returns and yields pass by."""

    def __init__(self, function: Any) -> None:
        is_generator = any(map(yields, function.body))
        self.is_async_generator = is_generator and isinstance(function, ast.AsyncFunctionDef)

    def visit(self, node: ast.AST) -> Any:
        """Stay in this function."""
        return node if isinstance(node, _SCOPES) else super().visit(node)

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if not self.is_async_generator:
            node.value = ast.copy_location(call(VALUE, node.value or ast.Constant(None)), node)
        return node

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        self.generic_visit(node)
        node.value = ast.copy_location(call(YIELDS, node.value or ast.Constant(None)), node)
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        self.generic_visit(node)
        node.value = ast.copy_location(call(DELEGATES, node.value), node)
        return node


def yields(node: ast.AST) -> bool:
    """Whether code of a function makes a generator of it."""
    if isinstance(node, (ast.Yield, ast.YieldFrom)):
        return True
    if isinstance(node, _SCOPES):
        return False
    return any(map(yields, ast.iter_child_nodes(node)))
