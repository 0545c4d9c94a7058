"""What are the values of a condition on the snapshots of a call?"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from ._budget import MOST_DEPTH, CannotTell, ClauseBudget, NoValue
from ._calls import Calls
from ._classes import Classes
from ._model import Moment, Vocabulary
from ._operators import binary, compared, unary
from ._purity import BUILTINS, TYPES, is_exception, is_library_function
from ._things import Reference, computable, plain, shown
from .clauses import Clauses, Scope, TooDeep


class CallValues(Protocol):
    """Knows the values of a call."""

    def value(self, name: str, moment: Moment, budget: ClauseBudget) -> Any:
        """The value of a parameter, of `result` or of `exc`; `KeyError` for other names."""


class ClauseRaised(Exception):
    """A condition raised, so it is no condition."""

    def __init__(self, node: ast.expr, error: Exception) -> None:
        super().__init__(node, error)
        self.node = node
        self.error = error


#: What goes through an expression as it is.
_PASSING = (ClauseRaised, CannotTell, NoValue, RecursionError, MemoryError)


class Evaluation(Clauses[Any]):
    """One evaluation of one condition."""

    deepest = MOST_DEPTH

    def __init__(self, vocabulary: Vocabulary, world: CallValues, classes: Classes) -> None:
        super().__init__(vocabulary)
        self._classes = frozenset(vocabulary.classes)
        self._world = world
        self._budget = ClauseBudget()
        self._calls = Calls(self._budget, classes)

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """(expression, value) of what was evaluated, innermost first."""
        return tuple((text, _shown(value)) for text, value in self.told.items())

    def condition(self, node: ast.expr, moment: Moment, *, is_prev_inert: bool = False) -> bool:
        """Whether a condition holds.

        `ClauseRaised` where it raises, `CannotTell` where something was not seen or takes too long,
        `NoValue` where it speaks of what this call does not have.
        """
        scope: Scope[Any] = Scope({}, moment, is_told=True, is_prev_inert=is_prev_inert)
        try:
            return self.truth(node, scope)
        except RecursionError:
            raise CannotTell("a value is nested too deeply") from None
        except MemoryError:
            raise CannotTell("the clause makes values that are too large") from None

    def expression(self, node: ast.expr, moment: Moment) -> Any:
        """What an expression is; raises as `condition` does."""
        try:
            return self.value(node, Scope({}, moment))
        except (RecursionError, MemoryError):
            raise CannotTell("a value is too deep or too large") from None

    # --- what values are ------------------------------------------------------------------------

    def _given(self, name: str, moment: Moment) -> Any:
        return self._world.value(name, moment, self._budget)

    def _named(self, name: str) -> Any:
        if name in self.imports:
            return _imported(self.imports[name])
        if name in self._classes or name in TYPES or is_exception(name):
            return Reference(name)
        raise NameError(f"`{name}` has no value here")

    def _constant(self, value: Any) -> Any:
        return value

    def _display(self, kind: type[ast.expr], values: Iterator[Any]) -> Any:
        if kind is ast.GeneratorExp:
            return values
        listed = list(values) if kind in (ast.Tuple, ast.List) else self._calls.listed(values)
        if kind in (ast.Set, ast.SetComp):
            self._budget.weigh(listed)
            return set(listed)
        return tuple(listed) if kind is ast.Tuple else listed

    def _dictionary(self, entries: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
        made = {}
        for key, value in entries:
            self._budget.weigh(key)
            self._budget.make(1)
            made[key] = value
        return made

    def _step(self) -> None:
        self._budget.spend()

    def _items(self, value: Any) -> Iterator[Any]:
        return self._calls.items(value)

    def _holds(self, value: Any, _: Scope[Any]) -> bool:
        return self._calls.truth(value)

    def _negation(self, value: Any) -> bool:
        return not self._calls.truth(value)

    def _connected(self, is_and: bool, values: Iterable[Any]) -> bool:
        return (all if is_and else any)(map(self._calls.truth, values))

    def _unary(self, op: ast.unaryop, value: Any) -> Any:
        return unary(op, value)

    def _binary(self, op: ast.operator, left: Any, right: Any) -> Any:
        return binary(op, left, right, self._budget)

    def _compared(self, op: ast.cmpop, left: Any, right: Any) -> bool:
        return compared(op, left, right, self._budget)

    def _attribute(self, value: Any, name: str, _: Scope[Any]) -> Any:
        if isinstance(value, Reference) and value.name == "math":
            return _imported(f"math.{name}")
        return self._calls.attribute(value, name)

    def _item(self, owner: Any, key: Any) -> Any:
        owner = computable(owner)
        self._budget.weigh(key)
        return owner[key if isinstance(owner, dict) else plain(key)]

    def _sliced(self, owner: Any, bounds: list[Any]) -> Any:
        found = computable(owner)[slice(*map(plain, bounds))]
        self._budget.make(len(found))
        return found

    def _text(self, parts: list[tuple[Any, int, Any]]) -> str:
        written = [
            self._calls.formatted(value, conversion, spec or "")
            for value, conversion, spec in parts
        ]
        self._budget.make(sum(map(len, written)))
        return "".join(written)

    def _method(self, owner: Any, name: str, arguments: list[Any], named: dict[str, Any]) -> Any:
        dotted = f"{owner.name}.{name}" if isinstance(owner, Reference) else ""
        if is_library_function(dotted):
            return self._calls.library(dotted, arguments, named)
        return self._calls.method(owner, name, arguments, named)

    def _function(self, name: str, arguments: list[Any], named: dict[str, Any]) -> Any:
        if name in self.imports:
            return self._calls.library(self.imports[name], arguments, named)
        if name in BUILTINS:
            return self._calls.function(name, arguments, named)
        raise TypeError(f"`{name}` cannot be called here")

    def _is_telling(self, node: ast.expr, value: Any) -> bool:
        is_reference = isinstance(node, ast.Name) and isinstance(value, Reference)
        return not is_reference and not isinstance(value, Iterator)

    def _failure(self, node: ast.expr, error: Exception, _: Scope[Any]) -> Exception:
        if isinstance(error, TooDeep):
            return CannotTell(str(error))
        if isinstance(error, _PASSING):
            return error
        return ClauseRaised(node, error)  # whatever Python says of these values


def _imported(dotted: str) -> Any:
    module, _, name = dotted.rpartition(".")
    if module == "math" and isinstance(getattr(math, name, None), float):
        return getattr(math, name)
    return Reference(dotted)


def _shown(value: Any) -> str:
    try:
        return shown(value)
    except (CannotTell, RecursionError) as error:
        return f"<{error}>"
