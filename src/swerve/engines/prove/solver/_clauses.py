"""What is a condition of a contract to the solver, on the ends of two versions?

The meaning is that of `meaning.contract`: a condition that speaks of what a call does not have, as
the result of a version that raised, does not hold. One that may raise has no meaning here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import z3

from swerve.meaning.contract import Clause, Contract
from swerve.meaning.contract.clauses import Clauses, Moment, NotFollowed, Scope, TooDeep
from swerve.model import Side

from . import _clause_operations as operations
from ._clause_operations import ClauseRaises
from ._path import Fork, GaveUp
from ._state import Context, PythonError, value_of
from ._terms import FALSE, INT, Term, fresh, negated
from ._values import ANY, Bool, Builtin, Int, Opaque, Shape, Value, constant
from ._views import (
    PLAIN,
    End,
    Group,
    Listing,
    NoView,
    Scene,
    View,
    bound_item,
    item_view,
    listing_of,
    view_of,
)

#: Items that a quantifier goes through one by one.
_MOST_ITEMS = 8
_Scope: TypeAlias = Scope[View]


class NoClause(GaveUp):
    """A clause without a meaning here, on the way that is followed."""

    def __init__(self, contract: Contract, clause: Clause, why: str, line: int) -> None:
        super().__init__(f"`{clause.text}`: {why}")
        self.construct = f"`{clause.text}`: {why}"
        self.file = contract.file
        self.line = line
        self.side = Side.OLD if clause.kind.is_of_old else Side.NEW


class TooManyItems(Exception):
    """A quantifier over more items than are followed."""


class _NoValue(Exception):
    """The condition speaks of something that this call does not have."""


class _NoMeaning(Exception):
    def __init__(self, why: str, node: ast.AST) -> None:
        super().__init__(why)
        self.node = node
        self.why = why


#: What an expression raises that has no meaning here.
_MEANINGLESS = (NoView, ClauseRaises, TypeError, NameError, TooDeep)


class Asking(Clauses[View]):
    """Evaluates the clauses of one contract on one call."""

    deepest = 12
    followed = (
        *(ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.BoolOp, ast.UnaryOp, ast.BinOp),
        *(ast.Compare, ast.IfExp, ast.Tuple, ast.List, ast.JoinedStr, ast.Call),
        *(ast.Expr, ast.Return, ast.Assign, ast.If),
    )

    def __init__(
        self, context: Context, contract: Contract, ends: Mapping[Side, End], returns: Shape = ANY
    ) -> None:
        super().__init__(contract.vocabulary)
        self._context = context
        self._contract = contract
        self._ends = ends
        #: What results are by the annotations of the function.
        self._returns = returns

    def condition(self, clause: Clause, moment: Moment, *, is_prev_inert: bool = False) -> Term:
        """Whether the condition of a clause holds, as a term. Raises `NoClause`, or `Fork`."""
        self.told = {}
        # Operations look at the state of the context; a clause sees through its own scenes only.
        scene = self._scene(moment)
        state = self._context.state
        self._context.state = replace(
            state, side=Side.NEW, heap={}, world=scene.world, is_calm=scene.is_calm
        )
        tree = clause.condition.tree
        scope: _Scope = Scope({}, moment, is_told=True, is_prev_inert=is_prev_inert)
        try:
            return operations.truth_of(self._context, self.value(tree, scope))
        except _NoValue:
            return FALSE
        except _NoMeaning as error:
            raise self._no_clause(clause, error.why, error.node) from None
        except NoView as error:
            raise self._no_clause(clause, f"{error}", tree) from None
        except (PythonError, ClauseRaises):
            raise self._no_clause(clause, "it may raise", tree) from None
        finally:
            self._context.state = state

    def exception_matches(self, clause: Clause, side: Side) -> Term:
        """Whether the exception of a version is one that a clause names, as a term."""
        end = self._ends[side]
        found = view_of(self._context, end.value, end.after)
        try:
            terms = [
                operations.is_exception_of(self._context, found, each.name)
                for each in clause.exceptions
            ]
        except NoView as error:
            raise self._no_clause(clause, f"{error}", clause.condition.tree) from None
        return z3.simplify(z3.Or(*terms))

    def _no_clause(self, clause: Clause, why: str, node: ast.AST) -> NoClause:
        line = getattr(node, "lineno", clause.span.line)
        return NoClause(self._contract, clause, why, line)

    def _scene(self, moment: Moment) -> Scene:
        end = self._ends[moment.side]
        return end.before if moment.is_before else end.after

    # --- what values are ------------------------------------------------------------------------

    def _given(self, name: str, moment: Moment) -> View:
        """A parameter, the result or the exception."""
        end, scene = self._ends[moment.side], self._scene(moment)
        if name in ("result", "exc"):
            if moment.is_before or end.has_raised != (name == "exc"):
                raise _NoValue
            if name == "result" and self._contract.function.endswith("__init__"):
                raise NoView("the result of a constructor")
            found = view_of(self._context, self._typed(end.value, name), end.after)
            return self._with_items(found) if name == "result" else found
        if all(each.name != name for each in self._contract.parameters):
            raise KeyError(name)
        if name not in end.parameters:
            raise NoView(f"`{name}` of the {moment.side.value} version")
        return view_of(self._context, end.parameters[name], scene)

    def _typed(self, value: Value, name: str) -> Value:
        """A result of which nothing is known is what the annotation says."""
        shape = self._returns
        is_open = isinstance(value, Opaque) and not value.kind and name == "result"
        if not is_open or shape == ANY or not self._context.settings.trusts_annotations:
            return value
        found = self._context.resolved(value)
        if not isinstance(found, Opaque):
            return found
        self._context.assume(f"{self._contract.function} returns {shape.words()}")
        return value_of(self._context, shape, found.term)

    def _with_items(self, found: View) -> View:
        """A list whose items are not known holds what the annotation says."""
        shape = self._returns
        if not isinstance(found, Listing) or found.shape != ANY or shape.name != "list":
            return found
        if not self._context.settings.trusts_annotations:
            return found
        self._context.assume(f"{self._contract.function} returns {shape.words()}")
        return replace(found, shape=shape.parts[0])

    def _named(self, name: str) -> View:
        if name in operations.CLASSES and name not in self.imports:
            return Builtin(name)
        raise NameError(f"the name `{name}`")

    def _constant(self, value: Any) -> View:
        made = constant(value)
        if not isinstance(made, PLAIN):
            raise TypeError("a constant of this type")
        return made

    def _display(self, kind: type[ast.expr], values: Iterator[View]) -> View:
        items = tuple(values)
        return Group(items) if kind is ast.Tuple else listing_of(self._context, items)

    def _holds(self, value: View, scope: _Scope) -> bool:
        condition = operations.truth_of(self._context, value)
        if not scope.is_bound:
            return self._context.path.decide(condition)
        told = self._context.path.told(z3.simplify(condition))
        if told is None:
            raise TypeError("a branch inside a quantifier")
        return told

    def _negation(self, value: View) -> View:
        return Bool(negated(operations.truth_of(self._context, value)))

    def _connected(self, is_and: bool, values: Iterable[View]) -> View:
        terms = [operations.truth_of(self._context, value) for value in values]
        return Bool(terms[0] if len(terms) == 1 else _joined(is_and, terms))

    def _unary(self, op: ast.unaryop, value: View) -> View:
        return operations.unary(self._context, type(op).__name__, value)

    def _binary(self, op: ast.operator, left: View, right: View) -> View:
        return operations.binary(self._context, type(op).__name__, left, right)

    def _compared(self, op: ast.cmpop, left: View, right: View) -> View:
        return Bool(operations.compared(self._context, type(op).__name__, left, right))

    def _attribute(self, value: View, name: str, scope: _Scope) -> View:
        side = scope.moment.side if scope.moment is not None else Side.NEW
        for field in self._contract.fields:
            is_there = field.presence.is_in(side) and field.old_name == field.name
            if field.name == name and not is_there:
                raise TypeError(f"the added, removed or renamed field `{field.name}`")
        return operations.attribute(self._context, value, name)

    def _item(self, owner: View, key: View) -> View:
        return operations.item(self._context, owner, key)

    def _sliced(self, owner: View, bounds: list[View | None]) -> View:
        return operations.sliced(self._context, owner, bounds)

    def _text(self, parts: list[tuple[View, int, View | None]]) -> View:
        if any(spec is not None or conversion not in (-1, 115) for _, conversion, spec in parts):
            raise TypeError("a format specification")
        return operations.joined(
            [operations.text_of(self._context, value) for value, _, _ in parts]
        )

    def _method(self, owner: View, name: str, arguments: list[View], named: dict[str, Any]) -> View:
        if named:
            raise TypeError("keyword arguments of a method")
        return operations.method(self._context, owner, name, arguments)

    def _function(self, name: str, arguments: list[View], named: dict[str, Any]) -> View:
        if name in self.imports:
            raise TypeError(f"the imported name `{name}`")
        if named:
            raise TypeError("keyword arguments")
        return operations.function(self._context, name, arguments)

    def _failure(self, node: ast.expr, error: Exception, scope: _Scope) -> Exception:
        if isinstance(error, _MEANINGLESS):
            why = "it may raise" if isinstance(error, ClauseRaises) else str(error.args[0])
            place = f" in `{ast.unparse(node)}`" if isinstance(error, NoView | ClauseRaises) else ""
            where = error.node if isinstance(error, NotFollowed) else node
            return _NoMeaning(why + place, where)
        if isinstance(error, Fork) and scope.is_bound:
            return _NoMeaning("a branch inside a quantifier", node)
        return error

    # --- quantifiers ----------------------------------------------------------------------------

    def _quantified(self, name: str, body: ast.expr, scope: _Scope) -> View:
        if not isinstance(body, ast.GeneratorExp) or len(body.generators) != 1:
            raise TypeError("a quantifier of this form")
        (generator,) = body.generators
        if not isinstance(generator.target, ast.Name) or scope.is_bound:
            raise TypeError("a quantifier of this form")
        target, is_all = generator.target.id, name == "all"

        def holds(item: View, *, is_bound: bool) -> Term:
            names = {**scope.names, target: item}
            is_told = scope.is_told and not is_bound
            inner = replace(scope, names=names, is_bound=is_bound, is_told=is_told)
            *tests, value = (
                operations.truth_of(self._context, self.value(each, inner))
                for each in (*generator.ifs, body.elt)
            )
            if not tests:
                return value
            return z3.Implies(z3.And(*tests), value) if is_all else z3.And(*tests, value)

        start, count, item_at = self._range(generator.iter, scope)
        if z3.is_int_value(count) or self._context.settings.bound is not None:
            terms = [
                holds(item_at(start + at, False), is_bound=False)
                for at in range(self._followed(count, scope))
            ]
            return Bool(_joined(is_all, terms) if terms else z3.BoolVal(is_all))
        index = fresh("index", INT)
        inside = z3.And(index >= start, index < start + count)
        value = holds(item_at(index, True), is_bound=True)
        if is_all:
            return Bool(z3.ForAll([index], z3.Implies(inside, value)))
        return Bool(z3.Exists([index], z3.And(inside, value)))

    def _followed(self, count: Term, scope: _Scope) -> int:
        """How many items there are, by asking for each."""
        most = count.as_long() if z3.is_int_value(count) else _MOST_ITEMS
        for at in range(most + 1):
            if not self._holds(Bool(z3.simplify(at < count)), scope):
                return at
        raise TooManyItems

    def _range(
        self, node: ast.expr, scope: _Scope
    ) -> tuple[Term, Term, Callable[[Term, bool], View]]:
        """The first index, how many there are, and what to make of one."""
        is_range = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if is_range and isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
            bounds = [self.value(each, scope) for each in node.args]
            terms = [each.term for each in bounds if isinstance(each, Int)]
            if len(terms) != len(bounds) or len(terms) not in (1, 2):
                raise TypeError("a range of this form")
            start = terms[0] if len(terms) == 2 else z3.IntVal(0)
            count = z3.If(terms[-1] > start, terms[-1] - start, 0)
            return start, z3.simplify(count), lambda index, _: Int(index)
        found = self.value(node, scope)
        if isinstance(found, Group):
            items = found.items
            zero = z3.IntVal(0)
            return zero, z3.IntVal(len(items)), lambda at, _: items[z3.simplify(at).as_long()]
        if not isinstance(found, Listing):
            raise TypeError("a quantifier over something other than a list")
        length = z3.simplify(z3.Length(found.items))
        scene = self._scene(scope.moment or Moment(Side.NEW, is_before=True))

        def item_at(index: Term, is_bound: bool) -> View:
            if is_bound:
                return bound_item(found, index)
            return item_view(self._context, found, z3.simplify(index), scene)

        return z3.IntVal(0), length, item_at


def _joined(is_and: bool, terms: list[Term]) -> Term:
    return z3.simplify((z3.And if is_and else z3.Or)(*terms))
