"""What do names hold at each place of a file, whichever way its code takes to get there?

A file is gone through several times: what one pass finds out about functions, classes and names
read elsewhere, the next one uses. Nothing is believed at first, so that all that is ever believed
is true.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from swerve.source.syntax import FunctionNode
from swerve.source.syntax.scopes import Scope, ScopeKind, bound_in, imported
from swerve.worker.suite.recording import ITEM, name_of

from ._certain import UNKNOWN, Certain, combined, element_of, joined, widened
from ._expressions import Expressions, Tell
from ._file_facts import ClassFacts, FunctionFacts, module_value
from ._guards import annotated, assuming, parameters, receiver_of
from ._holders import Holders, Names, merged, stepped
from ._known import entered, module_member

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
            self.env = {}
            self.block(self._tree.body)
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

    def bind(self, target: ast.expr, value: Certain) -> None:
        if isinstance(target, ast.Name):
            self._holders.bind(target.id, value, self.env)
        elif isinstance(target, ast.Attribute):
            self.read(target.value)
            if self._class is not None and self._is_receiver(target.value):
                found = self._set.setdefault(self._class, {})
                known = found.get(target.attr)
                found[target.attr] = joined(known, value) if known is not None else value
        elif isinstance(target, ast.Subscript):
            self.read(target.value)
            self.read(target.slice)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, Certain(frozenset({"list", "empty list"}), "star"))
        elif isinstance(target, (ast.Tuple, ast.List)):
            element = element_of(value)
            for each in target.elts:
                self.bind(each, element)

    def _is_receiver(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == self._receiver

    # --- statements -----------------------------------------------------------------------------

    def block(self, statements: Sequence[ast.stmt]) -> bool:
        """Go through statements; whether what follows them is reached."""
        for number, statement in enumerate(statements):
            if self.statement(statement) is False:
                rest = statements[number + 1 :]
                if rest:
                    self._holders.forget(rest, self.env)
                    self.block(rest)
                return False
        return True

    def run_assign(self, node: ast.Assign) -> None:
        value = self.read(node.value)
        if len(node.targets) > 1:
            value = widened(value)
        for target in node.targets:
            if isinstance(target, (ast.Tuple, ast.List)) and isinstance(node.value, ast.Tuple):
                self._spread(target, node.value)
            else:
                self.bind(target, value)

    def _spread(self, target: Any, source: ast.Tuple) -> None:
        """`a, b = 1, ""`: each gets its own."""
        is_apart = len(target.elts) == len(source.elts) and not any(
            isinstance(each, ast.Starred) for each in (*target.elts, *source.elts)
        )
        if not is_apart:
            self.bind(target, UNKNOWN)
            return
        parts = [widened(self.quietly(each)) for each in source.elts]
        for each, part in zip(target.elts, parts, strict=True):
            self.bind(each, part)

    def run_annassign(self, node: ast.AnnAssign) -> None:
        said = annotated(node.annotation, self.env, self._holders, "annotation of a variable")
        given = self.read(node.value)
        kind = self._holders.scope.kind
        if node.value is None and kind is not ScopeKind.CLASS:
            return
        is_local = isinstance(node.target, ast.Name) and kind is ScopeKind.FUNCTION
        if node.value is None or not given.words or given.words == {"object"}:
            value = said
        elif is_local:
            value = given
        else:
            value = joined(given, said)
        self._assign_quietly(node.target, value)

    def run_augassign(self, node: ast.AugAssign) -> None:
        given = self.read(node.value)
        if isinstance(node.target, ast.Name):
            self._holders.step(node.target.id, node.op, given, self.env)
        elif isinstance(node.target, ast.Attribute):
            target = ast.Attribute(node.target.value, node.target.attr, ast.Load())
            value = combined(node.op, self.quietly(target), given)
            if value.words or self._class is None:
                self._assign_quietly(node.target, value)
            elif self._is_receiver(node.target.value):
                self._steps.append((self._class, node.target.attr, node.op, given))

    def _assign_quietly(self, target: ast.expr, value: Certain) -> None:
        """Assign where the recorder leaves the target alone."""
        tell, self._tell = self._tell, lambda *read: None
        self.bind(target, value)
        self._tell = tell

    def run_typealias(self, node: ast.stmt) -> None:
        """Nothing in it is read."""

    run_delete = run_typealias

    def run_return(self, node: ast.Return) -> bool:
        self._returns.append(self.read(node.value) if node.value else _NOTHING)
        return False

    def run_raise(self, node: ast.stmt) -> bool:
        self.read_parts(node)
        return False

    run_continue = run_break = run_raise

    def choose(self, node: ast.If) -> bool:
        """Go through both branches, and on with what names hold after one of them."""
        ways: list[Names | None] = []
        for answer, body in ((True, node.body), (False, node.orelse)):
            with self.given(node.test, answer):
                ways.append(self.env if self.block(body) else None)
        return merged(self.env, ways) is not None

    def run_assert(self, node: ast.Assert) -> None:
        self.read(node.test)
        with self.given(node.test, False):
            self.read(node.msg)
        self.env.update(assuming(node.test, True, self.env, self._holders))

    @contextmanager
    def looping(self, node: ast.For | ast.AsyncFor | ast.While) -> Iterator[None]:
        """Go through the body of a loop; what it binds depends on whether it runs."""
        self._holders.forget([node], self.env)
        before = self.env
        if isinstance(node, ast.While):
            self.read(node.test)
            self.env = assuming(node.test, True, before, self._holders)
        else:
            self.env = dict(before)
        yield
        self.env = before

    def otherwise(self, statements: Sequence[ast.stmt]) -> None:
        """Go through the `else` of a loop, which may or may not run."""
        self.block(statements)
        self._holders.forget(statements, self.env)

    def bind_element(self, target: ast.expr, element: Certain, whole: ast.expr) -> None:
        """An element of what a loop goes over is read at its target."""
        self.bind(target, element)
        if isinstance(target, ast.Name):
            self._tell(ITEM, name_of(whole), target, element)

    def run_with(self, node: ast.With | ast.AsyncWith) -> bool:
        for item in node.items:
            value = self.read(item.context_expr)
            if item.optional_vars is not None:
                is_plain = isinstance(node, ast.With)
                self.bind(item.optional_vars, entered(value) if is_plain else UNKNOWN)
        heads = " ".join(ast.unparse(item.context_expr) for item in node.items)
        if not self.block(node.body) and not any(word in heads for word in _SWALLOWS):
            return False
        self._holders.forget(node.body, self.env)
        return True

    def run_try(self, node: ast.Try) -> bool:
        names, before = self.env, dict(self.env)
        self._holders.forget(node.body, before)
        is_open = self.block(node.body) and self.block(node.orelse)
        ways: list[Names | None] = [dict(names) if is_open else None]
        for handler in node.handlers:
            self.env = dict(before)
            self.read(handler.type)
            if handler.name:
                self._holders.bind(handler.name, _caught(handler), self.env)
            ways.append(self.env if self.block(handler.body) else None)
        self.env = names
        is_open = merged(names, ways) is not None
        if not node.finalbody:
            return is_open
        self.env = names if is_open else before
        self._holders.forget([node], self.env)
        is_open = self.block(node.finalbody) and is_open
        self.env = names
        return is_open

    def run_match(self, node: Any) -> bool:
        self.read(node.subject)
        names = self.env
        ways: list[Names | None] = [dict(names)]
        for case in node.cases:
            self.env = dict(names)
            for name in bound_in(case.pattern):
                if name:
                    self._holders.bind(name, UNKNOWN, self.env)
            self.read(case.guard)
            ways.append(self.env if self.block(case.body) else None)
        self.env = names
        return merged(names, ways) is not None

    def run_import(self, node: ast.Import | ast.ImportFrom) -> None:
        for name, module, member in imported(node):
            value = module_member(module, member) if member else module_value(module)
            self._holders.bind(name, value, self.env)

    run_importfrom = run_import

    # --- definitions ----------------------------------------------------------------------------

    def run_functiondef(self, node: FunctionNode) -> None:
        for each in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
            self.read(each)
        if node not in self._functions:
            self._functions[node] = FunctionFacts(node)
        facts = self._functions[node]
        facts.annotated = annotated(node.returns, self.env, self._holders, "annotation of a result")
        in_class = self._holders.scope.kind is ScopeKind.CLASS
        if not facts.is_rebinding:
            known = facts.is_plain or facts.is_property or len(facts.node.decorator_list) < 2
            word = "object" if facts.is_property else "callable"
            words = frozenset({word}) if known else frozenset[str]()
            rule = "function" if facts.is_plain else "decorated function"
            self._holders.bind(node.name, Certain(words, rule, facts), self.env)
        self._waiting.append((node, self._holders.scope, self._class if in_class else None))

    def run_classdef(self, node: ast.ClassDef) -> None:
        for each in node.decorator_list:
            self.read(each)
        bases = [self._base(each) for each in node.bases]
        for keyword in node.keywords:
            self.read(keyword.value)
        facts = self._classes.setdefault(node, ClassFacts(node))
        facts.bases = tuple(bases)
        around, around_class = self._holders.scope, self._class
        self._holders.scope, self._class = self._holders.scope_of(node), facts
        names, self.env = self.env, {}
        self.block(node.body)
        self.env, self._holders.scope, self._class = names, around, around_class
        self._holders.bind(node.name, Certain(frozenset({"callable"}), "class", facts), self.env)

    def _base(self, node: ast.expr) -> Certain:
        value = self.read(node)
        if isinstance(node, ast.Subscript):
            return self._holders.meant(node.value, self.env)
        return value

    def later(self, node: ast.Lambda) -> None:
        """The body of a function is read when all around it is known."""
        self._waiting.append((node, self._holders.scope, None))

    def _function_body(self, node: Any, around: Scope, of: ClassFacts | None) -> None:
        holders, facts = self._holders, self._functions.get(node)
        holders.scope = around
        given = parameters(node, holders, facts, of)
        holders.scope = holders.scope_of(node)
        self.env = {}
        for name, value in given.items():
            holders.bind(name, value, self.env)
        if facts is None:
            self.read(node.body)
            return
        self._class, self._receiver = of, receiver_of(facts) if of is not None else ""
        self._returns = []
        if self.block(node.body):
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
