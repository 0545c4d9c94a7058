"""Which values of expressions are certain, and what do the reads in them read?

Every expression is gone through as it would be evaluated. What the recorder would record there is
told with its value, where that is certain.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from swerve.facts.certain._certain import (
    UNKNOWN,
    Certain,
    Instance,
    Method,
    Real,
    coarse_of,
    joined,
    of_type,
    widened,
)
from swerve.facts.certain._file_facts import ClassFacts, FunctionFacts, Maybe
from swerve.facts.certain._guards import FALSY, assuming
from swerve.facts.certain._holders import Holders, Names
from swerve.facts.certain._known import method_result, result_of
from swerve.facts.certain._operators import combined, element_of, is_plain
from swerve.facts.classes import class_of
from swerve.source.syntax.scopes import stored_names
from swerve.worker.suite.recording import ATTRIBUTE, CALL, ITEM, NAME, name_of

#: Hears kind, name, node and value of what is read.
Tell: TypeAlias = Callable[[str, str, ast.expr, Certain], None]
_SEQUENCES: dict[Any, type] = {ast.List: list, ast.Tuple: tuple, ast.Set: set}


class Expressions:
    """Goes through expressions of one file."""

    def __init__(self, holders: Holders, tell: Tell) -> None:
        self._holders = holders
        self._tell = tell

    def later(self, node: ast.Lambda) -> None:
        """The body of a function is read when all around it is known."""
        raise NotImplementedError

    def quietly(self, node: ast.expr, names: Names) -> Certain:
        """The value of an expression that is read elsewhere, or not read at all."""
        tell, self._tell = self._tell, lambda *read: None
        value = self.read(node, names)
        self._tell = tell
        return value

    def read_name(self, node: ast.Name, names: Names) -> Certain:
        value = self._holders.held(node.id, names)
        self._tell(NAME, node.id, node, value)
        value = widened(value)
        if names.get(node.id) is not None:
            names[node.id] = value
        return value

    def read(self, node: ast.expr | None, names: Names) -> Certain:
        """Go through an expression; its value, unknown where it is not certain."""
        if node is None:
            return UNKNOWN
        found = getattr(self, f"read_{type(node).__name__.lower()}", None)
        if found is not None:
            return found(node, names)  # type: ignore[no-any-return]
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.read(child, names)
        return UNKNOWN

    def read_constant(self, node: ast.Constant, names: Names) -> Certain:
        kind = type(node.value)
        return Certain(frozenset({class_of(node.value).value}), "literal", Instance(kind))

    def read_joinedstr(self, node: ast.JoinedStr, names: Names) -> Certain:
        for each in node.values:
            self.read(each, names)
        filled = any(isinstance(each, ast.Constant) and each.value for each in node.values)
        value = of_type(str, "f-string")
        return replace(value, words=frozenset({"string"})) if filled else value

    def read_formattedvalue(self, node: ast.FormattedValue, names: Names) -> Certain:
        self.read(node.value, names)
        self.read(node.format_spec, names)
        return UNKNOWN

    def _display(self, node: ast.List | ast.Tuple | ast.Set, names: Names) -> Certain:
        parts = [self.read(each, names) for each in node.elts]
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

    def read_dict(self, node: ast.Dict, names: Names) -> Certain:
        for key, value in zip(node.keys, node.values, strict=True):
            self.read(key, names)
            self.read(value, names)
        whole = of_type(dict, "literal")
        if not node.keys:
            return replace(whole, words=frozenset({"empty dict"}))
        return replace(whole, words=frozenset({"dict"})) if any(node.keys) else whole

    def read_starred(self, node: ast.Starred, names: Names) -> Certain:
        self.read(node.value, names)
        return UNKNOWN

    def read_attribute(self, node: ast.Attribute, names: Names) -> Certain:
        value = self._holders.member(self.read(node.value, names), node.attr)
        self._tell(ATTRIBUTE, node.attr, node, value)
        return widened(value)

    def read_subscript(self, node: ast.Subscript, names: Names) -> Certain:
        whole = self.read(node.value, names)
        self.read(node.slice, names)
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

    def read_call(self, node: ast.Call, names: Names, awaited: ast.expr | None = None) -> Certain:
        function = self.read(node.func, names)
        arguments = [self.read(each, names) for each in node.args]
        for keyword in node.keywords:
            self.read(keyword.value, names)
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

    def read_await(self, node: ast.Await, names: Names) -> Certain:
        if isinstance(node.value, ast.Call):
            return self.read_call(node.value, names, node)
        self.read(node.value, names)
        return UNKNOWN

    def read_lambda(self, node: ast.Lambda, names: Names) -> Certain:
        for each in (*node.args.defaults, *node.args.kw_defaults):
            self.read(each, names)
        self.later(node)
        return Certain(frozenset({"callable"}), "lambda")

    def read_namedexpr(self, node: ast.NamedExpr, names: Names) -> Certain:
        value = self.read(node.value, names)
        self._holders.bind(node.target.id, value, names)
        return value

    # --- operators ------------------------------------------------------------------------------

    def read_binop(self, node: ast.BinOp, names: Names) -> Certain:
        return combined(node.op, self.read(node.left, names), self.read(node.right, names))

    def read_unaryop(self, node: ast.UnaryOp, names: Names) -> Certain:
        value = self.read(node.operand, names)
        if isinstance(node.op, ast.Not):
            return of_type(bool, "operator")
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            number = node.operand.value
            if isinstance(number, (int, float)):
                return Certain(frozenset({class_of(-number).value}), "literal", value.what)
        is_number = isinstance(value.what, Instance) and value.what.of in (int, float)
        return of_type(value.what.of, "operator") if is_number else UNKNOWN

    def read_compare(self, node: ast.Compare, names: Names) -> Certain:
        parts = [self.read(each, names) for each in (node.left, *node.comparators)]
        sure = all(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in node.ops)
        if sure or all(is_plain(part) for part in parts):
            return of_type(bool, "operator")
        return UNKNOWN

    def read_boolop(self, node: ast.BoolOp, names: Names) -> Certain:
        values = []
        inner = names
        for each in node.values:
            values.append(self.read(each, inner))
            inner = assuming(each, isinstance(node.op, ast.And), inner, self._holders)
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

    def read_ifexp(self, node: ast.IfExp, names: Names) -> Certain:
        self.read(node.test, names)
        one = self.read(node.body, assuming(node.test, True, names, self._holders))
        other = self.read(node.orelse, assuming(node.test, False, names, self._holders))
        return joined(one, other)

    # --- comprehensions -------------------------------------------------------------------------

    def _comprehension(self, node: Any, names: Names) -> Certain:
        inner: Names = {name: value and widened(value) for name, value in names.items()}
        around = self._holders.scope
        for number, part in enumerate(node.generators):
            whole = self.read(part.iter, inner)
            if number == 0:
                self._holders.scope = self._holders.scope_of(node)
            self._take(part.target, element_of(whole), inner)
            if isinstance(part.target, ast.Name):
                self._tell(ITEM, name_of(part.iter), part.target, element_of(whole))
            for test in part.ifs:
                self.read(test, inner)
                inner = assuming(test, True, inner, self._holders)
        if isinstance(node, ast.DictComp):
            self.read(node.key, inner)
            self.read(node.value, inner)
        else:
            self.read(node.elt, inner)
        self._holders.scope = around
        kind = {ast.ListComp: list, ast.SetComp: set, ast.DictComp: dict}.get(type(node))
        if kind is None:
            return Certain(frozenset({"object"}), "comprehension")
        return of_type(kind, "comprehension")

    read_listcomp = read_setcomp = read_dictcomp = read_generatorexp = _comprehension

    def _take(self, target: ast.expr, value: Certain, names: Names) -> None:
        """The targets of a comprehension are its own."""
        if isinstance(target, ast.Name):
            names[target.id] = value
            return
        for name in stored_names(target):
            names[name] = UNKNOWN
