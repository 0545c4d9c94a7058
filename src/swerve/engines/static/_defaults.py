"""Does a caller who leaves an argument out notice that its default changed?

Answered only where the source leaves no doubt: the value is read off the source, the parameter is
never assigned, and on some call it comes out again as it is or in a way that keeps two different
values apart. Everything else is left to engines that run the code.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from swerve.source.syntax import (
    EVERYTHING,
    FUNCTIONS,
    BindingKind,
    Definition,
    ModuleFacts,
    Role,
    binds_unseen,
    bound_in,
    import_time_statements,
    last_name,
    opaque_decorators,
    standard_origin,
    watchers_of_class,
)


class _Unknown:
    """The value cannot be read off the source."""


UNKNOWN = _Unknown()

#: Modules of the standard library that only compute: they may answer the same for two values.
_CALCULATING = frozenset(
    {"cmath", "functools", "itertools", "math", "numbers", "operator", "statistics"}
)
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
#: Methods of builtin types, which may well answer the same for two different values.
_BUILTIN_METHODS = frozenset(
    name for kind in (str, bytes, list, tuple, dict, set, int, float) for name in dir(kind)
)


def default_value(expression: ast.expr, definition: Definition, facts: ModuleFacts) -> object:
    """The value of a default: a literal, or a constant of the file that is bound once, before.

    `UNKNOWN` for anything else.
    """
    if not isinstance(expression, ast.Name):
        return _literal(expression)
    if definition.context.scope.owner(expression.id) is not None or "*" in facts.names:
        return UNKNOWN
    if binds_unseen(facts):
        return UNKNOWN
    bound = facts.names.get(expression.id, [])
    top = definition.parents[0] if definition.parents else definition.node
    if len(bound) != 1 or bound[0].kind is not BindingKind.CODE or bound[0].guards:
        return UNKNOWN
    node = bound[0].node
    if (node.end_lineno or 0) >= top.lineno or expression.id in facts.global_names:
        return UNKNOWN
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return _literal(node.value) if isinstance(node.targets[0], ast.Name) else UNKNOWN
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return _literal(node.value) if isinstance(node.target, ast.Name) else UNKNOWN
    return UNKNOWN


def _literal(expression: ast.expr) -> object:
    try:
        return ast.literal_eval(expression)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return UNKNOWN


def shown_value(value: object) -> str:
    """The value as Python writes it; an integer of thousands of digits in hexadecimal."""
    return hex(value) if type(value) is int and abs(value) > 10**100 else repr(value)


def is_immutable(value: object) -> bool:
    """Nobody can tell two equal ones apart."""
    if isinstance(value, tuple):
        return all(map(is_immutable, value))
    return value is None or isinstance(value, (int, float, complex, str, bytes, type(...)))


def same_value(old: object, new: object) -> bool:
    """Equal in type and content, all the way down."""
    if type(old) is not type(new):
        return False
    if isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)):
        return len(old) == len(new) and all(map(same_value, old, new))
    if isinstance(old, dict) and isinstance(new, dict):
        return same_value(list(old.items()), list(new.items()))
    return repr_key(old) == repr_key(new)


def repr_key(value: object) -> str:
    """Text that is equal for equal values of one type, and for no others."""
    if isinstance(value, (set, frozenset)):
        return repr([*map(repr_key, value)])
    return f"int {value:x}" if type(value) is int else repr(value)


def is_noticed(
    definition: Definition, facts: ModuleFacts, name: str, old: object, new: object
) -> bool:
    """Whether leaving out `name` is sure to show the change from `old` to `new`, on some call.

    Both versions must have the body of `definition`.
    """
    scalar = all(isinstance(value, (int, float, str, bytes)) for value in (old, new))
    if not scalar or old == new:
        return False
    if opaque_decorators(definition, facts) or definition.role is not Role.PLAIN:
        return False
    if any(watchers_of_class(definition.class_node, facts, unknown_bases=False)):
        return False
    bound = bound_in(definition.node)
    if _is_bound_again(definition, facts) or bound[name] > 1:
        return False
    arguments = definition.node.args
    free = [*arguments.args, *arguments.kwonlyargs]  # any value, whatever else is passed
    inputs = {a.arg for a in free if a.arg != name and bound[a.arg] == 1}
    if definition.class_node is not None:
        inputs -= {a.arg for a in arguments.args[:1]}
    return _Follower(name, old, new, inputs, definition, facts).shows(definition.node.body)


def _are_spelled_alike(old: object, new: object) -> bool:
    """`"utf8"` and `"UTF-8"`, `"r"` and `"rt"`: often two names of one thing."""
    if not (isinstance(old, str) and isinstance(new, str)):
        return False
    plain = ["".join(c for c in text.casefold() if c.isalnum()) for text in (old, new)]
    return plain[0] == plain[1] or max(len(old), len(new)) <= 2


def _is_bound_again(definition: Definition, facts: ModuleFacts) -> bool:
    if definition.is_nested or "*" in facts.names:
        return True
    top = definition.name.partition(".")[0]
    touched = any(
        word.startswith(EVERYTHING) or word in (top, definition.bare_name)
        for statement in import_time_statements(facts)
        for word in statement.touches
    )
    if touched or len(facts.names.get(top, ())) != 1:
        return True
    if definition.class_node is None:
        return False
    owner = facts.classes.get(definition.name.rpartition(".")[0])
    return owner is None or len(owner.members.get(definition.bare_name, ())) != 1


@dataclass(slots=True)
class _Follower:
    """Looks for a place where the value surely comes out."""

    name: str
    old: object
    new: object
    inputs: set[str]
    definition: Definition
    facts: ModuleFacts
    #: Locals that hold something different for different values.
    telling: set[str] = field(default_factory=set)

    @property
    def same_type(self) -> bool:
        """Arithmetic and text keep the two values apart."""
        return type(self.old) is type(self.new)

    def shows(self, body: Sequence[ast.stmt]) -> bool:
        """Whether running these statements shows which value it was."""
        for statement in body:
            if self._comes_out(statement) or self._is_switch(statement):
                return True
            if self._is_telling_assignment(statement):
                continue
            for test, block in self._taken_on_some_call(statement):
                inner = replace(self, inputs=self.inputs - _names(test), telling=set(self.telling))
                if inner.shows(block):
                    return True
            if self._may_leave(statement):
                return False
        return False

    def _is_switch(self, statement: ast.stmt) -> bool:
        """`if verbose: print(...)`, on for one value and off for the other."""
        if not isinstance(statement, ast.If) or bool(self.old) == bool(self.new):
            return False
        test = statement.test.operand if _is_not(statement.test) else statement.test
        body = statement.body
        return (
            isinstance(test, ast.Name)
            and test.id == self.name
            and not statement.orelse
            and len(body) == 1
            and isinstance(body[0], ast.Expr)
            and self._is_only_output(body[0].value)
        )

    def _is_only_output(self, expression: ast.expr) -> bool:
        """It prints something, and nothing else in the function does."""
        prints = [
            node
            for node in ast.walk(self.definition.node)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "print"
        ]
        return (
            prints == [expression]
            and bool(prints[0].args)
            and self.definition.context.scope.is_builtin("print")
        )

    def _may_leave(self, statement: ast.stmt) -> bool:
        """What stands behind the statement is not sure to run on any call."""
        if isinstance(statement, (*_LEAVING, ast.While)):
            return True
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            return last_name(statement.value) in ("exit", "_exit", "abort", "quit", "fail")
        leaves = any(isinstance(node, _LEAVING) for node in ast.walk(statement))
        if isinstance(statement, ast.If) and self._depends_on_input(statement.test):
            blocks = (statement.body, statement.orelse)
            # What an argument decided once, it cannot decide again.
            self.inputs = self.inputs - _names(statement.test)
            return all(
                any(isinstance(node, _LEAVING) for inner in block for node in ast.walk(inner))
                for block in blocks
            )
        return leaves and not isinstance(statement, (*FUNCTIONS, ast.ClassDef))

    def _taken_on_some_call(self, statement: ast.stmt) -> Iterator[tuple[ast.expr, list[ast.stmt]]]:
        """Blocks of a statement that some argument leads into, with what decides."""
        if isinstance(statement, ast.If) and self._depends_on_input(statement.test):
            yield statement.test, statement.body
            yield statement.test, statement.orelse
        elif isinstance(statement, ast.For) and self._is_input(statement.iter):
            yield statement.iter, statement.body

    def _depends_on_input(self, expression: ast.expr) -> bool:
        """The plainest of forms, in which an argument decides alone."""
        if _is_not(expression):
            return self._depends_on_input(expression.operand)
        if isinstance(expression, ast.Compare) and len(expression.ops) == 1:
            sides = (expression.left, expression.comparators[0])
            return any(self._is_input(side) for side in sides) and any(
                isinstance(side, ast.Constant) for side in sides
            )
        return self._is_input(expression)

    def _is_input(self, expression: ast.expr) -> bool:
        return isinstance(expression, ast.Name) and expression.id in self.inputs

    def _comes_out(self, statement: ast.stmt) -> bool:
        """The statement returns, yields or raises the value, passes it on, or keeps it."""
        if isinstance(statement, ast.Return) and statement.value is not None:
            return self._tells(statement.value) or self._is_passed_on(statement.value)
        if isinstance(statement, ast.Expr):
            value = statement.value
            if isinstance(value, (ast.Yield, ast.Await)) and value.value is not None:
                return self._tells(value.value) or self._is_passed_on(value.value)
            return self._is_passed_on(value)
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            kept = any(self._is_state(target) for target in targets)
            return (kept and self._tells(statement.value)) or self._is_passed_on(statement.value)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            return any(self._is_passed_on(item.context_expr) for item in statement.items)
        if isinstance(statement, ast.If):
            return self._is_passed_on(statement.test)
        return False

    def _is_state(self, target: ast.expr) -> bool:
        """`self.x`, where nothing in the class intercepts it."""
        owner = self.definition.class_node
        if not (
            owner is not None
            and isinstance(target, ast.Attribute)
            and isinstance(target.value, ast.Name)
            and self.definition.node.args.args[:1]
            and target.value.id == self.definition.node.args.args[0].arg
        ):
            return False
        stores = [
            node
            for node in ast.walk(self.definition.node)
            if isinstance(node, ast.Attribute) and node.attr == target.attr
        ]
        hooks = {target.attr, "__setattr__", "__getattribute__", "__slots__"}
        plain = not owner.bases and not owner.keywords and not _class_names(owner) & hooks
        return plain and len(stores) == 1

    def _is_telling_assignment(self, statement: ast.stmt) -> bool:
        """`text = f"...{x}..."`: from here on the local tells, if it is assigned nowhere else."""
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
            if isinstance(target, ast.Name) and self._tells(statement.value):
                added = [
                    node
                    for node in ast.walk(self.definition.node)
                    if isinstance(node, ast.AugAssign)
                    and isinstance(node.op, ast.Add)
                    and isinstance(node.target, ast.Name)
                    and node.target.id == target.id
                    and self.name not in _names(node.value)
                ]
                if bound_in(self.definition.node)[target.id] == 1 + len(added):
                    self.telling.add(target.id)
                    return True
        return False

    def _tells(self, expression: ast.expr) -> bool:
        """The expression is different for different values, on some call."""
        if isinstance(expression, ast.Name):
            return expression.id == self.name or expression.id in self.telling
        if isinstance(expression, (ast.Tuple, ast.List)):
            return any(map(self._tells, expression.elts))
        if isinstance(expression, ast.Dict):
            keys = [key.value for key in expression.keys if isinstance(key, ast.Constant)]
            distinct = len(keys) == len(expression.keys) == len({repr(key) for key in keys})
            return distinct and any(map(self._tells, expression.values))
        if isinstance(expression, ast.JoinedStr):
            return any(
                isinstance(part, ast.FormattedValue)
                and part.format_spec is None
                and self.same_type
                and self._tells(part.value)
                for part in expression.values
            )
        if isinstance(expression, ast.BinOp):
            return self._is_telling_arithmetic(expression)
        if isinstance(expression, ast.Subscript) and self._is_input(expression.value):
            parts = (
                [expression.slice.lower, expression.slice.upper]
                if isinstance(expression.slice, ast.Slice)
                else [expression.slice]
            )
            return self.same_type and any(
                isinstance(part, ast.Name) and part.id == self.name for part in parts
            )
        if isinstance(expression, ast.Compare) and len(expression.ops) == 1:
            sides = (expression.left, expression.comparators[0])
            is_order = isinstance(expression.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq))
            plain = [side.id for side in sides if isinstance(side, ast.Name)]
            others = [name for name in plain if name in self.inputs]
            return is_order and self.same_type and self.name in plain and len(others) == 1
        return False

    def _is_telling_arithmetic(self, expression: ast.BinOp) -> bool:
        """Sums, differences and products with an argument, which may be 1."""
        if not self.same_type or not isinstance(expression.op, (ast.Add, ast.Sub, ast.Mult)):
            return False
        for one, other in (
            (expression.left, expression.right),
            (expression.right, expression.left),
        ):
            if isinstance(one, ast.Name) and one.id == self.name and self._is_input(other):
                return True
        return False

    def _is_passed_on(self, expression: ast.expr) -> bool:
        """A call of something outside gets the value as it is."""
        if isinstance(expression, ast.Await):
            return self._is_passed_on(expression.value)
        if not isinstance(expression, ast.Call) or not self.same_type:
            return False
        arguments = [*expression.args, *(keyword.value for keyword in expression.keywords)]
        if any(self._is_passed_on(argument) for argument in arguments):
            return True
        return (
            any(self._tells(argument) for argument in arguments)
            and self._is_call_outside(expression)
            and not _are_spelled_alike(self.old, self.new)
        )

    def _is_call_outside(self, expression: ast.Call) -> bool:
        """It calls something that is not written in this file and does more than compute."""
        called = expression.func
        root = called
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name):
            return False
        name, scope = root.id, self.definition.context.scope
        if hasattr(builtins, name) and scope.is_builtin(name):
            return name == "print" and called is root
        origin = standard_origin(expression, self.facts, scope)
        if origin is not None and origin[0].partition(".")[0] in _CALCULATING:
            return False
        bound = self.facts.names.get(name, [])
        if any(binding.alias is None for binding in bound):
            return False
        if bound_in(self.definition.node)[name]:
            return False
        return not isinstance(called, ast.Attribute) or called.attr not in _BUILTIN_METHODS


def _class_names(node: ast.ClassDef) -> set[str]:
    """Names that a class body binds, and some more."""
    found: set[str] = set()
    for child in ast.walk(node):
        if isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            found.add(child.name)
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            found.add(child.id)
    return found


def _names(code: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(code) if isinstance(node, ast.Name)}


def _is_not(expression: ast.expr) -> TypeGuard[ast.UnaryOp]:
    return isinstance(expression, ast.UnaryOp) and isinstance(expression.op, ast.Not)
