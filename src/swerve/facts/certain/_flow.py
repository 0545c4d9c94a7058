"""What do names hold at each place of a file, whichever way its code takes to get there?

A file is gone through several times: what one pass finds out about functions, classes and names
read elsewhere, the next one uses. Nothing is believed at first, so that all that is ever believed
is true.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from swerve.facts.certain._certain import UNKNOWN, Certain, joined, widened
from swerve.facts.certain._expressions import Expressions, Tell
from swerve.facts.certain._file_facts import ClassFacts, FunctionFacts, module_value
from swerve.facts.certain._guards import assuming
from swerve.facts.certain._holders import Holders, Names, merged, stepped
from swerve.facts.certain._known import entered, module_member
from swerve.facts.certain._operators import combined, element_of
from swerve.facts.certain._parameters import annotated, parameters, receiver_of
from swerve.source.syntax import FunctionNode
from swerve.source.syntax.scopes import Scope, ScopeKind, bound_in, imported
from swerve.worker.suite.recording import ITEM, name_of

_PASSES = 3
#: Words in what is entered that swallows exceptions.
_SWALLOWS = ("suppress", "raises", "Raises", "ignor", "warns")
_NOTHING = Certain(frozenset({"none"}), "result of a function")


class Flow(Expressions):
    """Goes through the statements of one file."""

    def __init__(self, tree: ast.Module, tell: Tell) -> None:
        super().__init__(Holders(tree), lambda *read: None)
        self._tree = tree
        self._told = tell
        self._functions: dict[ast.AST, FunctionFacts] = {}
        self._classes: dict[ast.AST, ClassFacts] = {}
        #: What methods set on `self` in this pass.
        self._set: dict[ClassFacts, dict[str, Certain]] = {}
        self._steps: list[tuple[ClassFacts, str, ast.operator, Certain]] = []
        #: Functions whose bodies are still to be read, with where and in which class they are.
        self._waiting: list[tuple[Any, Scope, ClassFacts | None]] = []
        self._returns: list[Certain] = []
        self._class: ClassFacts | None = None
        #: The name that the method at hand has for what it is called on.
        self._receiver = ""

    def run(self) -> None:
        """Go through the file, and tell what is certain in the last pass."""
        for number in range(_PASSES):
            self._holders.start_pass()
            self._learn()
            if number == _PASSES - 1:
                self._tell = self._told
            self._block(self._tree.body, {})
            while self._waiting:
                self._function_body(*self._waiting.pop(0))

    def _learn(self) -> None:
        """Take over what the last pass found out about classes."""
        for facts in self._classes.values():
            facts.members = self._holders.bound_in_class(facts)
            found = self._set.get(facts, {})
            facts.attributes = {name: widened(value) for name, value in found.items()}
        for facts, name, operator, given in self._steps:
            stepped(facts.attributes, name, operator, given)
        for facts in self._classes.values():
            for each in facts.lineage():
                if isinstance(each, ClassFacts) and each.words != facts.words:
                    each.is_mixed = True
        self._set, self._steps = {}, []

    # --- binding --------------------------------------------------------------------------------

    def _assign(self, target: ast.expr, value: Certain, names: Names) -> None:
        if isinstance(target, ast.Name):
            self._holders.bind(target.id, value, names)
        elif isinstance(target, ast.Attribute):
            self.read(target.value, names)
            if self._class is not None and self._is_receiver(target.value):
                found = self._set.setdefault(self._class, {})
                known = found.get(target.attr)
                found[target.attr] = joined(known, value) if known is not None else value
        elif isinstance(target, ast.Subscript):
            self.read(target.value, names)
            self.read(target.slice, names)
        elif isinstance(target, ast.Starred):
            self._assign(target.value, Certain(frozenset({"list", "empty list"}), "star"), names)
        elif isinstance(target, (ast.Tuple, ast.List)):
            element = element_of(value)
            for each in target.elts:
                self._assign(each, element, names)

    def _is_receiver(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == self._receiver

    # --- statements -----------------------------------------------------------------------------

    def _block(self, statements: list[ast.stmt], names: Names) -> Names | None:
        """Go through statements; None when what follows them is not reached."""
        way: Names | None = names
        for number, statement in enumerate(statements):
            way = self._statement(statement, names)
            if way is None:
                rest = statements[number + 1 :]
                if rest:
                    self._holders.forget(rest, names)
                    self._block(rest, names)
                return None
        return way

    def _statement(self, node: ast.stmt, names: Names) -> Names | None:
        found = getattr(self, f"run_{type(node).__name__.lower()}", None)
        if found is not None:
            return found(node, names)  # type: ignore[no-any-return]
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.read(child, names)
        return names

    def run_assign(self, node: ast.Assign, names: Names) -> Names:
        value = self.read(node.value, names)
        if len(node.targets) > 1:
            value = widened(value)
        for target in node.targets:
            if isinstance(target, (ast.Tuple, ast.List)) and isinstance(node.value, ast.Tuple):
                self._spread(target, node.value, names)
            else:
                self._assign(target, value, names)
        return names

    def _spread(self, target: Any, source: ast.Tuple, names: Names) -> None:
        """`a, b = 1, ""`: each gets its own."""
        is_apart = len(target.elts) == len(source.elts) and not any(
            isinstance(each, ast.Starred) for each in (*target.elts, *source.elts)
        )
        if not is_apart:
            self._assign(target, UNKNOWN, names)
            return
        parts = [widened(self.quietly(each, names)) for each in source.elts]
        for each, part in zip(target.elts, parts, strict=True):
            self._assign(each, part, names)

    def run_annassign(self, node: ast.AnnAssign, names: Names) -> Names:
        said = annotated(node.annotation, names, self._holders, "annotation of a variable")
        given = self.read(node.value, names)
        kind = self._holders.scope.kind
        if node.value is None and kind is not ScopeKind.CLASS:
            return names
        is_local = isinstance(node.target, ast.Name) and kind is ScopeKind.FUNCTION
        if node.value is None or not given.words or given.words == {"object"}:
            value = said
        elif is_local:
            value = given
        else:
            value = joined(given, said)
        self._assign_quietly(node.target, value, names)
        return names

    def run_augassign(self, node: ast.AugAssign, names: Names) -> Names:
        given = self.read(node.value, names)
        if isinstance(node.target, ast.Name):
            self._holders.step(node.target.id, node.op, given, names)
        elif isinstance(node.target, ast.Attribute):
            target = ast.Attribute(node.target.value, node.target.attr, ast.Load())
            value = combined(node.op, self.quietly(target, names), given)
            if value.words or self._class is None:
                self._assign_quietly(node.target, value, names)
            elif self._is_receiver(node.target.value):
                self._steps.append((self._class, node.target.attr, node.op, given))
        return names

    def _assign_quietly(self, target: ast.expr, value: Certain, names: Names) -> None:
        """Assign where the recorder leaves the target alone."""
        tell, self._tell = self._tell, lambda *read: None
        self._assign(target, value, names)
        self._tell = tell

    def run_typealias(self, node: ast.stmt, names: Names) -> Names:
        return names

    def run_delete(self, node: ast.Delete, names: Names) -> Names:
        return names

    def run_return(self, node: ast.Return, names: Names) -> None:
        self._returns.append(self.read(node.value, names) if node.value else _NOTHING)

    def run_raise(self, node: ast.Raise, names: Names) -> None:
        self.read(node.exc, names)
        self.read(node.cause, names)

    def run_continue(self, node: ast.stmt, names: Names) -> None:
        return None

    run_break = run_continue

    def run_if(self, node: ast.If, names: Names) -> Names | None:
        self.read(node.test, names)
        one = self._block(node.body, assuming(node.test, True, names, self._holders))
        other = self._block(node.orelse, assuming(node.test, False, names, self._holders))
        return merged(names, [one, other])

    def run_assert(self, node: ast.Assert, names: Names) -> Names:
        self.read(node.test, names)
        self.read(node.msg, assuming(node.test, False, names, self._holders))
        narrowed = assuming(node.test, True, names, self._holders)
        names.update(narrowed)
        return names

    def run_for(self, node: ast.For | ast.AsyncFor, names: Names) -> Names:
        whole = self.read(node.iter, names)
        self._holders.forget([node], names)
        inner = dict(names)
        self._assign(node.target, element_of(whole), inner)
        if isinstance(node.target, ast.Name):
            self._tell(ITEM, name_of(node.iter), node.target, element_of(whole))
        self._block(node.body, inner)
        self._block(node.orelse, names)
        self._holders.forget(node.orelse, names)
        return names

    run_asyncfor = run_for

    def run_while(self, node: ast.While, names: Names) -> Names:
        self._holders.forget([node], names)
        self.read(node.test, names)
        self._block(node.body, assuming(node.test, True, names, self._holders))
        self._block(node.orelse, names)
        self._holders.forget(node.orelse, names)
        return names

    def run_with(self, node: ast.With | ast.AsyncWith, names: Names) -> Names | None:
        for item in node.items:
            value = self.read(item.context_expr, names)
            if item.optional_vars is not None:
                is_plain = isinstance(node, ast.With)
                self._assign(item.optional_vars, entered(value) if is_plain else UNKNOWN, names)
        way = self._block(node.body, names)
        heads = " ".join(ast.unparse(item.context_expr) for item in node.items)
        if way is None and not any(word in heads for word in _SWALLOWS):
            return None
        self._holders.forget(list(node.body), names)
        return names

    run_asyncwith = run_with

    def run_try(self, node: ast.Try, names: Names) -> Names | None:
        before = dict(names)
        self._holders.forget(list(node.body), before)
        way = self._block(node.body, names)
        if way is not None:
            way = self._block(node.orelse, way)
        ways = [way and dict(way)]
        for handler in node.handlers:
            inner = dict(before)
            self.read(handler.type, inner)
            if handler.name:
                self._holders.bind(handler.name, _caught(handler), inner)
            ways.append(self._block(handler.body, inner))
        way = merged(names, ways)
        if not node.finalbody:
            return way
        self._holders.forget([node], names if way is not None else before)
        ends = self._block(node.finalbody, names if way is not None else before)
        return names if way is not None and ends is not None else None

    run_trystar = run_try

    def run_match(self, node: Any, names: Names) -> Names | None:
        self.read(node.subject, names)
        ways: list[Names | None] = [dict(names)]
        for case in node.cases:
            inner = dict(names)
            for name in bound_in(case.pattern):
                if name:
                    self._holders.bind(name, UNKNOWN, inner)
            self.read(case.guard, inner)
            ways.append(self._block(case.body, inner))
        return merged(names, ways)

    def run_import(self, node: ast.Import | ast.ImportFrom, names: Names) -> Names:
        for name, module, member in imported(node):
            value = module_member(module, member) if member else module_value(module)
            self._holders.bind(name, value, names)
        return names

    run_importfrom = run_import

    # --- definitions ----------------------------------------------------------------------------

    def run_functiondef(self, node: FunctionNode, names: Names) -> Names:
        for each in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
            self.read(each, names)
        if node not in self._functions:
            self._functions[node] = FunctionFacts(node)
        facts = self._functions[node]
        facts.annotated = annotated(node.returns, names, self._holders, "annotation of a result")
        in_class = self._holders.scope.kind is ScopeKind.CLASS
        if not facts.is_rebinding:
            known = facts.is_plain or facts.is_property or len(facts.node.decorator_list) < 2
            word = "object" if facts.is_property else "callable"
            words = frozenset({word}) if known else frozenset[str]()
            rule = "function" if facts.is_plain else "decorated function"
            self._holders.bind(node.name, Certain(words, rule, facts), names)
        self._waiting.append((node, self._holders.scope, self._class if in_class else None))
        return names

    run_asyncfunctiondef = run_functiondef

    def run_classdef(self, node: ast.ClassDef, names: Names) -> Names:
        for each in node.decorator_list:
            self.read(each, names)
        bases = [self._base(each, names) for each in node.bases]
        for keyword in node.keywords:
            self.read(keyword.value, names)
        facts = self._classes.setdefault(node, ClassFacts(node))
        facts.bases = tuple(bases)
        around, around_class = self._holders.scope, self._class
        self._holders.scope, self._class = self._holders.scope_of(node), facts
        self._block(node.body, {})
        self._holders.scope, self._class = around, around_class
        self._holders.bind(node.name, Certain(frozenset({"callable"}), "class", facts), names)
        return names

    def _base(self, node: ast.expr, names: Names) -> Certain:
        value = self.read(node, names)
        if isinstance(node, ast.Subscript):
            return self._holders.meant(node.value, names)
        return value

    def later(self, node: ast.Lambda) -> None:
        """The body of a function is read when all around it is known."""
        self._waiting.append((node, self._holders.scope, None))

    def _function_body(self, node: Any, around: Scope, of: ClassFacts | None) -> None:
        holders, facts = self._holders, self._functions.get(node)
        holders.scope = around
        given = parameters(node, holders, facts, of)
        holders.scope = holders.scope_of(node)
        names: Names = {}
        for name, value in given.items():
            holders.bind(name, value, names)
        if facts is None:
            self.read(node.body, names)
            return
        self._class, self._receiver = of, receiver_of(facts) if of is not None else ""
        self._returns = []
        if self._block(node.body, names) is not None:
            self._returns.append(_NOTHING)
        self._class, self._receiver = None, ""
        facts.returned = UNKNOWN
        if self._returns:
            whole = self._returns[0]
            for value in self._returns[1:]:
                whole = joined(whole, value)
            facts.returned = replace(widened(whole), rule="result of a function")


def _caught(handler: ast.ExceptHandler) -> Certain:
    """An exception is an object; the errors of HTTP are answers too, which are entered."""
    words = {"object"} if handler.type and "HTTP" not in ast.unparse(handler.type) else set[str]()
    return Certain(frozenset(words), "exception")
