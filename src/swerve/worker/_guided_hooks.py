"""What happens where rewritten code asks?

Each hook does what Python does as long as nothing injected is involved.
"""

from __future__ import annotations

import builtins
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path, PurePath
from types import (
    BuiltinFunctionType,
    CoroutineType,
    FunctionType,
    GeneratorType,
    MethodDescriptorType,
    MethodType,
)
from typing import Any

from ._guided_calls import call_outside, outside_result
from ._guided_injected import Injected, injected_at, plain, state_of
from ._guided_sameness import is_equal, is_instance
from ._guided_strangers import CLASSES, StrangeError, Stranger, class_at
from ._guided_surroundings import Surroundings
from ._guided_surroundings_table import TOUCHES
from ._guided_terms import call_term, term
from ._guided_world import STAGE

#: A loop is left after so many rounds, and a run after so many rounds of all its loops.
_MOST_ROUNDS = 200
_MOST_ITERATIONS = 10_000
#: How likely the functions of the file run, instead of having their results made up.
_HELPERS_RUN = 0.85
_RUN_QUESTION = "functions of the file run"
#: How deep to look for injected objects in arguments, and in how many items.
_MOST_DEEP = 3
_MOST_ITEMS = 50
_MOST_ELEMENTS = 30
#: Functions of these modules take numbers, where nothing else is known; all others take texts.
_NUMERIC = frozenset(("math", "cmath", "statistics", "decimal", "fractions", "random", "_random"))
_NUMERIC_NAMES = frozenset(("chr", "bin", "hex", "oct", "range", "pow", "divmod", "sum", "round"))
#: Whose functions may meet injected arguments, and look at nobody's frame.
_CAREFUL_MODULES = frozenset(
    [
        "ast",
        "base64",
        "binascii",
        "bisect",
        "builtins",
        "calendar",
        "codecs",
        "collections",
        "colorsys",
        "copy",
        "csv",
        "datetime",
        "decimal",
        "difflib",
        "email",
        "fnmatch",
        "fractions",
        "functools",
        "genericpath",
        "glob",
        "hashlib",
        "heapq",
        "hmac",
        "html",
        "http",
        "inspect",
        "io",
        "ipaddress",
        "itertools",
        "json",
        "json.decoder",
        "json.encoder",
        "keyword",
        "locale",
        "math",
        "mimetypes",
        "numbers",
        "operator",
        "os",
        "os.path",
        "pathlib",
        "pprint",
        "posixpath",
        "ntpath",
        "quopri",
        "random",
        "re",
        "secrets",
        "shlex",
        "statistics",
        "string",
        "struct",
        "sys",
        "textwrap",
        "time",
        "token",
        "tokenize",
        "types",
        "unicodedata",
        "urllib.parse",
        "uuid",
        "zlib",
        "gzip",
        "_io",
        "_struct",
        "_json",
        "_codecs",
        "_operator",
        "_collections",
        "_bisect",
        "_heapq",
        "_sre",
        "posix",
        "email.utils",
        "importlib.metadata",
        "xml.sax.saxutils",
    ]
)
_BY_FRAME = frozenset(
    map(
        id,
        (
            locals,
            globals,
            vars,
            dir,
            eval,
            exec,
            __import__,
            sys._getframe,
            type,
            super,
            getattr,
            setattr,
            hasattr,
            len,
            iter,
            next,
            repr,
            print,
            id,
            hash,
        ),
    )
)


#: What is no function of Python: methods of patterns are of a type of their own.
_WRITTEN_IN_C = frozenset((BuiltinFunctionType, MethodDescriptorType, type(re.compile("").match)))
_COROUTINES = (CoroutineType, GeneratorType)
#: What is logged with, and how much it matters; what `log` is given says that itself.
_LEVELS = {"debug": 10, "info": 20, "warning": 30, "warn": 30, "error": 40, "exception": 40}
_LEVELS.update(critical=50, fatal=50, log=50)
_LOGGING = frozenset(
    path for path in TOUCHES if path.startswith("logging.") and path.rpartition(".")[2] in _LEVELS
)


