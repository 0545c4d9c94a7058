"""What happens when a function of the library meets injected arguments?

It works with what it can take, says what something is, reads or changes the world outside, or
refuses: then its result is made up.
"""

from __future__ import annotations

import sys
from pathlib import Path, PurePath
from re import Pattern
from typing import Any

from ..effects._heard import note_process
from ._injected import Injected, call_term, state_of
from ._really import UNREAL, done_for_real
from ._standins import MOST_ELEMENTS, holds_injected, own_call_term
from ._surroundings import Surroundings
from ._surroundings_table import TOUCHES
from ._world import STAGE
from .calls import outside_result

#: How deep injected objects are looked for in arguments.
_MOST_DEEP = 3
#: Functions of these modules take numbers, where nothing else is known; all others take texts.
_NUMERIC = frozenset(("math", "cmath", "statistics", "decimal", "fractions", "random", "_random"))
_NUMERIC_NAMES = frozenset(("chr", "bin", "hex", "oct", "range", "pow", "divmod", "sum", "round"))
#: What is logged with, and how much it matters; what `log` is given says that itself.
LOG_LEVELS = {
    "debug": 10,
    "info": 20,
    "warning": 30,
    "warn": 30,
    "error": 40,
    "exception": 40,
    "critical": 50,
    "fatal": 50,
    "log": 50,
}
#: Whose functions may meet injected arguments, and look at nobody's frame.
CAREFUL_MODULES = frozenset(
    [
        *("ast", "base64", "binascii", "bisect", "builtins", "calendar", "codecs"),
        *("collections", "colorsys", "copy", "csv", "datetime", "decimal", "difflib", "email"),
        *("fnmatch", "fractions", "functools", "genericpath", "glob", "hashlib", "heapq"),
        *("hmac", "html", "http", "inspect", "io", "ipaddress", "itertools", "json"),
        *("json.decoder", "json.encoder", "keyword", "locale", "math", "mimetypes", "numbers"),
        *("operator", "os", "os.path", "pathlib", "pprint", "posixpath", "ntpath", "quopri"),
        *("random", "re", "secrets", "shlex", "statistics", "string", "struct", "sys"),
        *("textwrap", "time", "token", "tokenize", "types", "unicodedata", "urllib.parse"),
        *("uuid", "zlib", "gzip", "_io", "_struct", "_json", "_codecs", "_operator"),
        *("_collections", "_bisect", "_heapq", "_sre", "posix", "email.utils"),
        *("importlib.metadata", "xml.sax.saxutils", "xml.etree.ElementTree", "tomllib", "plistlib"),
    ]
)
#: Whose functions look at who calls them, or make classes and functions.
LOOK_AROUND = frozenset(
    (
        *("abc", "asyncio", "collections", "contextlib", "contextvars", "dataclasses", "enum"),
        *("functools", "importlib", "logging", "threading", "traceback", "typing", "warnings"),
    )
)
BY_FRAME = frozenset(
    map(
        id,
        (
            *(locals, globals, vars, dir, eval, exec, __import__, sys._getframe, type, super),
            *(getattr, setattr, hasattr, len, iter, next, repr, print, id, hash),
        ),
    )
)
LOGGING = frozenset(
    path
    for path in TOUCHES
    if path.startswith("logging.") and path.rpartition(".")[2] in LOG_LEVELS
)
#: What starts a program, which is told with all others.
_PROGRAMS = frozenset(
    (
        *("os.system", "os.popen", "subprocess.run", "subprocess.Popen", "subprocess.call"),
        *("subprocess.check_call", "subprocess.check_output", "subprocess.getoutput"),
        *("subprocess.getstatusoutput",),
    )
)
#: Whose functions called `is…` ask what something is.
ASKING = frozenset(("inspect", "asyncio.coroutines", "asyncio.futures", "dataclasses"))


def concrete(value: Any, role: type, depth: int) -> Any:
    """A value without injected objects: each becomes what the function most likely wants."""
    if type(value) is Injected:
        made = STAGE.world.as_role(value, role)
        return made.decode("latin-1") if role is str and type(made) is bytes else made
    if depth < _MOST_DEEP:
        if type(value) in (list, tuple, set, frozenset):
            return type(value)([concrete(each, role, depth + 1) for each in value])
        if type(value) is dict:
            return {
                concrete(key, role, depth + 1): concrete(each, role, depth + 1)
                for key, each in value.items()
            }
    return value


#: Functions that make data of a text.
_PARSERS = frozenset(
    (
        *("json.loads", "json.load", "ast.literal_eval", "xml.etree.ElementTree.XML"),
        *("xml.etree.ElementTree.fromstring", "tomllib.loads", "plistlib.loads"),
    )
)


