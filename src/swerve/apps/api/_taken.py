"""Which text stands for a function of this process, with all that it needs?

Functions travel to workers as text, never as objects. What a function reads goes along: other
functions and classes as their source, what is installed as an import, plain values as literals,
and anything else as the statement that made it. Variables of enclosing functions become globals.
"""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import linecache
import sys
import sysconfig
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple, TypeGuard

from swerve.model.errors import SourceMissing

from ._own_text import LAZY_ANNOTATIONS, has_own_text

_FUTURE = "from __future__ import annotations"
_LONGEST_LITERAL = 200_000
_HINT = "Give source text instead of functions, including everything they need."


class Taken(NamedTuple):
    """A module made of a function and what it needs."""

    text: str
    #: The function, qualified as in the text.
    name: str


def taken(function: Callable[..., object]) -> Taken:
    """The text of a function and of what it reads. Raises `SourceMissing` where that is lost."""
    plain = _plain(function)
    taking = _Taking()
    owner, dot, _ = plain.__qualname__.rpartition(".")
    if dot and not owner.endswith("<locals>"):
        if "<locals>" in owner or "." in owner:
            raise SourceMissing(f"`{plain.__qualname__}` is a method of an inner class.", _HINT)
        surroundings = _surroundings(plain)
        if owner not in surroundings.names:
            raise SourceMissing(f"The class `{owner}` of `{plain.__name__}` was not found.", _HINT)
        cls = surroundings.names[owner]
        if isinstance(cls, type) and plain not in map(_unwrapped, _functions_in(cls)):
            raise _lost(plain)  # the name stands for another class now
        taking.name(owner, surroundings)
        return Taken(taking.text(), f"{owner}.{plain.__name__}")
    name = taking.function(plain)
    return Taken(taking.text(), name)


