"""Which values of expressions are certain, and what do the reads in them read?

Every expression is gone through as it would be evaluated. What the recorder would record there is
told with its value, where that is certain.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeAlias

from swerve.facts._interpreter import Interpreter
from swerve.facts.classes import class_of
from swerve.source.syntax.scopes import stored_names
from swerve.worker.suite.recording import ATTRIBUTE, CALL, ITEM, NAME, name_of

from ._certain import (
    UNKNOWN,
    Certain,
    Instance,
    Method,
    Real,
    coarse_of,
    combined,
    element_of,
    is_plain,
    joined,
    of_type,
    widened,
)
from ._file_facts import ClassFacts, FunctionFacts, Maybe
from ._guards import FALSY, assuming
from ._holders import Holders, Names
from ._known import method_result, result_of

#: Hears kind, name, node and value of what is read.
Tell: TypeAlias = Callable[[str, str, ast.expr, Certain], None]
_SEQUENCES: dict[Any, type] = {ast.List: list, ast.Tuple: tuple, ast.Set: set}


class Expressions(Interpreter[Certain]):
    """Goes through expressions of one file."""

    nothing = UNKNOWN

    def __init__(self, holders: Holders, tell: Tell) -> None:
        self._holders = holders
        self._tell = tell
        self.env: Names = {}

    def joined(self, one: Certain, other: Certain) -> Certain:
        """What is certain of a value that is one or the other."""
        return joined(one, other)

    def combined(self, left: Certain, operator: ast.operator, right: Certain) -> Certain:
        """What an operator makes of two values."""
        return combined(operator, left, right)

    def element(self, whole: Certain) -> Certain:
        """What an item of a value is."""
        return element_of(whole)

    @contextmanager
    def given(self, test: ast.expr, answer: bool) -> Iterator[None]:
        """Read what happens when a condition came out so, and forget that afterwards."""
        before = self.env
        self.env = assuming(test, answer, before, self._holders)
        yield
        self.env = before

    def later(self, node: ast.Lambda) -> None:
        """The body of a function is read when all around it is known."""
        raise NotImplementedError

    def quietly(self, node: ast.expr) -> Certain:
        """The value of an expression that is read elsewhere, or not read at all."""
        tell, self._tell = self._tell, lambda *read: None
        value = self.read(node)
        self._tell = tell
        return value

    def read_name(self, node: ast.Name) -> Certain:
        value = self._holders.held(node.id, self.env)
        self._tell(NAME, node.id, node, value)
        value = widened(value)
        if self.env.get(node.id) is not None:
            self.env[node.id] = value
        return value

    def read_constant(self, node: ast.Constant) -> Certain:
        kind = type(node.value)
        return Certain(frozenset({class_of(node.value).value}), "literal", Instance(kind))

    def read_joinedstr(self, node: ast.JoinedStr) -> Certain:
        for each in node.values:
            self.read(each)
        filled = any(isinstance(each, ast.Constant) and each.value for each in node.values)
        value = of_type(str, "f-string")
        return replace(value, words=frozenset({"string"})) if filled else value

    def read_formattedvalue(self, node: ast.FormattedValue) -> Certain:
        self.read(node.value)
        self.read(node.format_spec)
        return UNKNOWN

    def _display(self, node: ast.List | ast.Tuple | ast.Set) -> Certain:
        parts = [self.read(each) for each in node.elts]
        value = of_type(_SEQUENCES[type(node)], "literal")
        word = coarse_of(value.words)
        if not parts:
            return replace(value, words=frozenset({f"empty {word}"}))
        if any(not isinstance(each, ast.Starred) for each in node.elts):
            value = replace(value, words=frozenset({word}))
        if isinstance(node, ast.Tuple) and not any(isinstance(e, ast.Starred) for e in node.elts):
            element = parts[0]
            for part in parts[1:]:
                element = joined(element, part)
            return replace(value, element=element.because("element") if element.words else None)
        return value

    read_list = read_tuple = read_set = _display

    def read_dict(self, node: ast.Dict) -> Certain:
        for key, value in zip(node.keys, node.values, strict=True):
            self.read(key)
            self.read(value)
        whole = of_type(dict, "literal")
        if not node.keys:
            return replace(whole, words=frozenset({"empty dict"}))
        return replace(whole, words=frozenset({"dict"})) if any(node.keys) else whole

    def read_starred(self, node: ast.Starred) -> Certain:
        self.read(node.value)
        return UNKNOWN

    def read_attribute(self, node: ast.Attribute) -> Certain:
        value = self._holders.member(self.read(node.value), node.attr)
        self._tell(ATTRIBUTE, node.attr, node, value)
        return widened(value)

    def read_subscript(self, node: ast.Subscript) -> Certain:
        whole = self.read(node.value)
        self.read(node.slice)
        if isinstance(node.slice, ast.Slice):
            if isinstance(whole.what, Instance) and whole.what.of in (str, bytes, list, tuple):
                return replace(of_type(whole.what.of, "slice"), element=whole.element)
            return UNKNOWN
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else []
        if any(isinstance(each, (ast.Slice, ast.Starred)) for each in parts):
            return UNKNOWN
        value = element_of(whole)
        if isinstance(whole.what, Instance) and whole.what.of is str:
            value = replace(value, words=frozenset({"string"}))
        if isinstance(whole.what, Instance) and whole.what.of is bytes:
            value = of_type(int, "element")
        name = node.slice.value if isinstance(node.slice, ast.Constant) else ""
        self._tell(ITEM, name if isinstance(name, str) and name else name_of(node), node, value)
        return value

    def read_call(self, node: ast.Call, awaited: ast.expr | None = None) -> Certain:
        function = self.read(node.func)
        arguments = [self.read(each) for each in node.args]
        for keyword in node.keywords:
            self.read(keyword.value)
        value = self._result(function, arguments, awaited is not None)
        self._tell(CALL, name_of(node), awaited or node, value)
        return widened(value)

    def _result(self, function: Certain, arguments: list[Certain], awaited: bool) -> Certain:
        what = function.what
        if isinstance(what, FunctionFacts):
            return what.called(awaited)
        if awaited:
            return UNKNOWN
        if isinstance(what, ClassFacts):
            return what.constructed()
        if isinstance(what, Method):
            return method_result(what)
        return result_of(what, arguments) if isinstance(what, Real) else UNKNOWN

    def read_await(self, node: ast.Await) -> Certain:
        if isinstance(node.value, ast.Call):
            return self.read_call(node.value, node)
        self.read(node.value)
        return UNKNOWN

    def read_lambda(self, node: ast.Lambda) -> Certain:
        for each in (*node.args.defaults, *node.args.kw_defaults):
            self.read(each)
        self.later(node)
        return Certain(frozenset({"callable"}), "lambda")

    # --- operators ------------------------------------------------------------------------------

    def read_unaryop(self, node: ast.UnaryOp) -> Certain:
        value = self.read(node.operand)
        if isinstance(node.op, ast.Not):
            return of_type(bool, "operator")
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            number = node.operand.value
            if isinstance(number, (int, float)):
                return Certain(frozenset({class_of(-number).value}), "literal", value.what)
        is_number = isinstance(value.what, Instance) and value.what.of in (int, float)
        return of_type(value.what.of, "operator") if is_number else UNKNOWN

    def read_compare(self, node: ast.Compare) -> Certain:
        parts = [self.read(each) for each in (node.left, *node.comparators)]
        sure = all(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in node.ops)
        if sure or all(is_plain(part) for part in parts):
            return of_type(bool, "operator")
        return UNKNOWN

    def read_boolop(self, node: ast.BoolOp) -> Certain:
        values = []
        before = self.env
        for each in node.values:
            values.append(self.read(each))
            self.env = assuming(each, isinstance(node.op, ast.And), self.env, self._holders)
        self.env = before
        is_or = isinstance(node.op, ast.Or)
        whole = values[-1]
        for value in values[:-1]:
            kept = value.words - FALSY if is_or else value.words & FALSY
            if isinstance(value.what, Maybe) and is_or:
                value, kept = value.what.inner, value.what.inner.words - FALSY
            if not value.words:
                return UNKNOWN
            whole = joined(whole, replace(value, words=kept)) if kept else whole
        return whole

    # --- comprehensions -------------------------------------------------------------------------

    def _comprehension(self, node: Any) -> Certain:
        before, around = self.env, self._holders.scope
        self.env = {name: value and widened(value) for name, value in before.items()}
        for number, part in enumerate(node.generators):
            whole = self.read(part.iter)
            if number == 0:
                self._holders.scope = self._holders.scope_of(node)
            self._take(part.target, element_of(whole))
            if isinstance(part.target, ast.Name):
                self._tell(ITEM, name_of(part.iter), part.target, element_of(whole))
            for test in part.ifs:
                self.read(test)
                self.env = assuming(test, True, self.env, self._holders)
        for each in ("key", "value", "elt"):
            self.read(getattr(node, each, None))
        self.env, self._holders.scope = before, around
        kind = {ast.ListComp: list, ast.SetComp: set, ast.DictComp: dict}.get(type(node))
        if kind is None:
            return Certain(frozenset({"object"}), "comprehension")
        return of_type(kind, "comprehension")

    read_listcomp = read_setcomp = read_dictcomp = read_generatorexp = _comprehension

    def _take(self, target: ast.expr, value: Certain) -> None:
        """The targets of a comprehension are its own."""
        if isinstance(target, ast.Name):
            self.env[target.id] = value
            return
        for name in stored_names(target):
            self.env[name] = UNKNOWN