class OfLibrary:
    """Somebody in the place of a function of the library."""

    __slots__ = ("_function",)

    def __init__(self, function: Any) -> None:
        self._function = function


class Careful(OfLibrary):
    """A function of the library that may meet injected arguments, which it cannot deal with."""

    __slots__ = ()

    @property
    def reads_texts(self) -> bool:
        """Whether it makes data of a text, so that a text which is none may stand for one."""
        module = getattr(self._function, "__module__", None) or ""
        if STAGE.world.is_likely and STAGE.world.facts.matching and _is_of_pattern(self._function):
            return True
        if getattr(self._function, "__name__", "") == "pop":
            return id(self._function.__self__) in STAGE.world.containers
        return f"{module}.{getattr(self._function, '__name__', '')}" in _PARSERS

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        function = self._function
        _fail_as_wanted(function, args, kwargs)
        if function is dict and args and type(args[0]) is Injected and _holds_pairs(args[0]):
            args = (STAGE.world.as_role(args[0], list), *args[1:])
        if len(args) == 1 and _is_join(function) and not isinstance(args[0], str):
            args = ([str(each) if type(each) is Injected else each for each in args[0]],)
        elif args and type(args[0]) is Injected and _takes_key(function):
            args = (known_key(function.__self__, args[0]), *args[1:])
        if len(args) == 1 and getattr(function, "__name__", "") == "pop":
            _have(function.__self__, args[0])
        try:
            value = function(*args, **kwargs)
            is_nothing = value is None or (type(value) is list and not value)
            if is_nothing and self.reads_texts and _is_of_pattern(function):
                _note_mismatch(function, args)
            return value
        except _TROUBLE as error:
            if _is_expected(function, error):
                raise
            if not any(holds_injected(each, 0) for each in (*args, *kwargs.values())):
                return _instead(function, args, kwargs, error)
            trouble = str(error)
        numeric = (
            getattr(function, "__module__", "") in _NUMERIC
            or getattr(function, "__name__", "") in _NUMERIC_NAMES
        )
        role: type = int if numeric else str
        if "string or bytes-like" not in trouble and (
            "bytes-like" in trouble or "buffer API" in trouble
        ):
            role = bytes
        args = tuple([concrete(each, role, 0) for each in args])
        kwargs = {name: concrete(each, role, 0) for name, each in kwargs.items()}
        try:
            return function(*args, **kwargs)
        except _TROUBLE as error:
            # Of a wrong type is what was made of it here, not what the code may be given.
            if not isinstance(error, TypeError) and _is_expected(function, error):
                raise
            return _instead(function, args, kwargs, error)


def _have(container: Any, key: Any) -> None:
    """Let a mapping that was made up have what is taken out of it."""
    world = STAGE.world
    made = world.containers.get(id(container))
    is_made_up = type(container) is dict and made is not None and made[2] is container
    if is_made_up and type(key) is str and key not in container:
        inner = f"{made[0]}[{key!r}]"
        container[key] = world.value_at(inner, inner)


def _is_of_pattern(function: Any) -> bool:
    """Whether this looks for a pattern in a text."""
    own = type(getattr(function, "__self__", None)) is Pattern
    return own or getattr(function, "__module__", None) == "re"


def _note_mismatch(function: Any, args: tuple[Any, ...]) -> None:
    """Take note of a text that does not match a pattern: another one would have."""
    own = getattr(function, "__self__", None)
    pattern, text = (own, args[:1]) if type(own) is Pattern else (args[0], args[1:2])
    pattern, texts = getattr(pattern, "pattern", pattern), [_as_text(each) for each in text]
    better = STAGE.world.facts.matching.get(_as_text(pattern))
    if better and texts and texts[0]:
        is_all = function.__name__ in ("findall", "finditer")
        STAGE.world.mismatches.append((texts[0], f"{better}\n{better}" if is_all else better))


def _as_text(value: Any) -> str:
    if type(value) is bytes:
        return value.decode("latin-1")
    return value if type(value) is str else ""


#: What functions of the library raise when they cannot deal with what they get.
_TROUBLE = (TypeError, AttributeError, ValueError, LookupError, ArithmeticError, SyntaxError)


def _names_of(function: Any) -> tuple[str, ...]:
    """The paths by which code may call a function of the library."""
    name = getattr(function, "__name__", "")
    module = getattr(function, "__module__", None) or ""
    return f"{name}()", f"{module}.{name}()", f"{module.rpartition('.')[2]}.{name}()"