def _plain(function: object) -> FunctionType:
    if isinstance(function, MethodType):
        function = function.__func__
    if callable(function):
        function = inspect.unwrap(function)
    if not isinstance(function, FunctionType):
        raise SourceMissing(
            f"{function!r} is not a function written in Python.",
            "Give two functions, or their source text.",
        )
    return function


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What a piece of code sees: names with their values, and the texts that made them."""

    names: Mapping[str, object]
    #: Last first.
    texts: tuple[str, ...]


def _surroundings(function: FunctionType) -> _Surroundings:
    enclosed: dict[str, object] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            enclosed[name] = cell.cell_contents
        except ValueError:  # not bound yet
            continue
    names = {**function.__globals__, **enclosed}
    own = "".join(linecache.getlines(function.__code__.co_filename, function.__globals__))
    cells = names.get("In")  # what a notebook ran
    earlier = [each for each in cells if isinstance(each, str)] if isinstance(cells, list) else []
    return _Surroundings(names, (own, *reversed(earlier)))


@dataclass(slots=True)
class _Taking:
    """Gathers the parts of a module, what is needed before what needs it."""

    #: Name -> the statement that binds it.
    parts: dict[str, str] = field(default_factory=dict)
    #: What is being looked at: functions may need each other.
    _begun: dict[str, object] = field(default_factory=dict)
    _has_future: bool = False

    def text(self) -> str:
        """The whole module."""
        imports = [part for part in self.parts.values() if part.startswith(("import ", "from "))]
        others = [part for part in self.parts.values() if part not in imports]
        head = [_FUTURE] if self._has_future else []
        return "\n\n\n".join(["\n".join([*head, *imports]), *others]).strip("\n") + "\n"

    def function(self, function: FunctionType) -> str:
        """Take a function; the name that it goes by."""
        name = function.__name__
        source = _as_def(function) if name == "<lambda>" else _source(function)
        if name == "<lambda>":
            name = "function"
        if function.__code__.co_flags & LAZY_ANNOTATIONS:
            self._has_future = True
        around = _surroundings(function)
        _need_own_defaults(function, source, around.names)
        self._piece(name, function, source, around)
        self._attributes(name, function, source)
        return name

    def _attributes(self, name: str, function: FunctionType, source: str) -> None:
        """Take what statements have put on a function; what its decorators have, they do again."""
        if source.startswith("@"):
            return
        for key, value in vars(function).items():
            literal = _literal(value)
            if literal is None:
                why = f"`{name}.{key}` is not a plain value, so it cannot be copied."
                raise SourceMissing(why, _HINT)
            self.parts[f"{name}.{key}"] = f"{name}.{key} = {literal}"

    def name(self, name: str, around: _Surroundings, *, is_needed: bool = True) -> None:
        """Take whatever a name stands for."""
        if name not in around.names or name in ("__name__", "__file__", "__doc__"):
            return  # of the builtins, or as missing there as here
        value = around.names[name]
        if self._is_begun(name, value):
            return
        try:
            self._value(name, value, around)
        except SourceMissing:
            if is_needed:
                raise

    def _value(self, name: str, value: object, around: _Surroundings) -> None:
        if statement := _imported(name, value):
            self._add(name, value, statement)
        elif isinstance(value, FunctionType) and value.__name__ != "<lambda>":
            bound = self.function(_plain(value))
            if bound != name:
                self._add(name, value, f"{name} = {bound}")
        elif isinstance(value, type):
            self._class(name, value, around)
        elif (literal := _literal(value)) is not None:
            self._add(name, value, f"{name} = {literal}")
        else:
            self._piece(name, value, _assignment(name, value, around), around)

    def _class(self, name: str, value: type, around: _Surroundings) -> None:
        methods = [each for each in _functions_in(value) if _is_written(each)]
        for method in methods:
            if not has_own_text(method):
                raise _lost(method)
        for each in (*map(_surroundings, methods), around):
            for text in each.texts:
                node = _last(text, lambda one: _is_class(one, value.__name__))
                if node is not None:
                    source = _lines(text, node)
                    self._piece(value.__name__, value, source, each)
                    if value.__name__ != name:
                        self._add(name, value, f"{name} = {value.__name__}")
                    return
        raise SourceMissing(f"The source of the class `{name}` is not available.", _HINT)

    def _piece(self, name: str, value: object, source: str, around: _Surroundings) -> None:
        """Take a piece of source, after what it reads."""
        if self._is_begun(name, value):
            return
        self._begun[name] = value
        needed, told = _reads(source)
        for each in sorted(needed):
            self.name(each, around)
        for each in sorted(told - needed):
            self.name(each, around, is_needed=False)
        self.parts[name] = source

    def _add(self, name: str, value: object, statement: str) -> None:
        if not self._is_begun(name, value):
            self._begun[name] = value
            self.parts[name] = statement

    def _is_begun(self, name: str, value: object) -> bool:
        if name not in self._begun:
            return False
        there = self._begun[name]
        if there is not value and _unwrapped(there) is not _unwrapped(value):
            raise SourceMissing(f"The name `{name}` refers to two different objects.", _HINT)
        return True


def _unwrapped(value: object) -> object:
    return inspect.unwrap(value) if callable(value) else value


# --- where text comes from ------------------------------------------------------------------------


def _source(function: FunctionType) -> str:
    try:
        source = textwrap.dedent(inspect.getsource(function))
        tree = ast.parse(source)
    except (OSError, TypeError, SyntaxError, IndentationError) as error:
        raise _lost(function) from error
    if not has_own_text(function):
        raise _lost(function)
    for node in ast.walk(tree):
        if isinstance(node, ast.Nonlocal) and not set(node.names).isdisjoint(
            function.__code__.co_freevars
        ):
            raise SourceMissing(
                f"`{function.__qualname__}` assigns to variables of its enclosing function.", _HINT
            )
    return source.strip("\n")


def _lost(function: FunctionType) -> SourceMissing:
    return SourceMissing(
        f"The source of `{function.__qualname__}` is not available: it does not come from a file "
        "or a notebook, or the file has changed since.",
        _HINT,
    )


def _need_own_defaults(function: FunctionType, source: str, names: Mapping[str, object]) -> None:
    """Raise where a default that the text names is no longer what the function took then."""
    node = ast.parse(source).body[0]
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return
    told = dict(
        zip((each.arg for each in node.args.kwonlyargs), node.args.kw_defaults, strict=True)
    )
    taken_then = function.__kwdefaults__ or {}
    defaults = [
        *zip(node.args.defaults, function.__defaults__ or (), strict=False),
        *((told.get(name), value) for name, value in taken_then.items()),
    ]
    for default, value in defaults:
        if isinstance(default, ast.Name) and not _is_same(names.get(default.id, value), value):
            raise SourceMissing(
                f"`{default.id}`, a default of `{function.__qualname__}`, has changed its value.",
                _HINT,
            )


def _is_same(one: object, other: object) -> bool:
    return one is other or (_literal(one) is not None and _literal(one) == _literal(other))


def _as_def(function: FunctionType) -> str:
    """A lambda as a function with a name."""
    if not has_own_text(function):
        raise _lost(function)
    lines = linecache.getlines(function.__code__.co_filename, function.__globals__)
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError as error:
        raise SourceMissing("The source of the lambda is not available.", _HINT) from error
    code = function.__code__
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Lambda)
        and node.lineno == code.co_firstlineno
        and _arguments(node) == code.co_varnames[: len(_arguments(node))]
    ]
    if len({ast.dump(node) for node in found}) != 1:
        raise SourceMissing(
            f"Line {code.co_firstlineno} has several lambdas that cannot be distinguished.", _HINT
        )
    made = ast.FunctionDef(
        name="function", args=found[0].args, body=[ast.Return(found[0].body)], decorator_list=[]
    )
    if sys.version_info >= (3, 12):
        made.type_params = []
    return ast.unparse(ast.fix_missing_locations(made))


def _arguments(node: ast.Lambda) -> tuple[str, ...]:
    args = node.args
    return tuple(each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs))


def _assignment(name: str, value: object, around: _Surroundings) -> str:
    for text in around.texts:
        node = _last(text, lambda one: name in _bound(one))
        if node is not None:
            return _lines(text, node)
    shown = repr(type(value).__name__)
    raise SourceMissing(
        f"`{name}`, a {shown} that the function needs, cannot be copied: it is not a plain value, "
        "and no statement in the same file or notebook creates it.",
        _HINT,
    )


def _bound(node: ast.stmt) -> Iterator[str]:
    """Names that a plain assignment binds."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
        yield node.target.id


