"""What is a condition of a contract to the solver, on the ends of two versions?

The meaning is that of `meaning.contract`: a condition that speaks of what a call does not have, as
the result of a version that raised, does not hold. One that may raise has no meaning here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import z3

from swerve.engines.prove.solver import _clause_operations as operations
from swerve.engines.prove.solver._clause_operations import ClauseRaises
from swerve.engines.prove.solver._path import Fork, GaveUp
from swerve.engines.prove.solver._state import Context, PythonError, value_of
from swerve.engines.prove.solver._terms import FALSE, INT, Term, fresh, negated
from swerve.engines.prove.solver._values import (
    ANY,
    Bool,
    Builtin,
    Int,
    Opaque,
    Shape,
    Value,
    constant,
    truth,
)
from swerve.engines.prove.solver._views import (
    PLAIN,
    End,
    Group,
    Listing,
    Moment,
    NoView,
    Scene,
    View,
    bound_item,
    item_view,
    listing_of,
    view_of,
)
from swerve.meaning.contract import Clause, Contract
from swerve.model import Side

#: Values of a clause that are told.
_MOST_TOLD = 24
#: Helpers that call each other.
_DEEPEST = 12
#: Items that a quantifier goes through one by one.
_MOST_ITEMS = 8
_TOLD = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Compare, ast.BinOp)


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
    def __init__(self, node: ast.AST, why: str) -> None:
        super().__init__(why)
        self.node = node
        self.why = why


@dataclass(frozen=True, slots=True)
class _Scope:
    """Where an expression stands."""

    names: Mapping[str, View]
    #: `None` in helpers.
    moment: Moment | None
    #: In a `requires` that stands for a `when_required`, `prev` changes nothing.
    is_prev_inert: bool = False
    #: Under a quantifier nothing may be decided.
    is_bound: bool = False
    depth: int = 0


class Asking:
    """Evaluates the clauses of one contract on one call."""

    def __init__(
        self, context: Context, contract: Contract, ends: Mapping[Side, End], returns: Shape = ANY
    ) -> None:
        self._context = context
        self._contract = contract
        self._ends = ends
        #: What results are by the annotations of the function.
        self._returns = returns
        self._vocabulary = contract.vocabulary
        self._helpers = dict(self._vocabulary.helpers)
        self._constants = dict(self._vocabulary.constants)
        self._imports = dict(self._vocabulary.imports)
        #: (expression, value) of what the latest clause was made of.
        self.told: list[tuple[str, View]] = []

    def truth(self, clause: Clause, moment: Moment, *, is_prev_inert: bool = False) -> Term:
        """Whether the condition of a clause holds, as a term. Raises `NoClause`, or `Fork`."""
        self.told = []
        # Operations look at the state of the context; a clause sees through its own scenes only.
        scene = self._scene(moment)
        state = self._context.state
        self._context.state = replace(
            state, side=Side.NEW, heap={}, world=scene.world, is_calm=scene.is_calm
        )
        tree = clause.condition.tree
        try:
            return self._truth(tree, _Scope({}, moment, is_prev_inert))
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

    def _decide(self, condition: Term, scope: _Scope, node: ast.AST) -> bool:
        if scope.is_bound:
            told = self._context.path.told(z3.simplify(condition))
            if told is None:
                raise _NoMeaning(node, "a choice under a quantifier")
            return told
        return self._context.path.decide(condition)

    # --- expressions ----------------------------------------------------------------------------

    def _truth(self, node: ast.expr, scope: _Scope) -> Term:
        return operations.truth_of(self._context, self._value(node, scope))

    def _value(self, node: ast.expr, scope: _Scope) -> View:
        evaluate = _EVALUATORS.get(type(node))
        if evaluate is None:
            raise _NoMeaning(node, f"{type(node).__name__} is not followed")
        try:
            value = evaluate(self, node, scope)
        except (NoView, ClauseRaises) as error:
            why = str(error) if isinstance(error, NoView) else "it may raise"
            raise _NoMeaning(node, f"{why} in `{ast.unparse(node)}`") from None
        except Fork:
            if scope.is_bound:
                raise _NoMeaning(node, "a choice under a quantifier") from None
            raise
        if isinstance(node, _TOLD) and scope.depth == 0 and not scope.is_bound:
            self._tell(ast.unparse(node), value)
        return value

    def _tell(self, text: str, value: View) -> None:
        if len(self.told) < _MOST_TOLD and all(text != other for other, _ in self.told):
            self.told.append((text, value))

    def _name(self, node: ast.Name, scope: _Scope) -> View:
        name = node.id
        if name in scope.names:
            return scope.names[name]
        if scope.moment is not None:
            found = self._of_call(name, scope.moment)
            if found is not None:
                return found
        if name in self._constants:
            inner = _Scope({}, None, depth=scope.depth + 1)
            return self._value(self._constants[name], inner)
        if name in operations.CLASSES and name not in self._imports:
            return Builtin(name)
        raise _NoMeaning(node, f"`{name}` is not followed")

    def _of_call(self, name: str, moment: Moment) -> View | None:
        """A parameter, the result or the exception."""
        end, scene = self._ends[moment.side], self._scene(moment)
        if name in ("result", "exc"):
            if moment.is_before or end.has_raised != (name == "exc"):
                raise _NoValue
            if name == "result" and self._contract.function.endswith("__init__"):
                raise NoView("the result of a constructor")
            found = view_of(self._context, self._typed(end.value, name), end.after)
            return self._with_items(found) if name == "result" else found
        declared = [each for each in self._contract.parameters if each.name == name]
        if not declared:
            return None
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

    def _constant(self, node: ast.Constant, scope: _Scope) -> View:
        made = constant(node.value)
        if not isinstance(made, PLAIN):
            raise _NoMeaning(node, "a constant of this type")
        return made

    def _attribute(self, node: ast.Attribute, scope: _Scope) -> View:
        side = scope.moment.side if scope.moment is not None else Side.NEW
        for field in self._contract.fields:
            is_there = field.presence.is_in(side) and field.old_name == field.name
            if field.name == node.attr and not is_there:
                raise _NoMeaning(node, f"the field `{field.name}`, which is new, old or renamed,")
        return operations.attribute(self._context, self._value(node.value, scope), node.attr)

    def _subscript(self, node: ast.Subscript, scope: _Scope) -> View:
        owner = self._value(node.value, scope)
        if isinstance(node.slice, ast.Slice):
            parts = (node.slice.lower, node.slice.upper, node.slice.step)
            bounds = [None if part is None else self._value(part, scope) for part in parts]
            return operations.sliced(self._context, owner, bounds)
        return operations.item(self._context, owner, self._value(node.slice, scope))

    def _bool_op(self, node: ast.BoolOp, scope: _Scope) -> View:
        is_and = isinstance(node.op, ast.And)
        if scope.is_bound:
            terms = [self._truth(part, scope) for part in node.values]
            return Bool(z3.simplify((z3.And if is_and else z3.Or)(*terms)))
        for part in node.values[:-1]:
            value = self._value(part, scope)
            # What follows may only be defined where this does not settle it.
            term = operations.truth_of(self._context, value)
            if self._decide(term, scope, part) is not is_and:
                return value
        return self._value(node.values[-1], scope)

    def _unary_op(self, node: ast.UnaryOp, scope: _Scope) -> View:
        if isinstance(node.op, ast.Not):
            return Bool(negated(self._truth(node.operand, scope)))
        operand = self._value(node.operand, scope)
        return operations.unary(self._context, type(node.op).__name__, operand)

    def _bin_op(self, node: ast.BinOp, scope: _Scope) -> View:
        left, right = self._value(node.left, scope), self._value(node.right, scope)
        return operations.binary(self._context, type(node.op).__name__, left, right)

    def _compare(self, node: ast.Compare, scope: _Scope) -> View:
        left = self._value(node.left, scope)
        terms: list[Term] = []
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            right = self._value(comparator, scope)
            terms.append(operations.compared(self._context, type(op).__name__, left, right))
            left = right
        return Bool(terms[0] if len(terms) == 1 else z3.simplify(z3.And(*terms)))

    def _if_exp(self, node: ast.IfExp, scope: _Scope) -> View:
        test = self._truth(node.test, scope)
        chosen = node.body if self._decide(test, scope, node) else node.orelse
        return self._value(chosen, scope)

    def _sequence(self, node: ast.Tuple | ast.List, scope: _Scope) -> View:
        if any(isinstance(each, ast.Starred) for each in node.elts):
            raise _NoMeaning(node, "a star")
        items = tuple(self._value(each, scope) for each in node.elts)
        return Group(items) if isinstance(node, ast.Tuple) else listing_of(self._context, items)

    def _joined(self, node: ast.JoinedStr, scope: _Scope) -> View:
        parts: list[View] = []
        for each in node.values:
            if isinstance(each, ast.FormattedValue):
                if each.format_spec is not None or each.conversion not in (-1, 115):
                    raise _NoMeaning(node, "a format")
                parts.append(operations.text_of(self._context, self._value(each.value, scope)))
            else:
                parts.append(self._value(each, scope))
        return operations.joined(parts)

    # --- calls ----------------------------------------------------------------------------------

    def _call(self, node: ast.Call, scope: _Scope) -> View:
        function = node.func
        if isinstance(function, ast.Attribute):
            owner = self._value(function.value, scope)
            if node.keywords:
                raise _NoMeaning(node, "keywords of a method")
            arguments = [self._value(each, scope) for each in node.args]
            return operations.method(self._context, owner, function.attr, arguments)
        if not isinstance(function, ast.Name):
            raise _NoMeaning(node, "a call of something computed")
        name = function.id
        if name in ("prev", "old") and scope.moment is not None:
            return self._value(node.args[0], self._shifted(name, scope))
        if name == "implies":
            first = self._truth(node.args[0], scope)
            if scope.is_bound:
                return Bool(z3.Implies(first, self._truth(node.args[1], scope)))
            if not self._decide(first, scope, node):
                return truth(True)
            return Bool(self._truth(node.args[1], scope))
        if name in self._helpers:
            return self._helper(self._helpers[name], node, scope)
        if name in self._imports:
            raise _NoMeaning(node, f"`{name}`, which is imported, is not followed")
        if name in ("all", "any") and len(node.args) == 1:
            return self._quantified(node, name, node.args[0], scope)
        if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
            raise _NoMeaning(node, "keywords or stars")
        arguments = [self._value(each, scope) for each in node.args]
        return operations.function(self._context, name, arguments)

    def _shifted(self, name: str, scope: _Scope) -> _Scope:
        moment = scope.moment
        if moment is None or (name == "prev" and scope.is_prev_inert):
            return scope
        if name == "prev":
            return replace(scope, moment=replace(moment, side=Side.OLD))
        return replace(scope, moment=replace(moment, is_before=True))

    def _quantified(self, node: ast.Call, name: str, body: ast.expr, scope: _Scope) -> View:
        if not isinstance(body, ast.GeneratorExp) or len(body.generators) != 1:
            raise _NoMeaning(node, "a quantifier of this form")
        (generator,) = body.generators
        if not isinstance(generator.target, ast.Name) or scope.is_bound:
            raise _NoMeaning(node, "a quantifier of this form")
        target, is_all = generator.target.id, name == "all"

        def holds(item: View, *, is_bound: bool) -> Term:
            names = {**scope.names, target: item}
            inner = replace(scope, names=names, is_bound=is_bound)
            tests = [self._truth(test, inner) for test in generator.ifs]
            value = self._truth(body.elt, inner)
            if not tests:
                return value
            return z3.Implies(z3.And(*tests), value) if is_all else z3.And(*tests, value)

        start, count, item_at = self._range(generator.iter, scope)
        if z3.is_int_value(count) or self._context.settings.bound is not None:
            terms = []
            for at in range(self._followed(count, scope, node)):
                terms.append(holds(item_at(start + at, False), is_bound=False))
            joined = (z3.And if is_all else z3.Or)(*terms) if terms else z3.BoolVal(is_all)
            return Bool(z3.simplify(joined))
        index = fresh("index", INT)
        inside = z3.And(index >= start, index < start + count)
        value = holds(item_at(index, True), is_bound=True)
        if is_all:
            return Bool(z3.ForAll([index], z3.Implies(inside, value)))
        return Bool(z3.Exists([index], z3.And(inside, value)))

    def _followed(self, count: Term, scope: _Scope, node: ast.AST) -> int:
        """How many items there are, by asking for each."""
        most = count.as_long() if z3.is_int_value(count) else _MOST_ITEMS
        for at in range(most + 1):
            if not self._decide(z3.simplify(at < count), scope, node):
                return at
        raise TooManyItems

    def _range(
        self, node: ast.expr, scope: _Scope
    ) -> tuple[Term, Term, Callable[[Term, bool], View]]:
        """The first index, how many there are, and what to make of one."""
        is_range = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if is_range and isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
            bounds = [self._value(each, scope) for each in node.args]
            terms = [each.term for each in bounds if isinstance(each, Int)]
            if len(terms) != len(bounds) or len(terms) not in (1, 2):
                raise _NoMeaning(node, "a range of this form")
            start = terms[0] if len(terms) == 2 else z3.IntVal(0)
            count = z3.If(terms[-1] > start, terms[-1] - start, 0)
            return start, z3.simplify(count), lambda index, _: Int(index)
        found = self._value(node, scope)
        if isinstance(found, Group):
            items = found.items
            zero = z3.IntVal(0)
            return zero, z3.IntVal(len(items)), lambda at, _: items[z3.simplify(at).as_long()]
        if not isinstance(found, Listing):
            raise _NoMeaning(node, "a quantifier over something else than a list")
        length = z3.simplify(z3.Length(found.items))
        scene = self._scene(scope.moment or Moment(Side.NEW, is_before=True))

        def item_at(index: Term, is_bound: bool) -> View:
            if is_bound:
                return bound_item(found, index)
            return item_view(self._context, found, z3.simplify(index), scene)

        return z3.IntVal(0), length, item_at

    # --- helpers --------------------------------------------------------------------------------

    def _helper(self, node: ast.FunctionDef, call: ast.Call, scope: _Scope) -> View:
        if scope.depth >= _DEEPEST:
            raise _NoMeaning(call, "helpers that call each other too deeply")
        parameters = [each.arg for each in node.args.args]
        values = [self._value(each, scope) for each in call.args]
        names = dict(zip(parameters, values, strict=False))
        for keyword in call.keywords:
            names[str(keyword.arg)] = self._value(keyword.value, scope)
        inner = _Scope({}, None, is_bound=scope.is_bound, depth=scope.depth + 1)
        defaults = node.args.defaults
        rest = parameters[len(parameters) - len(defaults) :]
        for name, default in zip(rest, defaults, strict=True):
            if name not in names:
                names[name] = self._value(default, inner)
        if set(names) != set(parameters) or len(values) > len(parameters):
            raise _NoMeaning(call, "arguments that do not fit")
        found = self._block(node.body, names, inner)
        if found is None:
            raise _NoMeaning(call, "a helper without a result")
        return found

    def _block(self, body: list[ast.stmt], names: dict[str, View], scope: _Scope) -> View | None:
        for statement in body:
            now = replace(scope, names=names)
            match statement:
                case ast.Expr(value=ast.Constant()):
                    pass
                case ast.Return(value=ast.expr() as value):
                    return self._value(value, now)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    names[name] = self._value(value, now)
                case ast.If():
                    test = self._decide(self._truth(statement.test, now), scope, statement)
                    found = self._block(statement.body if test else statement.orelse, names, scope)
                    if found is not None:
                        return found
                case _:
                    raise _NoMeaning(statement, "a statement of this kind in a helper")
        return None


_EVALUATORS: dict[type[ast.expr], Callable[..., View]] = {
    ast.Name: Asking._name,
    ast.Constant: Asking._constant,
    ast.Attribute: Asking._attribute,
    ast.Subscript: Asking._subscript,
    ast.BoolOp: Asking._bool_op,
    ast.UnaryOp: Asking._unary_op,
    ast.BinOp: Asking._bin_op,
    ast.Compare: Asking._compare,
    ast.IfExp: Asking._if_exp,
    ast.Tuple: Asking._sequence,
    ast.List: Asking._sequence,
    ast.JoinedStr: Asking._joined,
    ast.Call: Asking._call,
}
