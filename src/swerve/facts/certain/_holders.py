"""What do the names of a file hold, and the attributes of its values?"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from swerve.source.syntax import FUNCTIONS
from swerve.source.syntax.scopes import Scope, ScopeKind, bound_in

from ._certain import UNKNOWN, Certain, Instance, Module, Real, combined, joined, of_type, widened
from ._file_facts import ClassFacts, FunctionFacts, Maybe
from ._known import builtin, class_member, member_of, module_member

#: Local names with what they hold; None where it depends on the way taken, for which the sum of all
#: that is ever bound to the name has to do.
Names: TypeAlias = dict[str, Certain | None]
#: What methods call what they are called on.
_RECEIVERS = ("self", "cls", "mcs", "metacls")


class Holders:
    """The names of one file, with what is bound to them.

    What is bound in one pass over the file is looked up in the next.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.module = Scope(tree, None)
        #: Where we are.
        self.scope = self.module
        self._scopes: dict[ast.AST, Scope] = {tree: self.module}
        #: What is bound to each name of a scope, all in all.
        self._sums: dict[Scope, dict[str, Certain]] = {}
        self._next: dict[Scope, dict[str, Certain]] = {}
        #: Names that get a value made of the one they hold, with the rest of what it is made of.
        self._steps: list[tuple[Scope, str, ast.operator, Certain]] = []
        #: Names that hold something else behind the back of the code that reads them.
        self._shared: set[str] = set()
        #: Attributes that are set on something else than `self`.
        self._set_elsewhere: set[str] = set()
        self._bound: dict[int, frozenset[str]] = {}
        self._captured: dict[Scope, frozenset[str]] = {}
        self._look_around(tree)

    def start_pass(self) -> None:
        """What was bound so far is all that is bound."""
        self._sums = {
            scope: {name: widened(value) for name, value in names.items()}
            for scope, names in self._next.items()
        }
        for scope, name, operator, given in self._steps:
            stepped(self._sums.setdefault(scope, {}), name, operator, given)
        self._next, self._steps = {}, []
        self.scope = self.module

    def bound_in_class(self, facts: ClassFacts) -> dict[str, Certain]:
        """What the body of a class binds, as far as reading it off an instance gives just that."""
        names = self._sums.get(self._scopes[facts.node], {})
        if facts.is_enum:
            return names
        return {name: value for name, value in names.items() if not _is_asked(value)}

    def _look_around(self, tree: ast.Module) -> None:
        for node in ast.walk(tree):
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                self._shared.update(node.names)
            elif isinstance(node, ast.NamedExpr):
                self._shared.add(node.target.id)
            elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                holder = node.value.id if isinstance(node.value, ast.Name) else ""
                if holder not in _RECEIVERS:
                    self._set_elsewhere.add(node.attr)

    # --- names ----------------------------------------------------------------------------------

    def scope_of(self, node: ast.AST) -> Scope:
        """The scope that a node opens where we are."""
        if node not in self._scopes:
            self._scopes[node] = Scope(node, self.scope)
        return self._scopes[node]

    def held(self, name: str, names: Names) -> Certain:
        """What a name holds."""
        value = names.get(name)
        if value is not None:
            return value
        owner = self.scope.owner(name)
        if owner is not None:
            return self._sums.get(owner, {}).get(name, UNKNOWN)
        whole = self._sums.get(self.module, {})
        if name in self.module.bound or name in whole or name in self._shared:
            value = whole.get(name, UNKNOWN)
            # None is a place kept for something that comes by ways that are not seen here.
            return value if value.words != {"none"} else UNKNOWN
        return UNKNOWN if "*" in self.module.bound else builtin(name)

    def bind(self, name: str, value: Certain, names: Names) -> None:
        """A name gets a value."""
        scope = self._around()
        everything = self._next.setdefault(self._owner(name), {})
        everything[name] = joined(everything[name], value) if name in everything else value
        if name in self._shared:
            names[name] = None
        elif name in self._captured_from(scope):
            names[name] = widened(value)
        else:
            names[name] = value

    def step(self, name: str, operator: ast.operator, given: Certain, names: Names) -> None:
        """A name gets a value made of the one it holds."""
        value = combined(operator, self.held(name, names), given)
        if value.words:
            self.bind(name, widened(value), names)
        else:
            self._steps.append((self._owner(name), name, operator, given))
            names[name] = None

    def _around(self) -> Scope:
        """The scope we are in; comprehensions bind nothing that lasts."""
        scope = self.scope
        while scope.kind is ScopeKind.COMPREHENSION and scope.parent is not None:
            scope = scope.parent
        return scope

    def _owner(self, name: str) -> Scope:
        scope = self._around()
        if name in scope.global_names:
            return self.module
        if name in scope.nonlocal_names:
            return scope.owner(name) or self.module
        return scope

    def _captured_from(self, scope: Scope) -> frozenset[str]:
        """Names that functions inside of a scope mention: they may change what the names hold."""
        if scope not in self._captured:
            self._captured[scope] = frozenset(_names_in_functions(scope.node))
        return self._captured[scope]

    def is_narrowed(self, name: str) -> bool:
        """A test tells something about all reads of a name that follow."""
        scope = self.scope
        while scope.kind is ScopeKind.COMPREHENSION and scope.parent is not None:
            if name in scope.bound:
                return True
            scope = scope.parent
        return self.scope.owner(name) is scope and name not in self._shared

    def forget(self, nodes: Iterable[Any], names: Names) -> None:
        """What is bound in a part that may or may not have run depends on the way taken."""
        for node in nodes:
            if id(node) not in self._bound:
                own = {node.name} if isinstance(node, (*FUNCTIONS, ast.ClassDef)) else set()
                self._bound[id(node)] = frozenset(bound_in(node)) | own
            for name in self._bound[id(node)]:
                if name in names or self.scope.owner(name) is self.scope:
                    names[name] = None
        for name, value in names.items():
            if value is not None:
                names[name] = widened(value)

    # --- members --------------------------------------------------------------------------------

    def member(self, value: Certain, name: str) -> Certain:
        """What an attribute of a value is."""
        what = value.what
        if isinstance(what, Module):
            return module_member(what.name, name)
        if isinstance(what, Real) and isinstance(what.value, type):
            return class_member(what.value, name)
        if isinstance(what, ClassFacts):
            return self._class_member(what, name)
        if not isinstance(what, Instance):
            return UNKNOWN
        if isinstance(what.of, ClassFacts):
            return self._instance_member(what.of, name)
        return member_of(value, what.of, name)

    def _instance_member(self, facts: ClassFacts, name: str) -> Certain:
        if name in self._set_elsewhere:
            return UNKNOWN
        value = facts.member(name)
        if isinstance(value.what, FunctionFacts):
            if value.what.is_property:
                value = value.what.result
                return value.because("property") if value.words != {"none"} else UNKNOWN
            return value.because("method of the file") if value.what.is_method else UNKNOWN
        return _attribute(value)

    def _class_member(self, facts: ClassFacts, name: str) -> Certain:
        if facts.is_enum and name in facts.members:
            value = facts.members[name]
            if not isinstance(value.what, FunctionFacts) and not name.startswith("_"):
                return facts.instance("member of an enum")
        value = self._instance_member(facts, name)
        return UNKNOWN if value.rule == "property" else value

    def meant(self, node: ast.expr, names: Names) -> Certain:
        """What a dotted name stands for, without reading it."""
        if isinstance(node, ast.Name):
            return self.held(node.id, names)
        if isinstance(node, ast.Attribute):
            return self.member(self.meant(node.value, names), node.attr)
        return UNKNOWN


