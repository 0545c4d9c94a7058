"""Can a condition be evaluated, always, and without effects? Said before anything is."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from swerve.model import Side

from ._files import Places
from ._model import ClauseKind, Field, Presence
from ._purity import (
    ALL_METHODS,
    BUILTINS,
    LANGUAGE_FUNCTIONS,
    LANGUAGE_VALUES,
    MATHEMATICAL_CONSTANTS,
    MATHEMATICS,
    MUTATING_METHODS,
    REFUSED_BUILTINS,
    TYPES,
    is_exception,
    is_library_function,
    nearest,
)

#: What a condition is made of.
_EXPRESSIONS = (
    *(ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call, ast.Attribute),
    *(ast.Subscript, ast.Slice, ast.Name, ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.JoinedStr),
    *(ast.FormattedValue, ast.Lambda),
)
#: Where `*values` may stand.
_DISPLAYS = (ast.Tuple, ast.List, ast.Set)
_EFFECTS = {
    ast.NamedExpr: "`:=` assigns",
    ast.Await: "`await` lets other code run",
    ast.Yield: "`yield` passes values out",
    ast.YieldFrom: "`yield from` passes values out",
}
#: What a helper is made of.
_STATEMENTS = (
    *(ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.If, ast.For, ast.While),
    *(ast.Pass, ast.Break, ast.Continue),
)


@dataclass(frozen=True, slots=True)
class Names:
    """What the names of a condition stand for."""

    #: Of the function; empty in helpers.
    parameters: Mapping[str, Presence]
    #: What a method is called on, and its declared fields.
    receiver: str
    fields: tuple[Field, ...]
    helpers: frozenset[str]
    constants: frozenset[str]
    imports: Mapping[str, str]
    classes: frozenset[str]

    @property
    def known(self) -> frozenset[str]:
        """Everything that may be written as a name."""
        own = self.helpers | self.constants | self.classes | frozenset(self.imports)
        return own | frozenset(self.parameters) | TYPES | LANGUAGE_VALUES


@dataclass(frozen=True, slots=True)
class _Where:
    """The state that an expression is evaluated in."""

    #: `None` in a helper or a constant: there is no state.
    kind: ClauseKind | None
    side: Side = Side.NEW
    is_before: bool = False
    in_prev: bool = False
    in_old: bool = False


def check_condition(node: ast.expr, kind: ClauseKind, names: Names, places: Places) -> None:
    """Note all faults of a condition."""
    side = Side.OLD if kind.is_of_old else Side.NEW
    where = _Where(kind, side, is_before=kind.is_before)
    _Checker(names, places).visit(node, where, frozenset())


def check_shared_requirement(node: ast.expr, names: Names, places: Places) -> None:
    """Note what keeps a `requires` from standing for a `when_required` that was left out."""
    for each in ast.walk(node):
        name = each.id if isinstance(each, ast.Name) else ""
        if names.parameters.get(name) is Presence.NEW or _is_field(each, names, Presence.NEW):
            places.fault(
                each,
                f"`{ast.unparse(each)}` exists only in the new version, but `requires` applies to "
                "the old one too: add a `when_required(...)`, or `when_required(True)` for no "
                "condition",
            )


def check_helper(node: ast.FunctionDef, names: Names, places: Places) -> None:
    """Note all faults of a helper function."""
    if node.args.vararg or node.args.kwarg or node.args.kwonlyargs or node.args.posonlyargs:
        places.fault(places.name_of(node), "a helper takes plain parameters only")
    checker = _Checker(names, places)
    where = _Where(None)
    parameters = frozenset(argument.arg for argument in node.args.args)
    for default in node.args.defaults:
        checker.visit(default, where, frozenset())
    if not _always_returns(node.body):
        places.fault(places.name_of(node), f"`{node.name}` may end without a `return`")
    checker.block(node.body, where, parameters)


def check_constant(node: ast.expr, names: Names, places: Places) -> None:
    """Note all faults of the value of a constant."""
    _Checker(names, places).visit(node, _Where(None), frozenset())


class _Checker:
    def __init__(self, names: Names, places: Places) -> None:
        self._names = names
        self._places = places

    # --- statements of helpers ------------------------------------------------------------------

    def block(self, body: Iterable[ast.stmt], where: _Where, bound: frozenset[str]) -> None:
        bound = bound | _assigned(body)
        for position, statement in enumerate(body):
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                if position:
                    self._places.fault(statement, "this has no effect")
                continue
            if not isinstance(statement, _STATEMENTS):
                self._places.fault(
                    statement, "a helper may only assign to its own names, branch, loop and return"
                )
                continue
            self._statement(statement, where, bound)

    def _statement(self, node: ast.stmt, where: _Where, bound: frozenset[str]) -> None:
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.For):
            targets = [node.target]
        for target in targets:
            self._target(target)
        expressions = [
            getattr(node, part, None)
            for part in (("value", "test") if not isinstance(node, ast.For) else ("iter",))
        ]
        for expression in expressions:
            if isinstance(expression, ast.expr):
                self.visit(expression, where, bound)
        for part in ("body", "orelse"):
            inner = getattr(node, part, None)
            if isinstance(inner, list) and inner:
                self.block(inner, where, bound)

    def _target(self, node: ast.expr) -> None:
        if isinstance(node, ast.Tuple | ast.List):
            for each in node.elts:
                self._target(each)
        elif not isinstance(node, ast.Name):
            self._places.fault(
                node, f"this changes `{ast.unparse(node)}`: contracts cannot change anything"
            )

    # --- expressions ----------------------------------------------------------------------------

    def visit(self, node: ast.expr, where: _Where, bound: frozenset[str]) -> None:
        """Note the faults of an expression in which `bound` names are variables."""
        if not isinstance(node, _EXPRESSIONS):
            effect = _EFFECTS.get(type(node))
            other = f"`{ast.unparse(node)}` is not part of the language"
            self._places.fault(
                node, f"a clause cannot have side effects: {effect}" if effect else other
            )
        elif isinstance(node, ast.Name):
            self._name(node, where, bound)
        elif isinstance(node, ast.Call):
            self._call(node, where, bound)
        elif isinstance(node, ast.Attribute):
            self._attribute(node, where, bound)
        elif isinstance(node, ast.Lambda):
            self._places.fault(node, "a lambda can only be the `key` of sorted, min or max")
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            self._comprehension(node, where, bound)
        else:
            if isinstance(node, ast.Compare):
                self._identity(node)
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.Starred) and isinstance(node, _DISPLAYS):
                    self.visit(child.value, where, bound)
                elif isinstance(child, ast.expr):
                    self.visit(child, where, bound)

    def _comprehension(
        self,
        node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
        where: _Where,
        bound: frozenset[str],
    ) -> None:
        for generator in node.generators:
            if generator.is_async:
                self._places.fault(node, "`async for` lets other code run")
            self.visit(generator.iter, where, bound)
            self._target(generator.target)
            bound = bound | _names_in(generator.target)
            for condition in generator.ifs:
                self.visit(condition, where, bound)
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for part in parts:
            self.visit(part, where, bound)

    def _name(self, node: ast.Name, where: _Where, bound: frozenset[str]) -> None:
        name, names = node.id, self._names
        if name in bound:
            return
        if name in names.parameters:
            self._presence(node, f"`{name}`", names.parameters[name], where)
        elif name == "result":
            self._result(node, where)
        elif name == "exc":
            self._exception(node, where)
        elif name == "effects":
            self._effects(node, where)
        elif name in LANGUAGE_FUNCTIONS:
            self._places.fault(node, f"`{name}` must be called: `{name}(...)`")
        elif name not in names.known and not is_exception(name):
            if name in BUILTINS:
                self._places.fault(node, f"`{name}` is a function: call it")
            else:
                known = names.known | bound
                self._places.fault(node, f"unknown name `{name}`{nearest(name, known)}")

    def _presence(self, node: ast.expr, shown: str, presence: Presence, where: _Where) -> None:
        if presence.is_in(where.side) or where.kind is None:
            return
        if where.side is Side.OLD:
            what = "`prev(...)`" if where.in_prev else f"`{where.kind.value}`"
            message = f"{shown} exists only in the new version, but {what} is about the old one"
        else:
            message = (
                f"{shown} exists only in the old version: use `prev({ast.unparse(node)})` here"
            )
        self._places.fault(node, message)

    def _result(self, node: ast.expr, where: _Where) -> None:
        if where.kind is None:
            self._places.fault(node, "`result` has no value here: pass it as an argument")
        elif where.kind.is_before:
            kind = where.kind.value
            self._places.fault(node, f"`result` in `{kind}`: before the call there is no result")
        elif where.in_old:
            self._places.fault(node, "`old(result)`: before the call there is no result")
        elif where.kind.has_exception and not where.in_prev:
            kind = where.kind.value
            self._places.fault(node, f"`result` in `{kind}`: a call that raises has no result")
        elif where.kind is ClauseKind.WHEN_SIGNALED:
            self._places.fault(node, "`result` in `when_signaled`: a call that raises has none")

    def _effects(self, node: ast.expr, where: _Where) -> None:
        if where.kind is None:
            self._places.fault(node, "`effects` has no value here: pass it as an argument")
        elif where.kind.is_before or where.in_old:
            self._places.fault(node, "`effects`: before the call there are none")

    def _exception(self, node: ast.expr, where: _Where) -> None:
        kind = where.kind
        if kind is None:
            self._places.fault(node, "`exc` has no value here: pass it as an argument")
        elif kind.is_before or where.in_old:
            self._places.fault(node, f"`exc` in `{kind.value}`: before the call nothing is raised")
        elif not kind.has_exception and not where.in_prev:
            other = "when_signaled" if kind.is_of_old else "signals"
            self._places.fault(
                node,
                f"`exc` in `{kind.value}`: a call that returns raises nothing; use `{other}`",
            )

    def _attribute(self, node: ast.Attribute, where: _Where, bound: frozenset[str]) -> None:
        dotted = self._dotted(node, bound)
        if dotted is not None:
            if dotted.startswith("math."):
                known = MATHEMATICAL_CONSTANTS | MATHEMATICS
                if node.attr not in MATHEMATICAL_CONSTANTS:
                    hint = nearest(node.attr, known)
                    self._places.fault(node, f"`{dotted}` is not a constant{hint}")
            return  # a member of a class, or a class of a module
        on_receiver = isinstance(node.value, ast.Name) and node.value.id == self._names.receiver
        for declared in self._names.fields:
            if on_receiver and declared.name == node.attr:
                self._presence(node, f"`{ast.unparse(node)}`", declared.presence, where)
        if node.attr.startswith("__") and node.attr not in ("__class__", "__name__", "__cause__"):
            self._places.fault(node, f"the attribute `{node.attr}` cannot be inspected")
        self.visit(node.value, where, bound)

    def _dotted(self, node: ast.expr, bound: frozenset[str]) -> str | None:
        """The dotted name of something that an import brings."""
        if isinstance(node, ast.Name):
            if node.id in bound or node.id in self._names.parameters:
                return None
            if node.id in self._names.classes:
                return node.id
            return self._names.imports.get(node.id)
        if isinstance(node, ast.Attribute):
            before = self._dotted(node.value, bound)
            return None if before is None else f"{before}.{node.attr}"
        return None

    def _identity(self, node: ast.Compare) -> None:
        """`is` across versions or states means nothing: their heaps are disjoint."""
        sides = [node.left, *node.comparators]
        for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
            if not isinstance(operator, ast.Is | ast.IsNot):
                continue
            if any(_is_the_same_everywhere(each) for each in (left, right)):
                continue
            for name in ("prev", "old"):
                if _calls(left, name) != _calls(right, name):
                    others = "versions" if name == "prev" else "states"
                    self._places.fault(
                        left if _calls(left, name) else right,
                        f"`{name}` cannot be compared with `is`: the two {others} share no "
                        "objects; use `==`",
                    )

    # --- calls ----------------------------------------------------------------------------------

    def _call(self, node: ast.Call, where: _Where, bound: frozenset[str]) -> None:
        function = node.func
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                self._places.fault(argument, "`*` and `**` arguments are not allowed here")
                return
        keywords = {keyword.arg for keyword in node.keywords}
        if None in keywords:
            self._places.fault(node, "`*` and `**` arguments are not allowed here")
            return
        if isinstance(function, ast.Name) and function.id not in bound:
            self._function(node, function, where, bound)
            return
        dotted = self._dotted(function, bound)
        if dotted is not None:
            self._library(node, dotted)
        elif isinstance(function, ast.Attribute):
            self._method(function)
            self.visit(function.value, where, bound)
        else:
            self._places.fault(function, f"`{ast.unparse(function)}` is not known to be pure")
        self._arguments(node, where, bound)

    def _function(
        self, node: ast.Call, function: ast.Name, where: _Where, bound: frozenset[str]
    ) -> None:
        name = function.id
        if name in ("prev", "old"):
            self._shift(node, name, where, bound)
            return
        if name == "implies":
            if len(node.args) != 2 or node.keywords:
                self._places.fault(node, "`implies` takes two conditions")
        elif name in self._names.imports:
            self._library(node, self._names.imports[name])
        elif name in REFUSED_BUILTINS:
            self._places.fault(
                node, f"`{name}` cannot be used in a clause: {REFUSED_BUILTINS[name]}"
            )
        elif name in self._names.parameters or name in self._names.classes:
            self._places.fault(
                node, f"`{name}(...)` would run code of the project: clauses only inspect values"
            )
        elif name not in BUILTINS and name not in self._names.helpers:
            known = BUILTINS | self._names.helpers | LANGUAGE_FUNCTIONS
            self._places.fault(function, f"`{name}` is not known to be pure{nearest(name, known)}")
        self._arguments(node, where, bound)

    def _arguments(self, node: ast.Call, where: _Where, bound: frozenset[str]) -> None:
        for argument in node.args:
            self.visit(argument, where, bound)
        for keyword in node.keywords:
            value = keyword.value
            if keyword.arg == "key" and isinstance(value, ast.Lambda):
                names = frozenset(each.arg for each in value.args.args)
                self.visit(value.body, where, bound | names)
            elif keyword.arg == "key" and isinstance(value, ast.Name):
                if value.id not in self._names.helpers | {"abs", "len", "str", "int"}:
                    self._places.fault(value, f"`{value.id}` is not known to be pure")
            else:
                self.visit(value, where, bound)

    def _library(self, node: ast.Call, dotted: str) -> None:
        if is_library_function(dotted):
            return
        if dotted.startswith("math."):
            hint = nearest(dotted.removeprefix("math."), MATHEMATICS)
            self._places.fault(node.func, f"`{dotted}` is not known to be pure and fast{hint}")
        else:
            self._places.fault(
                node.func,
                f"`{ast.unparse(node.func)}` is not known to be pure: it would run code of the "
                "project, and clauses only inspect values",
            )

    def _method(self, function: ast.Attribute) -> None:
        name = function.attr
        if name in MUTATING_METHODS:
            shown = ast.unparse(function.value)
            self._places.fault(
                function, f"`{name}` changes `{shown}`: a clause cannot have side effects"
            )
        elif name not in ALL_METHODS:
            hint = nearest(name, ALL_METHODS, likeness=0.85)
            advice = ": clauses inspect values and run no code of the project"
            self._places.fault(
                function, f"the method `{name}` is not known to be pure{hint or advice}"
            )

    def _shift(self, node: ast.Call, name: str, where: _Where, bound: frozenset[str]) -> None:
        """`prev(...)` and `old(...)`: the same expression in another state."""
        if len(node.args) != 1 or node.keywords:
            self._places.fault(node, f"`{name}` takes one expression")
            return
        inner = node.args[0]
        message = ""
        if where.kind is None:
            message = f"`{name}` has no meaning here: pass its value as an argument"
        elif name == "prev" and where.in_prev:
            message = "`prev` inside `prev`: there is no version before the old one"
        elif name == "prev" and where.side is Side.OLD:
            message = (
                f"`prev` has no meaning in `{where.kind.value}`, which is about the old version"
            )
        elif name == "old" and where.in_old:
            message = "`old` inside `old` has no effect"
        elif name == "old" and where.is_before:
            message = (
                f"`old` has no meaning in `{where.kind.value}`, which is about the state before "
                "the call"
            )
        elif not (_names_in(inner) - bound) & ({*self._names.parameters} | LANGUAGE_VALUES):
            message = (
                f"`{name}` has no effect here: `{ast.unparse(inner)}` is the same in both "
                f"{'versions' if name == 'prev' else 'states'}"
            )
        if message:
            self._places.fault(node, message)
            return
        if name == "prev":
            where = replace(where, side=Side.OLD, in_prev=True)
        else:
            where = replace(where, is_before=True, in_old=True)
        self.visit(inner, where, bound)


def _is_field(node: ast.AST, names: Names, presence: Presence) -> bool:
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return False
    if node.value.id != names.receiver:
        return False
    return any(each.name == node.attr and each.presence is presence for each in names.fields)


def _calls(node: ast.expr, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


def _is_the_same_everywhere(node: ast.expr) -> bool:
    """Whether an expression gives something that both versions share: None, a class."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "type"
    if isinstance(node, ast.Name):
        return node.id in TYPES or is_exception(node.id)
    return isinstance(node, ast.Constant) and (
        node.value is None or isinstance(node.value, bool) or node.value is ...
    )


def _names_in(node: ast.AST) -> frozenset[str]:
    return frozenset(each.id for each in ast.walk(node) if isinstance(each, ast.Name))


def _assigned(body: Iterable[ast.stmt]) -> frozenset[str]:
    return frozenset(
        each.id
        for statement in body
        for each in ast.walk(statement)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    )


def _always_returns(body: list[ast.stmt]) -> bool:
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _always_returns(last.body) and _always_returns(last.orelse)
    return isinstance(last, ast.Return) and last.value is not None
