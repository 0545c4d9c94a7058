"""What is the value of a condition in a state of a call?

An interpreter over its syntax tree: no code of a project runs.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeGuard

from swerve.meaning.contract._budget import MOST_DEPTH, Budget, CannotTell, NoValue
from swerve.meaning.contract._calls import Calls, unpacked
from swerve.meaning.contract._classes import Classes
from swerve.meaning.contract._model import Vocabulary
from swerve.meaning.contract._operators import binary, compared, unary
from swerve.meaning.contract._purity import BUILTINS, TYPES, is_exception, is_library_function
from swerve.meaning.contract._things import Reference, computable, plain, shown
from swerve.model import Side

#: Of one clause, in what is told about it.
_MOST_PARTS = 24
_RECORDED = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Compare, ast.BinOp)


@dataclass(frozen=True, slots=True)
class Moment:
    """One of the four states of a call: a version, before or after."""

    side: Side
    is_before: bool


class World(Protocol):
    """Knows the values of a call."""

    def value(self, name: str, moment: Moment, budget: Budget) -> Any:
        """The value of a parameter, of `result` or of `exc`; `KeyError` for other names."""


class ClauseRaised(Exception):
    """A condition raised, so it is no condition."""

    def __init__(self, node: ast.expr, error: Exception) -> None:
        super().__init__(node, error)
        self.node = node
        self.error = error


@dataclass(frozen=True, slots=True)
class _Scope:
    """Where an expression stands."""

    names: dict[str, Any]
    #: `None` in helpers.
    moment: Moment | None
    #: Whether values are told: not those of one round of a loop.
    is_told: bool
    depth: int = 0
    #: `prev` changes nothing: a `requires` stands for the `when_required` that was left out.
    is_prev_inert: bool = False


class _Returned(Exception):
    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class _Break(Exception):
    pass


class _Continue(Exception):
    pass


#: What goes through an expression as it is.
_PASSING = (
    *(ClauseRaised, CannotTell, NoValue, RecursionError, MemoryError),
    *(_Returned, _Break, _Continue),
)


class Evaluation:
    """One evaluation of one condition."""

    def __init__(self, vocabulary: Vocabulary, world: World, classes: Classes) -> None:
        self._helpers = dict(vocabulary.helpers)
        self._constants = dict(vocabulary.constants)
        self._imports = dict(vocabulary.imports)
        self._classes = frozenset(vocabulary.classes)
        self._world = world
        self._budget = Budget()
        self._calls = Calls(self._budget, classes)
        self._parts: dict[str, Any] = {}

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """(expression, value) of what was evaluated, innermost first."""
        return tuple((text, _shown(value)) for text, value in self._parts.items())

    def holds(self, node: ast.expr, moment: Moment, *, is_prev_inert: bool = False) -> bool:
        """Whether a condition holds.

        `ClauseRaised` where it raises, `CannotTell` where something was not seen or takes too long,
        `NoValue` where it speaks of what this call does not have.
        """
        scope = _Scope({}, moment, is_told=True, is_prev_inert=is_prev_inert)
        try:
            return self._truth(node, scope)
        except RecursionError:
            raise CannotTell("a value is nested too deeply") from None
        except MemoryError:
            raise CannotTell("the clause makes values that are too large") from None

    def value(self, node: ast.expr, moment: Moment) -> Any:
        """What an expression is; raises as `holds` does."""
        try:
            return self._value(node, _Scope({}, moment, is_told=False))
        except (RecursionError, MemoryError):
            raise CannotTell("a value is too deep or too large") from None

    def _truth(self, node: ast.expr, scope: _Scope) -> bool:
        value = self._value(node, scope)
        if value is True or value is False:
            return value is True
        try:
            return self._calls.truth(value)
        except _PASSING:
            raise
        except Exception as error:
            raise ClauseRaised(node, error) from error

    def _value(self, node: ast.expr, scope: _Scope) -> Any:
        self._budget.spend()
        evaluate = _EVALUATORS.get(type(node))
        if evaluate is None:
            raise ClauseRaised(node, TypeError("this is no part of the language"))
        try:
            value = evaluate(self, node, scope)
        except _PASSING:
            raise
        except Exception as error:  # whatever Python says of these values, it is the clause's fault
            raise ClauseRaised(node, error) from error
        if scope.is_told and isinstance(node, _RECORDED):
            self._tell(node, value)
        return value

    def _tell(self, node: ast.expr, value: Any) -> None:
        if isinstance(node, ast.Name) and isinstance(value, Reference):
            return
        if isinstance(value, Iterator):
            return
        text = ast.unparse(node)
        if len(self._parts) < _MOST_PARTS and len(text) <= 200:
            self._parts.setdefault(text, value)

    # --- names and states -----------------------------------------------------------------------

    def _name(self, node: ast.Name, scope: _Scope) -> Any:
        name = node.id
        if name in scope.names:
            return scope.names[name]
        if scope.moment is not None:
            try:
                return self._world.value(name, scope.moment, self._budget)
            except KeyError:
                pass
        if name in self._constants:
            inner = _Scope({}, None, is_told=False, depth=scope.depth + 1)
            self._check_depth(inner)
            return self._value(self._constants[name], inner)
        if name in self._imports:
            return self._imported(self._imports[name])
        if name in self._classes or name in TYPES or is_exception(name):
            return Reference(name)
        raise NameError(f"`{name}` has no value here")

    def _imported(self, dotted: str) -> Any:
        module, _, name = dotted.rpartition(".")
        if module == "math" and isinstance(getattr(math, name, None), float):
            return getattr(math, name)
        return Reference(dotted)

    def _constant(self, node: ast.Constant, scope: _Scope) -> Any:
        return node.value

    def _attribute(self, node: ast.Attribute, scope: _Scope) -> Any:
        value = self._value(node.value, scope)
        if isinstance(value, Reference) and value.name == "math":
            return self._imported(f"math.{node.attr}")
        return self._calls.attribute(value, node.attr)

    def _subscript(self, node: ast.Subscript, scope: _Scope) -> Any:
        value = computable(self._value(node.value, scope))
        if isinstance(node.slice, ast.Slice):
            parts = (node.slice.lower, node.slice.upper, node.slice.step)
            bounds = [None if part is None else plain(self._value(part, scope)) for part in parts]
            found = value[slice(*bounds)]
            self._budget.make(len(found))
            return found
        key = self._value(node.slice, scope)
        self._budget.weigh(key)
        return value[key if isinstance(value, dict) else plain(key)]

    # --- operators ------------------------------------------------------------------------------

    def _bool_op(self, node: ast.BoolOp, scope: _Scope) -> Any:
        value: Any = None
        is_and = isinstance(node.op, ast.And)
        for part in node.values:
            value = self._value(part, scope)
            if self._calls.truth(value) is not is_and:
                return value
        return value

    def _bin_op(self, node: ast.BinOp, scope: _Scope) -> Any:
        left, right = self._value(node.left, scope), self._value(node.right, scope)
        return binary(node.op, left, right, self._budget)

    def _unary_op(self, node: ast.UnaryOp, scope: _Scope) -> Any:
        value = self._value(node.operand, scope)
        if isinstance(node.op, ast.Not):
            return not self._calls.truth(value)
        return unary(node.op, value)

    def _compare(self, node: ast.Compare, scope: _Scope) -> bool:
        left = self._value(node.left, scope)
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            right = self._value(comparator, scope)
            if not compared(op, left, right, self._budget):
                return False
            left = right
        return True

    def _if_exp(self, node: ast.IfExp, scope: _Scope) -> Any:
        chosen = node.body if self._truth(node.test, scope) else node.orelse
        return self._value(chosen, scope)

    # --- displays -------------------------------------------------------------------------------

    def _sequence(self, node: ast.Tuple | ast.List | ast.Set, scope: _Scope) -> Any:
        values: list[Any] = []
        for each in node.elts:
            if isinstance(each, ast.Starred):
                values.extend(self._calls.listed(self._value(each.value, scope)))
            else:
                values.append(self._value(each, scope))
        if isinstance(node, ast.Tuple):
            return tuple(values)
        if isinstance(node, ast.Set):
            self._budget.weigh(values)
            return set(values)
        return values

    def _dict(self, node: ast.Dict, scope: _Scope) -> dict[Any, Any]:
        made = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                raise TypeError("`**` is no part of the language")
            known = self._value(key, scope)
            self._budget.weigh(known)
            made[known] = self._value(value, scope)
        return made

    def _comprehended(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, scope: _Scope
    ) -> Any:
        values = (self._value(node.elt, inner) for inner in self._rounds(node.generators, scope))
        if isinstance(node, ast.GeneratorExp):
            return values
        listed = self._calls.listed(values)
        if isinstance(node, ast.SetComp):
            self._budget.weigh(listed)
            return set(listed)
        return listed

    def _dict_comprehended(self, node: ast.DictComp, scope: _Scope) -> dict[Any, Any]:
        made = {}
        for inner in self._rounds(node.generators, scope):
            key = self._value(node.key, inner)
            self._budget.weigh(key)
            self._budget.make(1)
            made[key] = self._value(node.value, inner)
        return made

    def _rounds(self, generators: list[ast.comprehension], scope: _Scope) -> Iterator[_Scope]:
        first, *rest = generators
        outer = self._value(first.iter, scope)
        for item in self._calls.items(outer):
            inner = _Scope(dict(scope.names), scope.moment, False, scope.depth, scope.is_prev_inert)
            self._assign(first.target, item, inner)
            if all(self._truth(condition, inner) for condition in first.ifs):
                if rest:
                    yield from self._rounds(rest, inner)
                else:
                    yield inner

    def _joined(self, node: ast.JoinedStr, scope: _Scope) -> str:
        parts = []
        for each in node.values:
            if isinstance(each, ast.FormattedValue):
                spec = self._value(each.format_spec, scope) if each.format_spec else ""
                value = self._value(each.value, scope)
                parts.append(self._calls.formatted(value, each.conversion, spec))
            else:
                parts.append(str(self._value(each, scope)))
        self._budget.make(sum(map(len, parts)))
        return "".join(parts)

    # --- calls ----------------------------------------------------------------------------------

    def _call(self, node: ast.Call, scope: _Scope) -> Any:
        function = node.func
        if isinstance(function, ast.Name):
            if function.id in ("prev", "old") and scope.moment is not None:
                return self._value(node.args[0], self._shifted(function.id, scope))
            if function.id == "implies":
                first, second = node.args
                return not self._truth(first, scope) or self._truth(second, scope)
        value = self._value(function.value, scope) if isinstance(function, ast.Attribute) else None
        arguments = [self._value(each, scope) for each in node.args]
        named = {str(keyword.arg): self._argument(keyword, scope) for keyword in node.keywords}
        if isinstance(function, ast.Attribute):
            dotted = f"{value.name}.{function.attr}" if isinstance(value, Reference) else ""
            if is_library_function(dotted):
                return self._calls.library(dotted, arguments, named)
            return self._calls.method(value, function.attr, arguments, named)
        if isinstance(function, ast.Name):
            if function.id in self._helpers:
                return self._helper(self._helpers[function.id], arguments, named, scope)
            if function.id in self._imports:
                return self._calls.library(self._imports[function.id], arguments, named)
            if function.id in BUILTINS:
                return self._calls.function(function.id, arguments, named)
        raise TypeError(f"`{ast.unparse(function)}` cannot be called here")

    def _argument(self, keyword: ast.keyword, scope: _Scope) -> Any:
        value = keyword.value
        if keyword.arg != "key":
            return self._value(value, scope)
        if isinstance(value, ast.Lambda):
            names = [each.arg for each in value.args.args]
            body = value.body

            def apply(item: Any) -> Any:
                inner = {**scope.names, **dict(zip(names, [item], strict=True))}
                return self._value(body, replace(scope, names=inner, is_told=False))

            return apply
        if isinstance(value, ast.Name) and value.id in self._helpers:
            helper = self._helpers[value.id]
            return lambda item: self._helper(helper, [item], {}, scope)
        if isinstance(value, ast.Name) and value.id in BUILTINS:
            name = value.id
            return lambda item: self._calls.function(name, [item], {})
        return self._value(value, scope)

    def _shifted(self, name: str, scope: _Scope) -> _Scope:
        moment = scope.moment
        if moment is None or (name == "prev" and scope.is_prev_inert):
            return scope
        if name == "prev":
            return replace(scope, moment=replace(moment, side=Side.OLD))
        return replace(scope, moment=replace(moment, is_before=True))

    # --- helpers --------------------------------------------------------------------------------

    def _check_depth(self, scope: _Scope) -> None:
        if scope.depth > MOST_DEPTH:
            raise CannotTell("helpers call each other too deeply")

    def _helper(
        self, node: ast.FunctionDef, arguments: list[Any], named: dict[str, Any], scope: _Scope
    ) -> Any:
        inner = _Scope({}, None, is_told=False, depth=scope.depth + 1)
        self._check_depth(inner)
        parameters = [each.arg for each in node.args.args]
        if len(arguments) > len(parameters):
            raise TypeError(f"`{node.name}` takes {len(parameters)} arguments")
        given = dict(zip(parameters, arguments, strict=False))
        if (set(named) & set(given)) or not set(named) <= set(parameters):
            raise TypeError(f"`{node.name}` does not take these arguments")
        given.update(named)
        defaults = node.args.defaults
        rest = parameters[len(parameters) - len(defaults) :]
        for name, default in zip(rest, defaults, strict=True):
            if name not in given:
                given[name] = self._value(default, inner)
        missing = [name for name in parameters if name not in given]
        if missing:
            raise TypeError(f"`{node.name}` needs `{missing[0]}`")
        inner.names.update(given)
        try:
            self._block(node.body, inner)
        except _Returned as returned:
            return returned.value
        raise TypeError(f"`{node.name}` ended without a `return`")

    def _block(self, body: list[ast.stmt], scope: _Scope) -> None:
        for statement in body:
            self._budget.spend()
            self._statement(statement, scope)

    def _statement(self, node: ast.stmt, scope: _Scope) -> None:
        if isinstance(node, ast.Return) and node.value is not None:
            raise _Returned(self._value(node.value, scope))
        if isinstance(node, ast.Assign):
            value = self._value(node.value, scope)
            for target in node.targets:
                self._assign(target, value, scope)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._assign(node.target, self._value(node.value, scope), scope)
        elif isinstance(node, ast.AugAssign):
            left = self._value(_loaded(node.target), scope)
            # `x += y` makes a new value: a list that came in as an argument stays as it is.
            value = binary(node.op, left, self._value(node.value, scope), self._budget)
            self._assign(node.target, value, scope)
        elif isinstance(node, ast.If):
            self._block(node.body if self._truth(node.test, scope) else node.orelse, scope)
        elif isinstance(node, ast.For | ast.While):
            self._loop(node, scope)
        elif isinstance(node, ast.Break):
            raise _Break
        elif isinstance(node, ast.Continue):
            raise _Continue

    def _loop(self, node: ast.For | ast.While, scope: _Scope) -> None:
        if isinstance(node, ast.For):
            items = self._calls.items(self._value(node.iter, scope))
        else:
            items = iter(lambda: self._truth(node.test, scope), False)
        for item in items:
            if isinstance(node, ast.For):
                self._assign(node.target, item, scope)
            try:
                self._block(node.body, scope)
            except _Break:
                return
            except _Continue:
                continue
        self._block(node.orelse, scope)

    def _assign(self, target: ast.expr, value: Any, scope: _Scope) -> None:
        if isinstance(target, ast.Name):
            scope.names[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            parts = unpacked(self._calls.items(value), len(target.elts))
            for each, part in zip(target.elts, parts, strict=True):
                self._assign(each, part, scope)
        else:
            raise TypeError("clauses change nothing")


def _loaded(node: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Name(node.id, ast.Load()), node) if _is_name(node) else node


def _is_name(node: ast.expr) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name)


def _shown(value: Any) -> str:
    try:
        return shown(value)
    except (CannotTell, RecursionError) as error:
        return f"<{error}>"


_EVALUATORS: dict[type[ast.expr], Callable[[Evaluation, Any, _Scope], Any]] = {
    ast.Name: Evaluation._name,
    ast.Constant: Evaluation._constant,
    ast.Attribute: Evaluation._attribute,
    ast.Subscript: Evaluation._subscript,
    ast.BoolOp: Evaluation._bool_op,
    ast.BinOp: Evaluation._bin_op,
    ast.UnaryOp: Evaluation._unary_op,
    ast.Compare: Evaluation._compare,
    ast.IfExp: Evaluation._if_exp,
    ast.Tuple: Evaluation._sequence,
    ast.List: Evaluation._sequence,
    ast.Set: Evaluation._sequence,
    ast.Dict: Evaluation._dict,
    ast.ListComp: Evaluation._comprehended,
    ast.SetComp: Evaluation._comprehended,
    ast.GeneratorExp: Evaluation._comprehended,
    ast.DictComp: Evaluation._dict_comprehended,
    ast.JoinedStr: Evaluation._joined,
    ast.Call: Evaluation._call,
}