def stepped(sums: dict[str, Certain], name: str, operator: ast.operator, given: Certain) -> None:
    """Count in a value that is made of the one held: is it of the same class, whatever was held?"""
    held = sums.get(name, UNKNOWN)
    sums[name] = joined(held, widened(combined(operator, held, given)))


def merged(names: Names, ways: list[Names | None]) -> Names | None:
    """What names hold after one of several ways was taken."""
    open_ways = [way for way in ways if way is not None]
    if not open_ways:
        return None
    found: Names = {}
    for name in {name for way in open_ways for name in way}:
        values = [way[name] for way in open_ways if name in way]
        whole = values[0]
        for value in values[1:]:
            if whole is None or value is None:
                whole = None
            elif whole != value:
                maybe = _maybe(whole, value)
                whole = maybe or joined(whole, value)
        found[name] = whole
    names.clear()
    names.update(found)
    return names


def _maybe(one: Certain, other: Certain) -> Certain | None:
    """None on one way, and something certain on the other."""
    for first, second in ((one, other), (other, one)):
        if first.words == {"none"} and second.words and second.words != {"none"}:
            return Certain(frozenset(), "", Maybe(second))
        if first.words == {"none"} and isinstance(second.what, Maybe):
            return second
        if isinstance(first.what, Maybe) and second.words and second.words != {"none"}:
            inner = joined(first.what.inner, second)
            return Certain(frozenset(), "", Maybe(inner)) if inner.words else None
    return None


def _attribute(value: Certain) -> Certain:
    """What is certain of an attribute: a class derived from this one may have set it anew.

    None is a place kept for something, and objects that a class holds may be asked for the value.
    """
    if not value.words or value.words == {"none"}:
        return UNKNOWN
    if isinstance(value.what, Instance) and isinstance(value.what.of, type):
        return replace(of_type(value.what.of, "attribute"), element=value.element)
    return value.because("attribute")


def _is_asked(value: Certain) -> bool:
    """Reading it off an instance may give something else, which it is asked for."""
    return "object" in value.words and not isinstance(value.what, (FunctionFacts, ClassFacts))


def _names_in_functions(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (*FUNCTIONS, ast.Lambda)):
            yield from (each.id for each in ast.walk(child) if isinstance(each, ast.Name))
        else:
            yield from _names_in_functions(child)
