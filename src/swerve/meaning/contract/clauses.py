"""What is the value of a condition in a state of a call?

One interpreter over its syntax tree, for every kind of values: those of snapshots, and terms of a
solver. What the values are and what operations make of them is for a subclass to say. No code of a
project runs.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar, Generic, TypeVar

from swerve.model import Side

from ._model import Moment, Vocabulary

V = TypeVar("V")
#: Of one clause, in what is told about it.
_MOST_PARTS = 24
_LONGEST_PART = 200
_TOLD = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Compare, ast.BinOp)


@dataclass(frozen=True, slots=True)
class Scope(Generic[V]):
    """Where an expression stands."""

    names: dict[str, V]
    #: `None` in helpers.
    moment: Moment | None
    #: Whether values are told: not those of one round of a loop.
    is_told: bool = False
    depth: int = 0
    #: `prev` changes nothing: a `requires` stands for the `when_required` that was left out.
    is_prev_inert: bool = False
    #: Nothing may be decided: `and` and `or` are terms like all others.
    is_bound: bool = False

    def shifted(self, name: str) -> Scope[V]:
        """The scope inside of `prev(...)` or `old(...)`."""
        if self.moment is None or (name == "prev" and self.is_prev_inert):
            return self
        if name == "prev":
            return replace(self, moment=replace(self.moment, side=Side.OLD))
        return replace(self, moment=replace(self.moment, is_before=True))


@dataclass(frozen=True, slots=True)
class _Left(Generic[V]):
    """A statement of a helper after which the next one does not run."""

    #: `return`, `break` or `continue`.
    by: str
    #: What is returned.
    values: tuple[V, ...] = ()


class Clauses(ABC, Generic[V]):
    """Evaluates conditions over one kind of values."""

    #: Calls of helpers inside each other.
    deepest: ClassVar[int]
    #: What has a meaning here of what a condition or a helper is made of; all, if not said.
    followed: ClassVar[tuple[type[ast.AST], ...]] = (ast.expr, ast.stmt)

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._helpers = dict(vocabulary.helpers)
        self._constants = dict(vocabulary.constants)
        self.imports: Mapping[str, str] = dict(vocabulary.imports)
        #: By expression: the value of what was evaluated, innermost first.
        self.told: dict[str, V] = {}

    # --- what values are ------------------------------------------------------------------------

    @abstractmethod
    def _given(self, name: str, moment: Moment) -> V:
        """A parameter, `result` or `exc` in a state; `KeyError` for other names."""

    @abstractmethod
    def _named(self, name: str) -> V:
        """What else a name stands for: a class, something that is imported."""

    @abstractmethod
    def _constant(self, value: Any) -> V:
        """A literal."""

    @abstractmethod
    def _display(self, kind: type[ast.expr], values: Iterator[V]) -> V:
        """A tuple, list, set or generator of values, by the kind of its syntax."""

    @abstractmethod
    def _holds(self, value: V, scope: Scope[V]) -> bool:
        """Whether a value is true."""

    @abstractmethod
    def _negation(self, value: V) -> V:
        """`not value`."""

    @abstractmethod
    def _connected(self, is_and: bool, values: Iterable[V]) -> V:
        """Whether all are true, or any; asked in turn, where that is settled early."""

    def _unary(self, op: ast.unaryop, value: V) -> V:
        """`-value`, `+value`, `~value`."""
        raise TypeError("this operator is not supported")

    @abstractmethod
    def _binary(self, op: ast.operator, left: V, right: V) -> V:
        """`left op right`."""

    @abstractmethod
    def _compared(self, op: ast.cmpop, left: V, right: V) -> V:
        """`left op right` for `==`, `<`, `in`, `is` and their like."""

    def _attribute(self, value: V, name: str, scope: Scope[V]) -> V:
        """What a value holds in an attribute."""
        raise TypeError("attributes are not supported")

    def _item(self, owner: V, key: V) -> V:
        """`owner[key]`."""
        raise TypeError("subscripts are not supported")

    def _sliced(self, owner: V, bounds: list[V | None]) -> V:
        """`owner[lower:upper:step]`."""
        raise TypeError("slices are not supported")

    @abstractmethod
    def _method(self, owner: V, name: str, arguments: list[V], named: dict[str, Any]) -> V:
        """Call a method that changes nothing."""

    @abstractmethod
    def _function(self, name: str, arguments: list[V], named: dict[str, Any]) -> V:
        """Call a function by its name in the file; of Python or of an import."""

    @abstractmethod
    def _failure(self, node: ast.expr, error: Exception, scope: Scope[V]) -> Exception:
        """What to raise for what was raised at an expression; the same, if it is to pass."""

    def _step(self) -> None:
        """Note that something is evaluated."""

    def _is_telling(self, node: ast.expr, value: V) -> bool:
        """Whether the value of an expression says something."""
        return True

    def _items(self, value: V) -> Iterable[V]:
        """What iterating over a value gives."""
        raise TypeError("this iteration is not supported")

    def _dictionary(self, entries: Iterable[tuple[V, V]]) -> V:
        """A dict with these entries."""
        raise TypeError("dict displays are not supported")

    def _text(self, parts: list[tuple[V, int, V | None]]) -> V:
        """An f-string: values with how they are converted and formatted."""
        raise TypeError("f-strings are not supported")

    def _quantified(self, name: str, body: ast.expr, scope: Scope[V]) -> V | None:
        """`all` or `any` of something; `None` where it is a function like all others."""
        return None

    # --- expressions ----------------------------------------------------------------------------

    def truth(self, node: ast.expr, scope: Scope[V]) -> bool:
        """Whether a condition holds."""
        value = self.value(node, scope)
        try:
            return self._holds(value, scope)
        except Exception as error:
            self._raise(node, error, scope)
            raise

    def value(self, node: ast.expr, scope: Scope[V]) -> V:
        """What an expression is."""
        self._step()
        try:
            evaluate = _EVALUATORS.get(type(node))
            if evaluate is None or not isinstance(node, self.followed):
                raise TypeError(f"{type(node).__name__} is not supported")
            value: V = evaluate(self, node, scope)
        except Exception as error:
            self._raise(node, error, scope)
            raise
        if scope.is_told and isinstance(node, _TOLD) and self._is_telling(node, value):
            text = ast.unparse(node)
            if len(self.told) < _MOST_PARTS and len(text) <= _LONGEST_PART:
                self.told.setdefault(text, value)
        return value

    def _raise(self, node: ast.expr, error: Exception, scope: Scope[V]) -> None:
        other = self._failure(node, error, scope)
        if other is not error:
            raise other from error

    def _visit_name(self, node: ast.Name, scope: Scope[V]) -> V:
        name = node.id
        if name in scope.names:
            return scope.names[name]
        if scope.moment is not None:
            try:
                return self._given(name, scope.moment)
            except KeyError:
                pass
        if name in self._constants:
            return self.value(self._constants[name], self._inside(scope))
        return self._named(name)

    def _visit_constant(self, node: ast.Constant, _: Scope[V]) -> V:
        return self._constant(node.value)

    def _visit_attribute(self, node: ast.Attribute, scope: Scope[V]) -> V:
        return self._attribute(self.value(node.value, scope), node.attr, scope)

    def _visit_subscript(self, node: ast.Subscript, scope: Scope[V]) -> V:
        owner = self.value(node.value, scope)
        if isinstance(node.slice, ast.Slice):
            parts = (node.slice.lower, node.slice.upper, node.slice.step)
            bounds = [None if part is None else self.value(part, scope) for part in parts]
            return self._sliced(owner, bounds)
        return self._item(owner, self.value(node.slice, scope))

    def _visit_bool_op(self, node: ast.BoolOp, scope: Scope[V]) -> V:
        is_and = isinstance(node.op, ast.And)
        if scope.is_bound:
            return self._connected(is_and, [self.value(part, scope) for part in node.values])
        for part in node.values[:-1]:
            # What follows may only be defined where this does not settle it.
            value = self.value(part, scope)
            if self._holds(value, scope) is not is_and:
                return value
        return self.value(node.values[-1], scope)

    def _visit_bin_op(self, node: ast.BinOp, scope: Scope[V]) -> V:
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        return self._binary(node.op, left, right)

    def _visit_unary_op(self, node: ast.UnaryOp, scope: Scope[V]) -> V:
        value = self.value(node.operand, scope)
        return (
            self._negation(value) if isinstance(node.op, ast.Not) else self._unary(node.op, value)
        )

    def _visit_compare(self, node: ast.Compare, scope: Scope[V]) -> V:
        return self._connected(True, self._comparisons(node, scope))

    def _comparisons(self, node: ast.Compare, scope: Scope[V]) -> Iterator[V]:
        left = self.value(node.left, scope)
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.value(comparator, scope)
            yield self._compared(op, left, right)
            left = right

    def _visit_if_exp(self, node: ast.IfExp, scope: Scope[V]) -> V:
        chosen = node.body if self.truth(node.test, scope) else node.orelse
        return self.value(chosen, scope)

    # --- displays -------------------------------------------------------------------------------

    def _visit_sequence(self, node: ast.Tuple | ast.List | ast.Set, scope: Scope[V]) -> V:
        values: list[V] = []
        for each in node.elts:
            if isinstance(each, ast.Starred):
                values.extend(self._items(self.value(each.value, scope)))
            else:
                values.append(self.value(each, scope))
        return self._display(type(node), iter(values))

    def _visit_dict(self, node: ast.Dict, scope: Scope[V]) -> V:
        if None in node.keys:
            raise TypeError("`**` is not part of the language")
        pairs = zip(node.keys, node.values, strict=True)
        return self._dictionary(
            (self.value(key, scope), self.value(value, scope)) for key, value in pairs if key
        )

    def _visit_comprehended(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, scope: Scope[V]
    ) -> V:
        rounds = self._rounds(node.generators, scope)
        return self._display(type(node), (self.value(node.elt, inner) for inner in rounds))

    def _visit_dict_comprehended(self, node: ast.DictComp, scope: Scope[V]) -> V:
        return self._dictionary(
            (self.value(node.key, inner), self.value(node.value, inner))
            for inner in self._rounds(node.generators, scope)
        )

    def _rounds(self, generators: list[ast.comprehension], scope: Scope[V]) -> Iterator[Scope[V]]:
        first, *rest = generators
        for item in self._items(self.value(first.iter, scope)):
            inner = replace(scope, names=dict(scope.names), is_told=False)
            self._assign(first.target, item, inner)
            if all(self.truth(condition, inner) for condition in first.ifs):
                if rest:
                    yield from self._rounds(rest, inner)
                else:
                    yield inner

    def _visit_joined(self, node: ast.JoinedStr, scope: Scope[V]) -> V:
        parts: list[tuple[V, int, V | None]] = []
        for each in node.values:
            if isinstance(each, ast.FormattedValue):
                spec = self.value(each.format_spec, scope) if each.format_spec else None
                parts.append((self.value(each.value, scope), each.conversion, spec))
            else:
                parts.append((self.value(each, scope), -1, None))
        return self._text(parts)

    # --- calls ----------------------------------------------------------------------------------

    def _visit_call(self, node: ast.Call, scope: Scope[V]) -> V:
        function = node.func
        name = function.id if isinstance(function, ast.Name) else ""
        if name in ("prev", "old") and scope.moment is not None:
            return self.value(node.args[0], scope.shifted(name))
        if name == "implies":
            first, second = node.args
            return self._implied(first, second, scope)
        if name in ("all", "any") and name not in self._helpers and len(node.args) == 1:
            found = self._quantified(name, node.args[0], scope)
            if found is not None:
                return found
        owner = [self.value(function.value, scope)] if isinstance(function, ast.Attribute) else []
        arguments = [self.value(each, scope) for each in node.args]
        named = {str(keyword.arg): self._argument(keyword, scope) for keyword in node.keywords}
        if isinstance(function, ast.Attribute):
            return self._method(owner[0], function.attr, arguments, named)
        if name in self._helpers:
            return self._helper(self._helpers[name], arguments, named, scope)
        if name:
            return self._function(name, arguments, named)
        raise TypeError(f"`{ast.unparse(function)}` cannot be called here")

    def _implied(self, first: ast.expr, second: ast.expr, scope: Scope[V]) -> V:
        if scope.is_bound:
            condition = self._negation(self.value(first, scope))
            return self._connected(False, [condition, self.value(second, scope)])
        if not self.truth(first, scope):
            return self._constant(True)
        return self._connected(True, [self.value(second, scope)])

    def _argument(self, keyword: ast.keyword, scope: Scope[V]) -> V | Callable[[V], V]:
        value = keyword.value
        if keyword.arg != "key":
            return self.value(value, scope)
        if isinstance(value, ast.Lambda):
            names = [each.arg for each in value.args.args]
            body = value.body

            def apply(item: V) -> V:
                inner = {**scope.names, **dict(zip(names, [item], strict=True))}
                return self.value(body, replace(scope, names=inner, is_told=False))

            return apply
        name = value.id if isinstance(value, ast.Name) else ""
        if name in self._helpers:
            return lambda item: self._helper(self._helpers[name], [item], {}, scope)
        if name and name not in scope.names:
            return lambda item: self._function(name, [item], {})
        return self.value(value, scope)

    # --- helpers --------------------------------------------------------------------------------

    def _inside(self, scope: Scope[V]) -> Scope[V]:
        """The scope of a helper or a constant."""
        if scope.depth >= self.deepest:
            raise TooDeep("helpers call each other too deeply")
        return Scope({}, None, depth=scope.depth + 1, is_bound=scope.is_bound)

    def _helper(
        self, node: ast.FunctionDef, arguments: list[V], named: dict[str, Any], scope: Scope[V]
    ) -> V:
        inner = self._inside(scope)
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
                given[name] = self.value(default, inner)
        missing = [name for name in parameters if name not in given]
        if missing:
            raise TypeError(f"`{node.name}` needs `{missing[0]}`")
        inner.names.update(given)
        left = self._block(node.body, inner)
        if left is None or not left.values:
            raise TypeError(f"`{node.name}` ended without a `return`")
        return left.values[0]

    def _block(self, body: list[ast.stmt], scope: Scope[V]) -> _Left[V] | None:
        for statement in body:
            self._step()
            left = self._statement(statement, scope)
            if left is not None:
                return left
        return None

    def _statement(self, node: ast.stmt, scope: Scope[V]) -> _Left[V] | None:
        if not isinstance(node, self.followed):
            raise NotFollowed("this kind of statement in a helper", node)
        match node:
            case ast.Return(value=ast.expr() as value):
                return _Left("return", (self.value(value, scope),))
            case ast.Assign():
                made = self.value(node.value, scope)
                for target in node.targets:
                    self._assign(target, made, scope)
            case ast.AnnAssign(value=ast.expr() as value):
                self._assign(node.target, self.value(value, scope), scope)
            case ast.AugAssign():
                left = self.value(node.target, scope)
                # `x += y` makes a new value: a list that came in as an argument stays as it is.
                made = self._binary(node.op, left, self.value(node.value, scope))
                self._assign(node.target, made, scope)
            case ast.If():
                is_chosen = self.truth(node.test, scope)
                return self._block(node.body if is_chosen else node.orelse, scope)
            case ast.For() | ast.While():
                return self._loop(node, scope)
            case ast.Break() | ast.Continue():
                return _Left(type(node).__name__.lower())
        return None

    def _loop(self, node: ast.For | ast.While, scope: Scope[V]) -> _Left[V] | None:
        rounds: Iterable[Any]
        if isinstance(node, ast.For):
            rounds = self._items(self.value(node.iter, scope))
        else:
            rounds = iter(lambda: self.truth(node.test, scope), False)
        for item in rounds:
            if isinstance(node, ast.For):
                self._assign(node.target, item, scope)
            left = self._block(node.body, scope)
            if left is not None and left.by == "break":
                return None
            if left is not None and left.by == "return":
                return left
        return self._block(node.orelse, scope)

    def _assign(self, target: ast.expr, value: V, scope: Scope[V]) -> None:
        if isinstance(target, ast.Name):
            scope.names[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            wanted = len(target.elts)
            parts = [*islice(self._items(value), wanted + 1)]
            if len(parts) != wanted:
                what = "too many" if len(parts) > wanted else "not enough"
                raise ValueError(f"{what} values to unpack (expected {wanted})")
            for each, part in zip(target.elts, parts, strict=True):
                self._assign(each, part, scope)
        else:
            raise TypeError("a clause cannot change anything")


class NotFollowed(TypeError):
    """A statement of a helper without a meaning here."""

    @property
    def node(self) -> ast.stmt:
        """Where it stands."""
        return self.args[1]  # type: ignore[no-any-return] # so it is raised


class TooDeep(Exception):
    """Helpers call each other, and do not come to an end."""


_EVALUATORS: dict[type[ast.expr], Callable[..., Any]] = {
    ast.Name: Clauses._visit_name,
    ast.Constant: Clauses._visit_constant,
    ast.Attribute: Clauses._visit_attribute,
    ast.Subscript: Clauses._visit_subscript,
    ast.BoolOp: Clauses._visit_bool_op,
    ast.BinOp: Clauses._visit_bin_op,
    ast.UnaryOp: Clauses._visit_unary_op,
    ast.Compare: Clauses._visit_compare,
    ast.IfExp: Clauses._visit_if_exp,
    ast.Tuple: Clauses._visit_sequence,
    ast.List: Clauses._visit_sequence,
    ast.Set: Clauses._visit_sequence,
    ast.Dict: Clauses._visit_dict,
    ast.ListComp: Clauses._visit_comprehended,
    ast.SetComp: Clauses._visit_comprehended,
    ast.GeneratorExp: Clauses._visit_comprehended,
    ast.DictComp: Clauses._visit_dict_comprehended,
    ast.JoinedStr: Clauses._visit_joined,
    ast.Call: Clauses._visit_call,
}

__all__ = ["Clauses", "Moment", "NotFollowed", "Scope", "TooDeep", "Vocabulary"]