def _expected_of(function: Any) -> list[str]:
    """Exceptions that the code of either side expects of a function."""
    facts = STAGE.world.facts
    return list(dict.fromkeys(e for name in _names_of(function) for e in facts.of(name).raises))


def _fail_as_wanted(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Raise what the code around expects, in a run that leads there and in those like it."""
    world = STAGE.world
    if world.raises is None or not (world.fails or world.decided_to_fail):
        return
    expected = _expected_of(function)
    if expected and any(holds_injected(each, 0) for each in (*args, *kwargs.values())):
        path = call_term(function.__name__, args, kwargs)
        if world.fails or world.has_decided(f"{path} raises"):
            world.raises(path, expected)


def _is_expected(function: Any, error: BaseException) -> bool:
    """Whether the code of either side expects an exception of a function: then it is realistic."""
    world = STAGE.world
    expected = _expected_of(function)
    if not expected or "'Injected'" in str(error):
        return False
    bases = {cls.__name__ for cls in type(error).__mro__}
    if bases.isdisjoint(name.rpartition(".")[2] for name in expected):
        return False
    world.refusals.append(error)
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
    effect = world.facts.of(kind).is_statement
    is_readable = hasattr(getattr(function, "__func__", function), "__code__")
    path = kind[:-2]
    if is_readable:
        text = own_call_term(path, function, args, kwargs)
    else:
        text = call_term(path, args, kwargs)
    return outside_result(text, kind, effect, "", args, kwargs)


def _holds_pairs(value: Injected) -> bool:
    """Whether the code takes the elements of something apart into two."""
    return 2 in STAGE.world.facts.of(f"{value._within_kind}[]").sizes


def _takes_key(function: Any) -> bool:
    """Whether this is a method of a mapping or a set that looks for its first argument."""
    return isinstance(getattr(function, "__self__", None), (dict, set)) and (
        function.__name__ in ("get", "pop", "setdefault", "add", "discard", "remove")
    )


def known_key(container: Any, key: Injected) -> Any:
    """The key that a container has which equals an injected one, or that one."""
    if key not in container:
        for known in list(container)[:MOST_ELEMENTS]:
            if known == key:
                return known
    return key


def _is_join(function: Any) -> bool:
    """Whether this is `"...".join`, which takes its argument only once."""
    return getattr(function, "__name__", "") == "join" and type(function.__self__) is str


class Wary(OfLibrary):
    """A function of the library that may refuse injected arguments: then its result is made up."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        function = self._function
        try:
            return function(*args, **kwargs)
        except (TypeError, AttributeError, ValueError) as error:
            is_ours = "Injected" in str(error) or isinstance(error, TypeError)
            if not is_ours or STAGE.world.has_raised(error):
                raise
            return _instead(function, args, kwargs, error)


class Asked(OfLibrary):
    """A function of the library that says what something is, which may be injected."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        function = self._function
        if not args or type(args[0]) is not Injected:
            return function(*args, **kwargs)
        question = f"{args[0]._within_path} is an instance of"
        if state_of(args[0]).has_value or question in STAGE.world.choices:
            return False  # it is something else
        module = function.__module__.partition(".")[0]
        path = f"{module}.{function.__name__}"
        return bool(outside_result(call_term(path, args, kwargs), f"{path}()", False, "", (), {}))


class Outside:
    """A function of the library that reads or changes the world outside."""

    __slots__ = ("_function", "_surroundings")

    def __init__(self, surroundings: Surroundings, function: Any) -> None:
        self._surroundings = surroundings
        self._function = function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        touch = self._surroundings.of_call(self._function, args, kwargs)
        if touch is None:
            return Careful(self._function)(*args, **kwargs)
        world = STAGE.world
        given = args
        receiver = getattr(self._function, "__self__", None)
        if isinstance(receiver, PurePath):
            args = (str(receiver), *args)
        if "universal_newlines" in kwargs and touch.path.startswith("subprocess."):
            kwargs["text"] = kwargs.pop("universal_newlines")  # the same by its newer name
        kind = f"{touch.path}()"
        text = call_term(touch.path, args, kwargs)
        expected = world.facts.expected.get(touch.path.rpartition(".")[2], ())
        effect = touch.has_effect or not world.facts.filters_effects
        if touch.path in _PROGRAMS and args:
            note_process(concrete(args[0], str, 0), *map(kwargs.get, ("cwd", "env", "input")))
            effect = False
        else:
            expected = world.facts.of(kind).raises or expected
            if expected and world.raises is not None:
                world.raises(text, expected)
            value = done_for_real(touch, self._function, given, kwargs)
            if value is not UNREAL:
                return value
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
