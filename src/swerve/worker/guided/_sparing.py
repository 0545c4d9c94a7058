"""What stands where a snippet would stop since a value that was made up has no such part?

An item of a list that is too short, an attribute that a number does not have, a text that is no
number: once anything was made up, these are made up too, unless the code around expects to fail
there. Where nothing was made up, Python's own exceptions are raised.
"""

from __future__ import annotations

import ast
from functools import partial
from typing import Any

from ._injected import Injected, attribute_at, term
from ._items import Asynchronous
from ._rewriting import asking
from ._world import STAGE

#: What spares is called in rewritten code.
SPARE = "__within_spare__"
_call = partial(asking, SPARE)
_ITEMS = frozenset(("IndexError", "KeyError", "LookupError", "TypeError"))
_ATTRIBUTES = frozenset(("AttributeError",))
_NUMBERS = frozenset(("ValueError", "TypeError"))
_ALL = frozenset(("Exception", "BaseException", ""))
_BUILTIN = frozenset((type(None), bool, int, float, str, bytes, list, tuple, dict, set))
#: A list is made longer up to this.
_MOST_ITEMS = 1_000


class Spare:
    """What a snippet asks where it might stop."""

    def __init__(self, hooks: Any) -> None:
        self._hooks = hooks

    def item(self, container: Any, key: Any) -> Any:
        """`container[key]`."""
        try:
            return self._hooks.item(container, key)
        except (LookupError, TypeError) as error:
            if not _can_be_spared(error):
                raise
        path = f"{term(container)}[{term(key)}]"
        return STAGE.world.value_at(path, path)

    def attribute(self, value: Any, name: str) -> Any:
        """`value.name`."""
        try:
            return getattr(value, name)
        except AttributeError as error:
            if type(value) not in _BUILTIN or not _can_be_spared(error):
                raise
        return attribute_at(term(value), term(value), name)

    def kind(self, value: Any) -> Any:
        """`value.__class__`."""
        if type(value) is Injected:
            return self._hooks.callee(type)(value)
        return value.__class__

    def asynchronous(self, value: Any) -> Any:
        """What `async for` goes over."""
        is_ready = STAGE.world is None or hasattr(type(value), "__aiter__")
        return value if is_ready else Asynchronous(iter(value))

    def managed(self, value: Any) -> Any:
        """What a `with` block is entered with."""
        cls = type(value)
        if STAGE.world is None or hasattr(cls, "__enter__") or hasattr(cls, "__aenter__"):
            return value
        return _Managed(value) if cls in _BUILTIN else value

    def number(self, function: Any, value: Any) -> Any:
        """`int(value)` or `float(value)`."""
        called = self._hooks.callee(function)
        try:
            return called(value)
        except (ValueError, TypeError) as error:
            if function not in (int, float) or not _can_be_spared(error):
                raise
        path = f"{function.__name__}({term(value)})"
        return STAGE.world.scalar(function, path, path)

    def storable(self, container: Any) -> Any:
        """What an item is stored in: a list that was made up may be too short."""
        return _Storable(container) if type(container) is list else container


def _can_be_spared(error: BaseException) -> bool:
    world = STAGE.world
    if world is None or not (world.values or world.states):
        return False
    return not world.has_raised(error)


class _Managed:
    """A value that stands where something to enter is missing."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __enter__(self) -> Any:
        return self._value

    def __exit__(self, *args: object) -> None:
        pass

    async def __aenter__(self) -> Any:
        return self._value

    async def __aexit__(self, *args: object) -> None:
        pass


class _Storable:
    """A list while something is stored in it."""

    __slots__ = ("_items",)

    def __init__(self, items: list[Any]) -> None:
        self._items = items

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        items = self._items
        try:
            items[key] = value
        except (IndexError, TypeError) as error:
            if not _can_be_spared(error):
                raise
            if type(key) is int and len(items) <= key < _MOST_ITEMS:
                items += [value] * (key + 1 - len(items))

    def __delitem__(self, key: Any) -> None:
        del self._items[key]


def spare(function: Any) -> None:
    """Have a function ask where it might stop, in place."""
    _Sparing().visit(function)


class _Sparing(ast.NodeTransformer):
    def __init__(self) -> None:
        #: The exceptions that blocks around expect.
        self._expected: list[frozenset[str]] = []

    def _is_expected(self, names: frozenset[str]) -> bool:
        return any(expected & (names | _ALL) for expected in self._expected)

    def visit_Try(self, node: ast.Try) -> ast.AST:
        """The body may fail where a handler says so."""
        names = frozenset(name for handler in node.handlers for name in _names(handler.type))
        self._expected.append(names)
        node.body = [self.visit(each) for each in node.body]
        self._expected.pop()
        for part in (node.handlers, node.orelse, node.finalbody):
            part[:] = [self.visit(each) for each in part]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """An item."""
        self.generic_visit(node)
        if isinstance(node.slice, ast.Slice) or self._is_expected(_ITEMS):
            return node
        if isinstance(node.ctx, ast.Store):
            node.value = _call("storable", node.value, node.value)
        elif isinstance(node.ctx, ast.Load) and not _has_slice(node.slice):
            return _call("item", node, node.value, node.slice)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """An attribute; private names of classes are spelled otherwise."""
        self.generic_visit(node)
        if node.attr == "__class__" and isinstance(node.ctx, ast.Load):
            return _call("kind", node, node.value)
        if (
            not isinstance(node.ctx, ast.Load)
            or node.attr.startswith("__")
            or self._is_expected(_ATTRIBUTES)
        ):
            return node
        return _call("attribute", node, node.value, ast.Constant(node.attr))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A number made from a text."""
        self.generic_visit(node)
        function = node.func
        if (
            isinstance(function, ast.Name)
            and function.id in ("int", "float")
            and len(node.args) == 1
            and not isinstance(node.args[0], ast.Starred)
            and not node.keywords
            and not self._is_expected(_NUMBERS)
        ):
            return _call("number", node, function, node.args[0])
        return node

    def visit_AsyncFor(self, node: ast.AsyncFor) -> ast.AST:
        """What it goes over."""
        self.generic_visit(node)
        node.iter = _call("asynchronous", node.iter, node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        """What it goes over."""
        self.generic_visit(node)
        if node.is_async:
            node.iter = _call("asynchronous", node.iter, node.iter)
        return node

    def visit_withitem(self, node: ast.withitem) -> ast.AST:
        """What is entered."""
        self.generic_visit(node)
        node.context_expr = _call("managed", node.context_expr, node.context_expr)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Annotations stay as they are."""
        node.target = self.visit(node.target)
        node.value = node.value and self.visit(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """So do those of parameters."""
        return node

    def visit_Match(self, node: Any) -> Any:
        """Patterns stay as they are."""
        node.subject = self.visit(node.subject)
        for case in node.cases:
            case.guard = case.guard and self.visit(case.guard)
            case.body = [self.visit(each) for each in case.body]
        return node


def _has_slice(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple) and any(
        isinstance(each, (ast.Slice, ast.Starred)) for each in node.elts
    )


def _names(node: ast.expr | None) -> list[str]:
    """The last names of what a handler catches; an empty one for everything."""
    if node is None:
        return [""]
    if isinstance(node, ast.Tuple):
        return [name for each in node.elts for name in _names(each)]
    return [ast.unparse(node).rpartition(".")[2]]
