"""How do values flow through the statements of a function?"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from swerve.source.syntax import FunctionNode, all_arguments, dotted, modules_of
from swerve.source.syntax.scopes import imported

from ._calls import class_names
from ._recording import Notes
from ._surroundings import Surroundings, text_of
from ._values import NO_EXIT, Values
from .classes import CoarseClass
from .locating import Version
from .seen import NOTHING, FlowValue, merged, of_class
from .usage import Kind, Usage, remember_name

#: What names stood for at the end of loops and functions, by the ids of these.
Ends: TypeAlias = Mapping[int, dict[str, FlowValue]]
_EXITS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_ENDS = (ast.Return, ast.Raise)
_IMPORT_ERRORS = ("ImportError", "ModuleNotFoundError")


class Statements(Values):
    """Reads statements in order, following what local names stand for.

    A function is read twice: what the first reading found at the end of a loop, or of a function
    around a closure, is what the second one may meet at its start.
    """

    def __init__(self, notes: Notes, version: Version, file: Surroundings, earlier: Ends) -> None:
        super().__init__(notes, version, file)
        #: From when they were read before.
        self._earlier = earlier
        self.ends: dict[int, dict[str, FlowValue]] = {}

    def module(self, node: ast.Module) -> None:
        """Read code that stands in no function."""
        self.block(node.body)
        self.ends[id(node)] = self.env

    def function(self, node: FunctionNode, *, nested: bool) -> None:
        """Read a function's body, with its parameters as names of their own."""
        for argument in all_arguments(node.args):
            path = self.canonical(argument.arg)
            self.env[argument.arg] = FlowValue((path,))
            self.notes.site(path, Kind.NAME, path)
            usage = self.notes.usages.at(path)
            if argument.annotation is not None:
                starred = argument in (node.args.vararg, node.args.kwarg)
                place = usage if not starred else self.notes.usages.at(f"{path}[]")
                remember_name(place.annotations, text_of(argument.annotation))
            if not nested:
                remember_name(self.notes.usages.parameters, path)
        if node.args.vararg is not None:
            remember_name(self._at(node.args.vararg.arg).annotations, "tuple")
        if node.args.kwarg is not None:
            remember_name(self._at(node.args.kwarg.arg).annotations, "dict")
        positional = [*node.args.posonlyargs, *node.args.args]
        defaults = node.args.defaults
        for argument, default in zip(reversed(positional), reversed(defaults), strict=False):
            self._default(argument.arg, default)
        for argument, maybe in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
            if maybe is not None:
                self._default(argument.arg, maybe)
        body = node.body
        if _is_docstring(body[0]):
            body = body[1:]
        self.block(body)
        self.ends[id(node)] = self.env

    def _at(self, name: str) -> Usage:
        return self.notes.usages.at(self.canonical(name))

    def _default(self, name: str, default: ast.expr) -> None:
        seen = self.read(default)
        self.notes.instead(FlowValue((self.canonical(name),)), seen)

    # --- plain statements -------------------------------------------------------------------

    def run_expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        seen = self.read(node.value)
        if isinstance(node.value, (ast.Await, ast.Call)):
            for path in seen.paths:
                if path.endswith("()"):
                    self.notes.usages.at(path).is_statement = True

    def run_augassign(self, node: ast.AugAssign) -> None:
        right = self.read(node.value)
        target = node.target
        if isinstance(target, ast.Name):
            left = self.read_name(ast.Name(target.id, ast.Load()))
            found = merged(left, self.combined(left, node.op, right))
            self.env[target.id] = found._replace(constants=(), parts=(), is_exact=False)
            return
        read = (
            ast.Attribute(target.value, target.attr, ast.Load())
            if isinstance(target, ast.Attribute)
            else ast.Subscript(target.value, target.slice, ast.Load())
        )
        self.combined(self.read(read), node.op, right)
        if isinstance(target, ast.Subscript):
            self.bind(target, NOTHING)

    def run_annassign(self, node: ast.AnnAssign) -> None:
        text = text_of(node.annotation)
        if node.value is None:
            if isinstance(node.target, ast.Name):
                self.local.add(node.target.id)
            return
        seen = self.read(node.value)
        for usage in self.notes.of(seen):
            remember_name(usage.annotations, text)
        if isinstance(node.target, ast.Attribute):
            for path in self.read(node.target.value).paths:
                place = self.notes.usages.at(f"{path}.{node.target.attr}")
                remember_name(place.annotations, text)
        self.bind(node.target, seen)

    def run_raise(self, node: ast.Raise) -> None:
        for part in (node.exc, node.cause):
            if part is None:
                continue
            seen = self.read(part)
            for usage in self.notes.of(seen):
                usage.raised = True
            if isinstance(part, ast.Call):
                for usage in self.notes.of(self.read(part.func)):
                    usage.raised = True

    def run_assert(self, node: ast.Assert) -> None:
        self.test(node.test, frozenset((False,)))
        if node.msg is not None:
            self.read(node.msg)

    def run_import(self, node: ast.Import | ast.ImportFrom) -> None:
        for module in modules_of(node):
            for name in (name for clause in self.notes.expected for name in clause):
                if name in _IMPORT_ERRORS:
                    remember_name(self.notes.usages.at(f"import {module}").raises, name)
        for name, module, member in imported(node):
            path = self.canonical(name)
            self.notes.usages.free_names.add(path)
            self.notes.usages.imported.add(path)
            self.notes.site(path, Kind.NAME, path)
            origin = f"{module}.{member}" if member else module
            self.env[name] = FlowValue((path,), origin=origin)

    run_importfrom = run_import

    def run_delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                base = self.read(target.value)
                if not isinstance(target.slice, ast.Slice):
                    self.notes.subscripted(base, self.read(target.slice))
                self.notes.operator(base, "del[]")
            elif isinstance(target, ast.Attribute):
                for usage in self.notes.of(self.read(target.value)):
                    usage.attributes.add(target.attr)

    def run_global(self, node: ast.Global) -> None:
        for name in node.names:
            self.local.discard(name)
            self.read_name(ast.Name(name, ast.Load()))

    # --- blocks -----------------------------------------------------------------------------

    def run_if(self, node: ast.If) -> None:
        exits = {True} if _leaves(node.body) else set()
        if node.orelse and _leaves(node.orelse):
            exits.add(False)
        self.test(node.test, frozenset(exits))
        self._instead_of_none(node)
        self.choose(node)

    def choose(self, node: ast.If) -> None:
        """Read both branches; those that end in a way out say nothing about what follows."""
        before = dict(self.env)
        with self.given(node.test, True):
            self.block(node.body)
        after_body = self.env
        self.env = before
        with self.given(node.test, False):
            self.block(node.orelse)
        if node.orelse and _ends(node.orelse):
            self.env = after_body
        elif not _ends(node.body):
            self._join(after_body)

    def _instead_of_none(self, node: ast.If) -> None:
        """Note what `if x is None: x = []` and `if not x: x = []` put in its place."""
        test = node.test
        asked: ast.expr | None = None
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Is, ast.Eq)):
            other = test.comparators[0]
            if isinstance(other, ast.Constant) and other.value is None:
                asked = test.left
        elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            asked = test.operand
        if asked is None or not isinstance(asked, (ast.Name, ast.Attribute)):
            return
        for child in node.body:
            if isinstance(child, ast.Assign) and any(
                ast.dump(target).replace("Store()", "Load()") == ast.dump(asked)
                for target in child.targets
            ):
                self.notes.instead(self.read(asked), self.read(child.value))

    @contextmanager
    def looping(self, node: ast.For | ast.AsyncFor | ast.While) -> Iterator[None]:
        """Read the body of a loop: what names stand for at its end, they may at its start."""
        earlier = self._earlier.get(id(node))
        if earlier:
            self._join({name: seen for name, seen in earlier.items() if name in self.env})
        if isinstance(node, ast.While):
            self.condition(node.test)
        before = dict(self.env)
        yield
        self.ends[id(node)] = dict(self.env)
        self._join(before)

    def _join(self, other: dict[str, FlowValue]) -> None:
        """Go on with what names stand for here or in another way to get here."""
        env = self.env
        for name, seen in other.items():
            here = env.get(name)
            env[name] = seen if here is None or here is seen else merged(here, seen)

    def run_with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            seen = self.read(item.context_expr)
            for usage in self.notes.of(seen):
                usage.entered = True
            if item.optional_vars is not None:
                # By convention the same path, though what entering gives may be anything.
                self.bind(item.optional_vars, seen._replace(origin="", is_exact=False))
        self.block(node.body)

    def run_try(self, node: ast.Try) -> None:
        before = dict(self.env)
        names = [name for handler in node.handlers for name in _caught_names(handler)]
        with self.notes.expecting(tuple(dict.fromkeys(names))):
            self.block(node.body)
        self.block(node.orelse)
        after = self.env
        for position, handler in enumerate(node.handlers):
            self.env = dict(before)
            if position == 0:
                self._join(after)
            self._handler(handler)
            if not _ends(handler.body):
                kept, self.env = self.env, after
                self._join(kept)
                after = self.env
        self.env = after
        self.block(node.finalbody)

    def _handler(self, handler: ast.ExceptHandler) -> None:
        if handler.type is not None:
            caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            for one in caught:
                for usage in self.notes.of(self.read(one)):
                    usage.caught = True
        if handler.name:
            self.env[handler.name] = of_class(CoarseClass.OBJECT)
        self.block(handler.body)

    def run_match(self, node: ast.Match) -> None:
        subject = self.read(node.subject)
        before = dict(self.env)
        for case in node.cases:
            kept, self.env = self.env, dict(before)
            self._match_pattern(case.pattern, subject)
            if case.guard is not None:
                self.test(case.guard, NO_EXIT)
            self.block(case.body)
            if not _ends(case.body):
                self._join(kept)
            else:
                self.env = kept

    def _match_pattern(self, pattern: ast.pattern, subject: FlowValue) -> None:
        """Note what a pattern asks of a value, and bind the names in it."""
        notes = self.notes
        if isinstance(pattern, ast.MatchValue):
            seen = self.read(pattern.value)
            notes.operator(subject, "==", seen)
            notes.compared(subject, seen.constants)
        elif isinstance(pattern, ast.MatchSingleton):
            if pattern.value is None:
                for usage in notes.of(subject):
                    usage.none_tested = True
            else:
                notes.compared(subject, [pattern.value])
        elif isinstance(pattern, ast.MatchOr):
            for part in pattern.patterns:
                self._match_pattern(part, subject)
        elif isinstance(pattern, ast.MatchAs):
            if pattern.pattern is not None:
                self._match_pattern(pattern.pattern, subject)
            if pattern.name is not None:
                self.env[pattern.name] = subject
        elif isinstance(pattern, ast.MatchStar):
            if pattern.name is not None:
                self.env[pattern.name] = FlowValue(element=subject)
        elif isinstance(pattern, ast.MatchSequence):
            asked = [
                (getattr(part, "name", None) or "", isinstance(part, ast.MatchStar))
                for part in pattern.patterns
            ]
            for part, seen in zip(
                pattern.patterns, self.parts.unpacked(subject, asked), strict=True
            ):
                self._match_pattern(part, seen)
        elif isinstance(pattern, ast.MatchMapping):
            for key, part in zip(pattern.keys, pattern.patterns, strict=True):
                self._match_pattern(part, self.item(subject, self.read(key)))
            for usage in notes.of(subject):
                usage.keys.update(dict.fromkeys(usage.keys, True))
            if pattern.rest is not None:
                self.env[pattern.rest] = subject
        elif isinstance(pattern, ast.MatchClass):
            self.read(pattern.cls)
            notes.held_against(subject, [dotted(pattern.cls)])
            for name, part in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
                reached = FlowValue(notes.reached(subject, f".{name}", Kind.ATTRIBUTE, name))
                for usage in notes.of(subject):
                    usage.attributes.add(name)
                self._match_pattern(part, reached)
            for part in pattern.patterns:
                self._match_pattern(part, subject)

    # --- definitions inside -----------------------------------------------------------------

    def run_functiondef(self, node: FunctionNode) -> None:
        """Read a function inside: it sees what names stand for in the end."""
        for decorator in node.decorator_list:
            self.read(decorator)
        self.env[node.name] = of_class(CoarseClass.CALLABLE)
        before = dict(self.env)
        local = set(self.local)
        for end in self._earlier.values():
            self._join({name: seen for name, seen in end.items() if name not in before})
        self.function(node, nested=True)
        self.env = before
        self.local = local

    def run_classdef(self, node: ast.ClassDef) -> None:
        for expression in [*node.decorator_list, *node.bases]:
            self.read(expression)
        for keyword in node.keywords:
            self.read(keyword.value)
        before = dict(self.env)
        self.block(node.body)
        self.env = before
        self.env[node.name] = of_class(CoarseClass.CALLABLE)


def _caught_names(handler: ast.ExceptHandler) -> list[str]:
    names = ["Exception"] if handler.type is None else class_names(handler.type)
    for node in ast.walk(handler) if handler.name else ():  # it may be told apart only inside
        arguments = node.args if isinstance(node, ast.Call) else []
        asked = [dotted(each) for each in (getattr(node, "func", None), *arguments[:1]) if each]
        if asked == ["isinstance", handler.name]:
            names += [name for each in arguments[1:] for name in class_names(each)]
    return names


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _leaves(block: Sequence[ast.stmt]) -> bool:
    """Whether a block ends in a way out, a call of `exit` included."""
    last = block[-1]
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        return dotted(last.value.func) in ("sys.exit", "exit", "quit", "os._exit")
    return isinstance(last, _EXITS)


def _ends(block: Sequence[ast.stmt]) -> bool:
    return bool(block) and isinstance(block[-1], _ENDS)
