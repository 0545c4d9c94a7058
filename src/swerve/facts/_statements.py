"""How do values flow through the statements of a function?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from swerve.facts._calls import class_names
from swerve.facts._operators import combined
from swerve.facts._surroundings import text_of
from swerve.facts._values import NO_EXIT, Values, bind_element
from swerve.facts.classes import CoarseClass
from swerve.facts.seen import NOTHING, Seen, merged, of_class
from swerve.facts.usage import Kind, Usage, remember_name
from swerve.source.syntax import FunctionNode, all_arguments, dotted
from swerve.source.syntax.scopes import imported

_EXITS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_ENDS = (ast.Return, ast.Raise)
_IMPORT_ERRORS = ("ImportError", "ModuleNotFoundError")


class Statements:
    """Reads statements in order, following what local names stand for.

    A function is read twice: what the first reading found at the end of a loop, or of a function
    around a closure, is what the second one may meet at its start.
    """

    def __init__(self, values: Values, earlier: Mapping[int, dict[str, Seen]]) -> None:
        self.values = values
        self.notes = values.notes
        #: What names stood for at the end of loops and functions, when they were read before.
        self._earlier = earlier
        self.ends: dict[int, dict[str, Seen]] = {}
        self._readers: dict[type, Callable[..., None]] = {
            ast.Expr: self._expression,
            ast.Assign: self._assign,
            ast.AugAssign: self._augmented,
            ast.AnnAssign: self._annotated,
            ast.If: self._if,
            ast.For: self._for,
            ast.AsyncFor: self._for,
            ast.While: self._while,
            ast.With: self._with,
            ast.AsyncWith: self._with,
            ast.Try: self._try,
            ast.Raise: self._raise,
            ast.Assert: self._assert,
            ast.Import: self._import,
            ast.ImportFrom: self._import,
            ast.FunctionDef: self.nested,
            ast.AsyncFunctionDef: self.nested,
            ast.ClassDef: self._class,
            ast.Match: self._match,
            ast.Delete: self._delete,
            ast.Global: self._global,
        }
        if hasattr(ast, "TryStar"):
            self._readers[ast.TryStar] = self._try

    def block(self, nodes: Sequence[ast.stmt]) -> None:
        """Read statements in order."""
        for node in nodes:
            reader = self._readers.get(type(node))
            if reader is not None:
                reader(node)
            else:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self.values.read(child)

    def module(self, node: ast.Module) -> None:
        """Read code that stands in no function."""
        self.block(node.body)
        self.ends[id(node)] = self.values.env

    def function(self, node: FunctionNode, *, nested: bool) -> None:
        """Read a function's body, with its parameters as names of their own."""
        values = self.values
        for argument in all_arguments(node.args):
            path = values.canonical(argument.arg)
            values.env[argument.arg] = Seen((path,))
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
        self.ends[id(node)] = values.env

    def _at(self, name: str) -> Usage:
        return self.notes.usages.at(self.values.canonical(name))

    def _default(self, name: str, default: ast.expr) -> None:
        seen = self.values.read(default)
        self.notes.instead(Seen((self.values.canonical(name),)), seen)

    # --- plain statements -------------------------------------------------------------------

    def _expression(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        seen = self.values.read(node.value)
        if isinstance(node.value, (ast.Await, ast.Call)):
            for path in seen.paths:
                if path.endswith("()"):
                    self.notes.usages.at(path).is_statement = True

    def _assign(self, node: ast.Assign) -> None:
        seen = self.values.read(node.value)
        for target in node.targets:
            self.values.bind(target, seen)

    def _augmented(self, node: ast.AugAssign) -> None:
        right = self.values.read(node.value)
        target = node.target
        if isinstance(target, ast.Name):
            left = self.values.name(ast.Name(target.id, ast.Load()))
            found = merged(left, combined(self.notes, left, node.op, right))
            self.values.env[target.id] = found._replace(constants=(), parts=(), is_exact=False)
            return
        read = (
            ast.Attribute(target.value, target.attr, ast.Load())
            if isinstance(target, ast.Attribute)
            else ast.Subscript(target.value, target.slice, ast.Load())
        )
        combined(self.notes, self.values.read(read), node.op, right)
        if isinstance(target, ast.Subscript):
            self.values.bind(target, NOTHING)

    def _annotated(self, node: ast.AnnAssign) -> None:
        text = text_of(node.annotation)
        if node.value is None:
            if isinstance(node.target, ast.Name):
                self.values.local.add(node.target.id)
            return
        seen = self.values.read(node.value)
        for usage in self.notes.of(seen):
            remember_name(usage.annotations, text)
        if isinstance(node.target, ast.Attribute):
            for path in self.values.read(node.target.value).paths:
                place = self.notes.usages.at(f"{path}.{node.target.attr}")
                remember_name(place.annotations, text)
        self.values.bind(node.target, seen)

    def _raise(self, node: ast.Raise) -> None:
        for part in (node.exc, node.cause):
            if part is None:
                continue
            seen = self.values.read(part)
            for usage in self.notes.of(seen):
                usage.raised = True
            if isinstance(part, ast.Call):
                for usage in self.notes.of(self.values.read(part.func)):
                    usage.raised = True

    def _assert(self, node: ast.Assert) -> None:
        self.values.test(node.test, frozenset((False,)))
        if node.msg is not None:
            self.values.read(node.msg)

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for module in _modules_of(node):
            for name in (name for clause in self.notes.expected for name in clause):
                if name in _IMPORT_ERRORS:
                    remember_name(self.notes.usages.at(f"import {module}").raises, name)
        for name, module, member in imported(node):
            path = self.values.canonical(name)
            self.notes.usages.free_names.add(path)
            self.notes.usages.imported.add(path)
            self.notes.site(path, Kind.NAME, path)
            origin = f"{module}.{member}" if member else module
            self.values.env[name] = Seen((path,), origin=origin)

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                base = self.values.read(target.value)
                if not isinstance(target.slice, ast.Slice):
                    self.notes.subscripted(base, self.values.read(target.slice))
                self.notes.operator(base, "del[]")
            elif isinstance(target, ast.Attribute):
                for usage in self.notes.of(self.values.read(target.value)):
                    usage.attributes.add(target.attr)

    def _global(self, node: ast.Global) -> None:
        for name in node.names:
            self.values.local.discard(name)
            self.values.name(ast.Name(name, ast.Load()))

    # --- blocks -----------------------------------------------------------------------------

    def _if(self, node: ast.If) -> None:
        exits = {True} if _leaves(node.body) else set()
        if node.orelse and _leaves(node.orelse):
            exits.add(False)
        self.values.test(node.test, frozenset(exits))
        self._instead_of_none(node)
        before = dict(self.values.env)
        with self.values.given(node.test, True):
            self.block(node.body)
        after_body = self.values.env
        self.values.env = before
        with self.values.given(node.test, False):
            self.block(node.orelse)
        if node.orelse and _ends(node.orelse):
            self.values.env = after_body
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
                self.notes.instead(self.values.read(asked), self.values.read(child.value))

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        element = self.values.parts.element(self.values.read(node.iter))
        self._enter_loop(node)
        before = dict(self.values.env)
        bind_element(self.values, node.target, element)
        self.block(node.body)
        self.ends[id(node)] = dict(self.values.env)
        self._join(before)
        self.block(node.orelse)

    def _while(self, node: ast.While) -> None:
        self._enter_loop(node)
        self.values.test(node.test, NO_EXIT)
        before = dict(self.values.env)
        self.block(node.body)
        self.ends[id(node)] = dict(self.values.env)
        self._join(before)
        self.block(node.orelse)

    def _enter_loop(self, node: ast.stmt) -> None:
        earlier = self._earlier.get(id(node))
        if earlier:
            self._join({name: seen for name, seen in earlier.items() if name in self.values.env})

    def _join(self, other: dict[str, Seen]) -> None:
        """Go on with what names stand for here or in another way to get here."""
        env = self.values.env
        for name, seen in other.items():
            here = env.get(name)
            env[name] = seen if here is None or here is seen else merged(here, seen)

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            seen = self.values.read(item.context_expr)
            for usage in self.notes.of(seen):
                usage.entered = True
            if item.optional_vars is not None:
                # By convention the same path, though what entering gives may be anything.
                self.values.bind(item.optional_vars, seen._replace(origin="", is_exact=False))
        self.block(node.body)

    def _try(self, node: ast.Try) -> None:
        before = dict(self.values.env)
        names = [name for handler in node.handlers for name in _caught_names(handler)]
        with self.notes.expecting(tuple(dict.fromkeys(names))):
            self.block(node.body)
        self.block(node.orelse)
        after = self.values.env
        for position, handler in enumerate(node.handlers):
            self.values.env = dict(before)
            if position == 0:
                self._join(after)
            self._handler(handler)
            if not _ends(handler.body):
                kept, self.values.env = self.values.env, after
                self._join(kept)
                after = self.values.env
        self.values.env = after
        self.block(node.finalbody)

    def _handler(self, handler: ast.ExceptHandler) -> None:
        if handler.type is not None:
            caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            for one in caught:
                for usage in self.notes.of(self.values.read(one)):
                    usage.caught = True
        if handler.name:
            self.values.env[handler.name] = of_class(CoarseClass.OBJECT)
        self.block(handler.body)

    def _match(self, node: ast.Match) -> None:
        subject = self.values.read(node.subject)
        before = dict(self.values.env)
        for case in node.cases:
            kept, self.values.env = self.values.env, dict(before)
            _match_pattern(case.pattern, subject, self.values)
            if case.guard is not None:
                self.values.test(case.guard, NO_EXIT)
            self.block(case.body)
            if not _ends(case.body):
                self._join(kept)
            else:
                self.values.env = kept

    # --- definitions inside -----------------------------------------------------------------

    def nested(self, node: FunctionNode) -> None:
        """Read a function inside: it sees what names stand for in the end."""
        for decorator in node.decorator_list:
            self.values.read(decorator)
        self.values.env[node.name] = of_class(CoarseClass.CALLABLE)
        before = dict(self.values.env)
        local = set(self.values.local)
        for end in self._earlier.values():
            self._join({name: seen for name, seen in end.items() if name not in before})
        self.function(node, nested=True)
        self.values.env = before
        self.values.local = local

    def _class(self, node: ast.ClassDef) -> None:
        for expression in [*node.decorator_list, *node.bases]:
            self.values.read(expression)
        for keyword in node.keywords:
            self.values.read(keyword.value)
        before = dict(self.values.env)
        self.block(node.body)
        self.values.env = before
        self.values.env[node.name] = of_class(CoarseClass.CALLABLE)


def _caught_names(handler: ast.ExceptHandler) -> list[str]:
    if handler.type is None:
        return ["Exception"]
    return class_names(handler.type)


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _modules_of(node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""]


def _leaves(block: Sequence[ast.stmt]) -> bool:
    """Whether a block ends in a way out, a call of `exit` included."""
    last = block[-1]
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        return dotted(last.value.func) in ("sys.exit", "exit", "quit", "os._exit")
    return isinstance(last, _EXITS)


def _ends(block: Sequence[ast.stmt]) -> bool:
    return bool(block) and isinstance(block[-1], _ENDS)


def _match_pattern(pattern: ast.pattern, subject: Seen, values: Values) -> None:
    """Note what a pattern asks of a value, and bind the names in it."""
    notes = values.notes
    if isinstance(pattern, ast.MatchValue):
        seen = values.read(pattern.value)
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
            _match_pattern(part, subject, values)
    elif isinstance(pattern, ast.MatchAs):
        if pattern.pattern is not None:
            _match_pattern(pattern.pattern, subject, values)
        if pattern.name is not None:
            values.env[pattern.name] = subject
    elif isinstance(pattern, ast.MatchStar):
        if pattern.name is not None:
            values.env[pattern.name] = Seen(element=subject)
    elif isinstance(pattern, ast.MatchSequence):
        asked = [
            (getattr(part, "name", None) or "", isinstance(part, ast.MatchStar))
            for part in pattern.patterns
        ]
        for part, seen in zip(pattern.patterns, values.parts.unpacked(subject, asked), strict=True):
            _match_pattern(part, seen, values)
    elif isinstance(pattern, ast.MatchMapping):
        for key, part in zip(pattern.keys, pattern.patterns, strict=True):
            _match_pattern(part, values.item(subject, values.read(key)), values)
        for usage in notes.of(subject):
            usage.keys.update(dict.fromkeys(usage.keys, True))
        if pattern.rest is not None:
            values.env[pattern.rest] = subject
    elif isinstance(pattern, ast.MatchClass):
        values.read(pattern.cls)
        notes.held_against(subject, [dotted(pattern.cls)])
        for name, part in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            reached = Seen(notes.reached(subject, f".{name}", Kind.ATTRIBUTE, name))
            for usage in notes.of(subject):
                usage.attributes.add(name)
            _match_pattern(part, reached, values)
        for part in pattern.patterns:
            _match_pattern(part, subject, values)