def _is_class(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.ClassDef) and node.name == name


def _last(text: str, is_it: Callable[[ast.stmt], object]) -> ast.stmt | None:
    """The last statement of a text, outside functions, that fits."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError):
        return None  # a cell with magic in it
    return next((node for node in reversed(body) if is_it(node)), None)


def _lines(text: str, node: ast.stmt) -> str:
    decorators = node.decorator_list if isinstance(node, ast.ClassDef) else []
    first = min([node.lineno, *(each.lineno for each in decorators)])
    return "\n".join(text.split("\n")[first - 1 : node.end_lineno])


# --- what text reads ------------------------------------------------------------------------------


def _reads(source: str) -> tuple[set[str], set[str]]:
    """Global names that code reads when it runs, and with those that annotations name."""
    lazily = set(_globals(compile(f"{_FUTURE}\n{source}", "<taken>", "exec", dont_inherit=True)))
    eagerly = set(_globals(compile(source, "<taken>", "exec", dont_inherit=True)))
    return lazily, eagerly


def _globals(code: CodeType) -> Iterator[str]:
    for each in dis.get_instructions(code):
        if each.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield str(each.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals(constant)


# --- values ---------------------------------------------------------------------------------------


def _imported(name: str, value: object) -> str:
    """The statement that imports what is installed; empty for anything else."""
    if isinstance(value, ModuleType):
        module = value.__name__
        if not _is_installed(module):
            raise SourceMissing(
                f"`{name}` is a module of your project, which is not copied.",
                "Check the project instead: swerve.check(folder).",
            )
        return f"import {module}" if module == name else f"import {module} as {name}"
    home = getattr(value, "__module__", None)
    qualname = getattr(value, "__qualname__", getattr(value, "__name__", None))
    if not (isinstance(home, str) and isinstance(qualname, str) and _is_installed(home)):
        return ""
    if getattr(sys.modules.get(home), qualname, None) is not value:
        return ""
    if home == "builtins":
        return "" if getattr(builtins, name, None) is value else f"{name} = {qualname}"
    return f"from {home} import {qualname}" + ("" if qualname == name else f" as {name}")


def _is_installed(module: str) -> bool:
    """Whether workers, in the same interpreter, can import it too."""
    found = sys.modules.get(module)
    if found is None or module == "__main__":
        return False
    file = getattr(found, "__file__", None)
    if file is None:  # built in, or a namespace
        return module in sys.builtin_module_names or module in sys.stdlib_module_names
    places = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return any(Path(place) in Path(file).parents for place in places if place)


def _literal(value: object) -> str | None:
    """A plain value as Python writes it; None for anything else."""
    if not _is_plain(value):
        return None
    shown = repr(value)
    return shown if len(shown) <= _LONGEST_LITERAL else None


def _is_plain(value: Any, depth: int = 0) -> bool:
    if value is None or type(value) in (bool, int, str, bytes):
        return True
    if type(value) is float:
        return _is_finite(value)
    if type(value) is complex:
        return repr(value).strip("-()").replace(".", "").isalnum() and _is_finite(value)
    if depth > 20:
        return False
    if type(value) in (list, tuple):
        return all(_is_plain(each, depth + 1) for each in value)
    if type(value) is set:
        return bool(value) and all(_is_plain(each, depth + 1) for each in value)
    if type(value) is dict:
        return all(_is_plain(each, depth + 1) for pair in value.items() for each in pair)
    return False


def _is_finite(value: complex) -> bool:
    return value - value == 0


def _functions_in(cls: type) -> Iterator[object]:
    """What a class defines, without what that is wrapped in."""
    for value in vars(cls).values():
        if isinstance(value, (staticmethod, classmethod)):
            yield value.__func__
        elif isinstance(value, property):
            yield from (value.fget, value.fset, value.fdel)
        else:
            yield value


def _is_written(value: object) -> TypeGuard[FunctionType]:
    return isinstance(value, FunctionType) and not value.__code__.co_filename.startswith("<string")