#: One for all modules: what it knows is about the library, and takes a while to lay out.
_SURROUNDINGS = Surroundings()


class OutOfFuel(BaseException):
    """The loops of a run went round too often."""


class Hooks:
    """What rewritten code calls."""

    def __init__(self, names: dict[str, Any]) -> None:
        #: The names of the module that is being run.
        self._names = names
        self._surroundings = _SURROUNDINGS
        #: The function that is looked at, as it is below its decorators.
        self.function: Any = None
        #: Functions that run again with a made-up result when they cannot deal with what they get.
        self.make: Any = None
        self.began = bytearray()
        self.ended = bytearray()
        self._replaced: dict[int, Callable[..., Any]] = {
            id(isinstance): is_instance,
            id(issubclass): _is_subclass,
            id(callable): _is_callable,
            id(getattr): _by_text(getattr),
            id(setattr): _by_text(setattr),
            id(hasattr): _by_text(hasattr),
            id(type): _type_of,
            id(sorted): _sorted,
            id(id): _identity,
            id(traceback.format_exc): _format_error,
            id(traceback.format_exception): _format_error,
            id(traceback.print_exc): _print_error,
            id(traceback.print_exception): _print_error,
            id(warnings.warn): _warn,
            id(input): self._outside("input"),
        }

    # --- what is looked at ----------------------------------------------------------------------

    def target(self, function: Any) -> Any:
        """Take the function that is looked at, before anything is put around it."""
        self.function = function
        return function

    def done(self, mark: int, value: Any) -> Any:
        """A statement came to where it returns, raises, or goes into its block."""
        self.ended[mark] = 1
        return value

    def decorator(self, value: Any) -> Any:
        """A decorator that is missing leaves what it decorates, unless it is some property."""
        if type(value) is not Injected:
            return value
        name = value._swerve_path.partition("(")[0].rpartition(".")[2].lower()
        return _Property if name == "reify" or name.endswith("property") else _as_it_is

    # --- exceptions -----------------------------------------------------------------------------

    def raised(self, value: Any) -> Any:
        """What is raised on purpose."""
        world = STAGE.world
        if type(value) is Injected:
            value = self._exception(value)
        elif isinstance(value, type) and issubclass(value, BaseException):
            value = value()
        elif isinstance(value, (Stranger, type)):
            return value
        if world is not None and isinstance(value, BaseException):
            world.intended.append(value)
        return value

    def cause(self, value: Any) -> Any:
        """What is named behind `from`."""
        return self._exception(value) if type(value) is Injected else value

    def caught(self, value: Any) -> Any:
        """What an `except` clause names."""
        if type(value) is Injected:
            return class_at(value._swerve_path, True)
        if isinstance(value, tuple):
            return tuple([self.caught(each) for each in value])
        return value

    def _exception(self, value: Injected) -> BaseException:
        state = state_of(value)
        if isinstance(state.value, BaseException):
            return state.value
        path = value._swerve_path
        if state.made_by:
            callee = path.partition("(")[0]
            made = class_at(callee, True)(*state.given[0], **state.given[1])
            vars(made).update(state.attributes)
        else:
            made = class_at(path, True)()
        state.take(made)
        return made  # type: ignore[no-any-return]

    def raise_expected(self, path: str, names: Sequence[str]) -> None:
        """Raise what the code around a call expects, every now and then."""
        world = STAGE.world
        failure = world.facts.failure
        option = world.choose(
            f"{path} raises", [1.0 - failure, *[failure / len(names)] * len(names)]
        )
        if not option:
            return
        name = names[option - 1]
        cls = self._class(name)
        messages = world.facts.messages
        if messages and world.is_so(f"{path} says something expected", 0.7):
            message = messages[world.choose(f"{path} says", [1.0] * len(messages))]
        else:
            message = world.scalar(str, f"{path} message", f"{name}.args[]")
        error = _made_error(cls, message)
        world.external.append(error)
        world.show(path, f"raises {name}")
        raise error

    def _class(self, name: str) -> Any:
        first, *rest = name.split(".")
        value = self._names.get(first, getattr(builtins, first, None))
        for each in rest:
            value = getattr(value, each, None)
        if isinstance(value, type) and issubclass(value, BaseException):
            return value
        return class_at(name, True)

    # --- calls ----------------------------------------------------------------------------------

    def bound(self, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        """A call that only has to be made: `f(x)` is rewritten to `bound(f, x)()`.

        Where nothing injected is involved it is made without a frame in between: `namedtuple`,
        `warnings.warn` and their like look at who calls them.
        """
        called = self.callee(function)
        if called is not function and not _is_concerned(called, args, kwargs):
            called = function
        return partial(called, *args, **kwargs) if callable(called) else called

    def callee(self, function: Any) -> Any:
        """Who is called, or somebody who can deal with injected arguments in its place."""
        if STAGE.world is None or type(function) is Injected:
            return function
        replaced = self._replaced.get(id(function))
        if replaced is not None:
            return replaced
        touch = self._surroundings.of(function)
        if touch is not None:
            if touch.path in _LOGGING and _is_heard(function):
                return function
            return _Outside(self._surroundings, function)
        cls = type(function)
        if cls is FunctionType:
            if function.__globals__ is self._names:
                return function if function is self.function else _Helper(function, self)
            if function.__module__ in _CAREFUL_MODULES:
                return _Careful(function)
            return function
        if cls in _WRITTEN_IN_C:
            return function if id(function) in _BY_FRAME else _Careful(function)
        if issubclass(cls, type) and function.__module__ == self._names["__name__"]:
            return _Own(function, self)
        if cls is type and function.__module__ in _CAREFUL_MODULES:
            return (
                _Careful(function) if function is not type and function is not super else function
            )
        if cls is MethodType:
            inner = function.__func__
            if getattr(inner, "__globals__", None) is self._names:
                return function if inner is self.function else _Helper(function, self)
            if getattr(inner, "__module__", None) in _CAREFUL_MODULES:
                return _Careful(function)
        return function

    def _outside(self, path: str) -> Callable[..., Any]:
        def called(*args: Any, **kwargs: Any) -> Any:
            value = outside_result(
                call_term(path, args, kwargs), f"{path}()", True, path, args, kwargs
            )
            return STAGE.world.as_role(value, str) if type(value) is Injected else value

        return called

    def awaited(self, value: Any) -> Any:
        """What is awaited: a made-up value is there at once."""
        if (
            STAGE.world is None
            or hasattr(type(value), "__await__")
            or isinstance(value, _COROUTINES)
            or not _is_anything_made_up()
        ):
            return value
        return _Ready(value)

    def superior(self, cls: Any, receiver: Any) -> Any:
        """`super()`, where classes above may be missing."""
        world = STAGE.world
        if cls is not None and type(receiver) is not Injected:
            owner = receiver if issubclass(type(receiver), type) else type(receiver)
            if not issubclass(owner, (Stranger, StrangeError)) and (
                world is None or not world.is_receiver(receiver)
            ):
                return super(cls, receiver)
        return _Superior(cls, receiver)

    def class_of(self, value: Any) -> Any:
        """`value.__class__`."""
        return _type_of(value) if type(value) is Injected else value.__class__

    #: A slice among several keys.
    part = slice

    # --- containers -----------------------------------------------------------------------------

    def item(self, container: Any, key: Any) -> Any:
        """`container[key]`."""
        world = STAGE.world
        if world is None:
            return container[key]
        if type(key) is Injected and type(container) is not Injected:
            key = self._fitting_key(container, key)
        try:
            return container[key]
        except (LookupError, TypeError):
            if container is sys.modules:
                path = f"sys.modules[{key!r}]"
                return world.value_at(path, path)
            made = world.containers.get(id(container))
            if made is None or made[2] is not container or isinstance(key, slice):
                raise
            return self._missing_item(container, key, made[0])

    def _missing_item(self, container: Any, key: Any, path: str) -> Any:
        """An item of a container that was made up: it might as well have had it."""
        world = STAGE.world
        kind = _kind_of(path)
        inner = f"[{key!r}]"
        fact = world.facts.of(kind)
        if fact.may_lack or any(known == key and is_asked for known, is_asked in fact.keys):
            error = KeyError(key)
            world.external.append(error)
            raise error
        has_own = type(key) is str and world.facts.of(kind + inner).classes
        return world.value_at(path + inner, kind + (inner if has_own else "[]"))

    def _fitting_key(self, container: Any, key: Injected) -> Any:
        if isinstance(container, (list, tuple, str, bytes)):
            return key.__index__()
        return _known_key(container, key) if isinstance(container, dict) else key

    def isin(self, value: Any, container: Any) -> bool:
        """`value in container`."""
        if type(value) is Injected and type(container) is not Injected:
            value = plain(value)
            if type(value) is Injected:
                if isinstance(container, str):
                    value = STAGE.world.as_role(value, str)
                elif isinstance(container, (set, frozenset, dict, list, tuple)):
                    items = list(container)[:_MOST_ELEMENTS]
                    return any(item is value or is_equal(value, item) for item in items)
                elif isinstance(container, range):
                    value = STAGE.world.as_role(value, int)
        if type(container) is Injected:
            container = plain(container)
        return value in container

    def same(self, one: Any, other: Any) -> bool:
        """`one is other`."""
        if one is other:
            return True
        if type(one) is Injected or type(other) is Injected:
            mine, theirs = (one, other) if type(one) is Injected else (other, one)
            return is_equal(mine, theirs)
        return False

    # --- loops ----------------------------------------------------------------------------------

    def cut(self, line: int) -> bool:
        """Whether a `while` loop has gone round often enough."""
        world = STAGE.world
        if world is None:
            return False
        self.step()
        rounds = world.loops[line] = world.loops.get(line, 0) + 1
        if rounds <= _MOST_ROUNDS:
            return False
        world.cuts += 1
        return True

    def step(self) -> None:
        """Another round of a loop."""
        world = STAGE.world
        if world is not None:
            world.iterations += 1
            if world.iterations > _MOST_ITERATIONS:
                raise OutOfFuel


def _made_error(cls: Any, message: str) -> BaseException:
    """An exception of a class that may want more than a message."""
    for args in ((message,), (), (message, message), (message, message, 0), (1, message)):
        try:
            return cls(*args)  # type: ignore[no-any-return]
        except Exception:  # noqa: S112 - it wants other arguments
            continue
    try:
        return cls("utf-8", b"k", 0, 1, message)  # type: ignore[no-any-return]
    except Exception:
        return cls.__new__(cls)  # type: ignore[no-any-return]


class _Ready:
    """Something to await that is there."""

    __slots__ = ("_value",)

    def __init__(self, value: Any) -> None:
        self._value = value

    def __await__(self) -> Any:
        return self._value
        yield


class _Own:
    """A class of the file: when it cannot be made from what was made up, it is made up itself."""

    __slots__ = ("_cls", "_hooks")

    def __init__(self, cls: Any, hooks: Hooks) -> None:
        self._cls = cls
        self._hooks = hooks

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        world = STAGE.world
        try:
            return self._cls(*args, **kwargs)
        except (TypeError, ValueError, AttributeError, LookupError) as error:
            if any(error is each for each in (*world.intended, *world.external)):
                raise
            if issubclass(self._cls, BaseException):
                raise
        name = self._cls.__name__
        path = call_term(name, args, kwargs)
        made = self._hooks.make(self._cls, path, f"{name}()")
        if made is None:
            return call_outside(name, name, args, kwargs)
        names = list(getattr(self._cls, "__annotations__", {}))
        vars(made).update(zip(names, args))
        vars(made).update(kwargs)
        return made


class _Helper:
    """A function of the file: when it cannot deal with what was made up, its result is made up."""

    __slots__ = ("_function", "_hooks")

    def __init__(self, function: Any, hooks: Hooks) -> None:
        self._function = function
        self._hooks = hooks

    def is_asked(self) -> bool:
        """Whether it may be made up, or fail, whatever it is given."""
        world = STAGE.world
        if self._function.__name__ in world.facts.one_sided:
            return False
        known = world.choices.get(_RUN_QUESTION)  # asked at every call, and answered only once
        if not (known[0] if known else world.is_so(_RUN_QUESTION, _HELPERS_RUN)):
            return True
        receiver = getattr(self._function, "__self__", None)
        if receiver is None:
            return bool(world.facts.of(f"{self._function.__name__}()").raises)
        return type(receiver) is Injected or world.is_receiver(receiver)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        function = self._function
        world = STAGE.world
        name = function.__name__
        if name in world.facts.one_sided:
            return function(*args, **kwargs)
        receiver = getattr(function, "__self__", None)
        path = name if receiver is None else f"{term(receiver)}.{name}"
        if not world.is_so(_RUN_QUESTION, _HELPERS_RUN):
            kind = f"{_kind_of(path)}()"
            effect = world.facts.of(kind).is_statement
            text = _own_call_term(path, function, args, kwargs)
            return outside_result(text, kind, effect, name, args, kwargs)
        fact = world.facts.of(f"{_kind_of(path)}()")
        if fact.raises:
            self._hooks.raise_expected(call_term(path, args, kwargs), fact.raises)
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:
            if any(error is each for each in (*world.intended, *world.external)):
                raise
            if not any(_holds_injected(each, 0) for each in (*args, *kwargs.values())) and (
                not world.is_receiver(getattr(function, "__self__", None))
            ):
                raise
        kind = f"{_kind_of(path)}()"
        text = _own_call_term(path, function, args, kwargs)
        return outside_result(text, kind, False, name, args, kwargs)


def _own_call_term(path: str, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """Write a call of a function that is known: by position what has one, without defaults."""
    inner = getattr(function, "__func__", function)
    code = inner.__code__
    names = list(code.co_varnames[: code.co_argcount])[int(inner is not function) :]
    defaults = dict(zip(reversed(names), reversed(inner.__defaults__ or ())))
    left = dict(kwargs)
    given = list(args)
    for name in names[len(given) :]:
        if name not in left and name not in defaults:
            break
        given.append(left.pop(name) if name in left else defaults[name])
    while 0 < len(given) <= len(names) and names[len(given) - 1] in defaults:
        if not _is_same_constant(given[-1], defaults[names[len(given) - 1]]):
            break
        given.pop()
    own = inner.__kwdefaults__ or {}
    left = {
        name: value
        for name, value in left.items()
        if name not in own or not _is_same_constant(value, own[name])
    }
    return call_term(path, tuple(given), left)


def _is_same_constant(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and type(one) in _PLAIN and one == other)


def _is_concerned(called: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether somebody in the place of a function has anything to do."""
    cls = type(called)
    if cls is _Helper and called.is_asked():
        return True
    if cls is _Own and _is_anything_made_up():
        return True
    if cls not in _ABOUT_ARGUMENTS and called not in _ABOUT_ARGUMENTS:
        return True
    for each in args:
        if type(each) not in _PLAIN and _holds_injected(each, 0):
            return True
    return bool(kwargs) and _holds_injected(kwargs, 0)


def _is_anything_made_up() -> bool:
    world = STAGE.world
    return bool(world.states or world.values or world.instances)


class _Property(property):
    """Stands for `cached_property`, `hybrid_property` and their like, where they are missing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda function: self


def _as_it_is(value: Any) -> Any:
    return value


def _kind_of(path: str) -> str:
    """The kind of place a path leads to: without positions."""
    out = []
    position = 0
    while position < len(path):
        character = path[position]
        if character == "[" and path[position + 1 : position + 2] not in ("'", '"'):
            end = path.find("]", position)
            if end < 0:
                return path
            out.append("[]")
            position = end + 1
        else:
            out.append(character)
            position += 1
    return "".join(out)


# --- builtins that do not ask injected objects --------------------------------------------------


def _is_subclass(cls: Any, of: Any) -> bool:
    if type(cls) is Injected:
        world = STAGE.world
        if of in (Exception, BaseException):
            return issubclass(class_at(cls._swerve_path, False), Exception)
        return bool(
            world.is_so(f"issubclass({cls._swerve_path}, {getattr(of, '__name__', of)})", 0.5)
        )
    if type(of) is Injected:
        known = CLASSES.get(of._swerve_path)
        return known is not None and issubclass(cls, known)
    if isinstance(of, tuple) and any(type(each) is Injected for each in of):
        return any(_is_subclass(cls, each) for each in of)
    return issubclass(cls, of)


def _is_callable(value: Any) -> bool:
    if type(value) is not Injected:
        return callable(value)
    state = state_of(value)
    if state.has_value:
        return callable(state.value)
    return bool(STAGE.world.is_so(f"{value._swerve_path} is callable", 0.8))


def _by_text(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that takes the name of an attribute, which may be injected."""

    def called(value: Any, name: Any, *rest: Any) -> Any:
        if type(name) is Injected:
            name = str(name)
        return function(value, name, *rest)

    return called


def _type_of(*args: Any, **kwargs: Any) -> Any:
    if len(args) == 1 and not kwargs and type(args[0]) is Injected:
        value = args[0]
        state = state_of(value)
        if state.has_value:
            return type(state.value)
        if state.made_by:
            callee = value._swerve_path.partition("(")[0]
            return injected_at(callee, callee)
        path = f"type({value._swerve_path})"
        return injected_at(path, path)
    if len(args) == 3 and "__module__" not in args[2]:
        args[2]["__module__"] = sys._getframe(1).f_globals.get("__name__", "")
    return type(*args, **kwargs)


def _identity(value: Any) -> int:
    """`id`, by what a value is rather than where it lies."""
    text = value._swerve_path if type(value) is Injected else ""
    known = STAGE.world.objects.get(f"id:{id(value)}", "")
    return abs(hash(text or known)) if text or known else id(value)


def _format_error(*args: Any, **kwargs: Any) -> Any:
    """A traceback as text, without lines: those differ between versions whatever they do."""
    given = [each for each in args if isinstance(each, BaseException)]
    error = given[0] if given else sys.exc_info()[1]
    text = f"{type(error).__name__}: {error}\n"
    return f"Traceback (most recent call last):\n{text}"


def _print_error(*args: Any, **kwargs: Any) -> None:
    print(_format_error(*args), end="", file=kwargs.get("file") or sys.stderr)


def _warn(message: Any, category: Any = None, *args: Any, **kwargs: Any) -> None:
    """`warnings.warn`, where the text or the class may be made up."""
    if type(category) is Injected:
        given = (message, category)
        outside_result(
            call_term("warnings.warn", given, {}), "warnings.warn()", True, "", given, {}
        )
    else:
        text = str(message) if type(message) is Injected else message
        warnings.warn(text, category, *args, **kwargs)


def _sorted(values: Any, **kwargs: Any) -> list[Any]:
    try:
        return sorted(values, **kwargs)
    except TypeError:
        return list(values)


class _Careful:
    """A function of the library that may meet injected arguments, which it cannot deal with."""

    __slots__ = ("_function",)

    def __init__(self, function: Any) -> None:
        self._function = function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        function = self._function
        if len(args) == 1 and _is_join(function) and not isinstance(args[0], str):
            args = ([str(each) if type(each) is Injected else each for each in args[0]],)
        elif args and type(args[0]) is Injected and _takes_key(function):
            args = (_known_key(function.__self__, args[0]), *args[1:])
        try:
            return function(*args, **kwargs)
        except _TROUBLE as error:
            if _is_expected(function, error):
                raise
            if not any(_holds_injected(each, 0) for each in (*args, *kwargs.values())):
                return _instead(function, args, kwargs, error)
        numeric = (
            getattr(function, "__module__", "") in _NUMERIC
            or getattr(function, "__name__", "") in _NUMERIC_NAMES
        )
        role = int if numeric else str
        args = tuple([_concrete(each, role, 0) for each in args])
        kwargs = {name: _concrete(each, role, 0) for name, each in kwargs.items()}
        try:
            return function(*args, **kwargs)
        except _TROUBLE as error:
            if _is_expected(function, error):
                raise
            return _instead(function, args, kwargs, error)


#: What functions of the library raise when they cannot deal with what they get.
_TROUBLE = (TypeError, AttributeError, ValueError, LookupError, ArithmeticError, SyntaxError)


def _names_of(function: Any) -> tuple[str, ...]:
    """The paths by which code may call a function of the library."""
    name = getattr(function, "__name__", "")
    module = getattr(function, "__module__", None) or ""
    return f"{name}()", f"{module}.{name}()", f"{module.rpartition('.')[2]}.{name}()"


def _is_expected(function: Any, error: BaseException) -> bool:
    """Whether the code of either side expects an exception of a function: then it is realistic."""
    world = STAGE.world
    expected = {each for name in _names_of(function) for each in world.facts.of(name).raises}
    if not expected:
        return False
    bases = {cls.__name__ for cls in type(error).__mro__}
    if bases.isdisjoint(name.rpartition(".")[2] for name in expected):
        return False
    world.external.append(error)
    return True


def _instead(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], error: BaseException
) -> Any:
    """A made-up result for a function that cannot deal with what was made up for it."""
    world = STAGE.world
    if not world.values or not isinstance(getattr(function, "__module__", None), str):
        raise error
    name = getattr(function, "__name__", "")
    if not name or name.startswith("__"):
        raise error
    kind = f"{function.__module__}.{name}"
    kind = f"{name}()" if function.__module__ == "builtins" else f"{kind}()"
    return outside_result(call_term(kind[:-2], args, kwargs), kind, False, "", args, kwargs)


def _takes_key(function: Any) -> bool:
    """Whether this is a method of a mapping or a set that looks for its first argument."""
    return isinstance(getattr(function, "__self__", None), (dict, set)) and (
        function.__name__ in ("get", "pop", "setdefault", "add", "discard", "remove")
    )


def _known_key(container: Any, key: Injected) -> Any:
    """The key that a container has which equals an injected one, or that one."""
    if key not in container:
        for known in list(container)[:_MOST_ELEMENTS]:
            if known == key:
                return known
    return key


def _is_join(function: Any) -> bool:
    """Whether this is `"...".join`, which takes its argument only once."""
    return getattr(function, "__name__", "") == "join" and type(function.__self__) is str


def _holds_injected(value: Any, depth: int) -> bool:
    """Whether there is an injected object in a value. Runs no code of containers' subclasses."""
    cls = type(value)
    if cls is Injected:
        return True
    if depth < _MOST_DEEP:
        for base, items in _ITEMS:
            if issubclass(cls, base):
                try:
                    for each in islice(items(value), _MOST_ITEMS >> 2 * depth):
                        if type(each) not in _PLAIN and _holds_injected(each, depth + 1):
                            return True
                except RuntimeError:  # another thread changes it
                    pass
                return False
    return False


#: What is no container, for sure.
_PLAIN = frozenset((type(None), bool, int, float, str, bytes, type, FunctionType))
_ITEMS: tuple[tuple[type, Any], ...] = (
    (list, list.__iter__),
    (tuple, tuple.__iter__),
    (dict, dict.values),
    (set, set.__iter__),
    (frozenset, frozenset.__iter__),
)


def _concrete(value: Any, role: type, depth: int) -> Any:
    """A value without injected objects: each becomes what the function most likely wants."""
    if type(value) is Injected:
        return STAGE.world.as_role(value, role)
    if depth < _MOST_DEEP:
        if type(value) in (list, tuple, set, frozenset):
            return type(value)([_concrete(each, role, depth + 1) for each in value])
        if type(value) is dict:
            return {
                _concrete(key, role, depth + 1): _concrete(each, role, depth + 1)
                for key, each in value.items()
            }
    return value


def _is_heard(function: Any) -> bool:
    """Whether somebody whom the code itself put there takes what is logged."""
    receiver = getattr(function, "__self__", None)
    logger: Any = getattr(receiver, "logger", receiver) or sys.modules["logging"].root
    if not logger.isEnabledFor(_LEVELS[function.__name__]):
        return False
    while logger is not None:
        if any(type(each).__name__ != "NullHandler" for each in logger.handlers):
            return True
        logger = logger.parent if logger.propagate else None
    return False


class _Outside:
    """A function of the library that reads or changes the world outside."""

    __slots__ = ("_function", "_surroundings")

    def __init__(self, surroundings: Surroundings, function: Any) -> None:
        self._surroundings = surroundings
        self._function = function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        touch = self._surroundings.of_call(self._function, args, kwargs)
        if touch is None:
            return _Careful(self._function)(*args, **kwargs)
        receiver = getattr(self._function, "__self__", None)
        if isinstance(receiver, PurePath):
            args = (str(receiver), *args)
        if "universal_newlines" in kwargs and touch.path.startswith("subprocess."):
            kwargs["text"] = kwargs.pop("universal_newlines")  # the same by its newer name
        world = STAGE.world
        effect = touch.has_effect or not world.facts.filters_effects
        kind = f"{touch.path}()"
        text = call_term(touch.path, args, kwargs)
        expected = world.facts.expected.get(touch.path.rpartition(".")[2], ())
        value = outside_result(text, kind, effect, "", args, kwargs, expected)
        if type(value) is Injected:
            return _result(touch.result, value)
        return value


def _result(kind: str, value: Injected) -> Any:
    world = STAGE.world
    role = _RESULTS.get(kind)
    if kind == "none":
        return None
    if role is bool:
        return bool(value)
    if role is not None:
        return world.as_role(value, role)
    if kind in ("list of str", "list of paths"):
        texts = [str(item) for item in world.as_role(value, list)]
        return texts if kind == "list of str" else [Path(text or "a") for text in texts]
    return value


_RESULTS = {"bool": bool, "str": str, "bytes": bytes, "int": int}


#: Those who differ from what they stand for only where arguments are injected.
_ABOUT_ARGUMENTS = frozenset(
    (_Careful, _Own, _Helper, is_instance, _is_subclass, _is_callable, _type_of, _sorted, _warn)
)


class _Superior:
    """`super()`: what the classes above have, and injected objects for what they lack."""

    def __init__(self, cls: Any, receiver: Any) -> None:
        self._swerve = cls, receiver

    def __getattribute__(self, name: str) -> Any:
        # All names: `__init__` and its like are found on every object, and are not meant.
        cls, receiver = object.__getattribute__(self, "_swerve")
        if cls is not None:
            try:
                return getattr(super(cls, receiver), name)
            except (AttributeError, TypeError):
                if STAGE.world is None or name == "__getattr__":
                    raise
        base = injected_at("super()", "super()")
        if name == "__init__":
            return lambda *args, **kwargs: None
        if name.startswith("__") and name.endswith("__"):
            return lambda *args, **kwargs: call_outside(
                f"super().{name}", f"super().{name}", args, kwargs
            )
        return getattr(base, name)
