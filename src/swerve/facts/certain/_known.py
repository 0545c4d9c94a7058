"""What do builtins and the standard library certainly give back?

Other than what is likely, which says what a value may be stood in by, this says what it is:
`range(3)` is an object, not a list. What may be None, or depends on arguments, is left out.
"""

from __future__ import annotations

import builtins
import inspect
import types
from abc import ABCMeta
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path

from swerve.facts.classes import class_of
from swerve.facts.library import GIVES
from swerve.source.syntax import LIBRARY_MODULES, library_value

from ._certain import (
    UNKNOWN,
    Certain,
    Instance,
    Method,
    Module,
    Real,
    of_text,
    of_type,
    words_of_type,
)

#: Others put something else there.
_REPLACED = frozenset({"stdin", "stdout", "stderr", "displayhook", "excepthook", "ps1", "ps2"})

#: Of what they give, only this: more than a type says.
_FINER: dict[str, frozenset[str]] = {
    "len": frozenset({"zero int", "positive int"}),
    **dict.fromkeys(("id", "ord", "os.getpid", "time.time_ns"), frozenset({"positive int"})),
    **dict.fromkeys(
        ("repr", "chr", "hex", "bin", "oct", "ascii", "os.getcwd", "json.dumps"),
        frozenset({"string"}),
    ),
    **dict.fromkeys(
        ("time.time", "time.monotonic", "time.perf_counter"), frozenset({"positive float"})
    ),
}
_BUILTIN, _LIBRARY = "call of a builtin", "call of the library"


def _given(words: tuple[str, ...], rule: str) -> Certain:
    """What is certain of a value that the table describes."""
    kinds = {word.partition(":")[0].partition("[")[0] for word in words} - {"?"}
    if kinds <= {"object", "callable"}:
        found = {_word_of(word) for word in words if word != "?"}
        return Certain(frozenset(found), rule) if len(found) == 1 else UNKNOWN
    if kinds == {"str", "bytes"}:
        return of_text(rule)
    kind = _type_of(kinds.pop()) if len(kinds) == 1 else None
    if kind is None:
        return UNKNOWN
    held = words[0].partition("[")[2].removesuffix("]")
    element = of_text("element") if "/" in held else _given((held,), "element") if held else None
    return of_type(kind, rule, element)


def _word_of(word: str) -> str:
    can = word.partition(":")[2]
    if "call" in can or word == "callable":
        return "callable"
    return "resource" if "enter" in can else "object"


@lru_cache(maxsize=512)
def _type_of(name: str) -> type | None:
    module, _, last = name.rpartition(".")
    if name == "None":
        return type(None)
    try:
        found = library_value(module or "builtins", last)
    except LookupError:
        return None
    return found if isinstance(found, type) else None


@lru_cache(maxsize=1)
def _methods() -> dict[tuple[type, str], tuple[str, ...]]:
    found = {}
    for name, words in GIVES.items():
        owner, _, last = name.rpartition(".")
        kind = _type_of(owner) if owner else None
        if kind is not None:
            found[kind, last] = words
    return found


@lru_cache(maxsize=4096)
def module_member(module: str, name: str) -> Certain:
    """What `from module import name` gives."""
    if module not in LIBRARY_MODULES or name in _REPLACED or (name[:2] == "__"):
        return UNKNOWN
    if f"{module}.{name}" in LIBRARY_MODULES:
        return Certain(frozenset({"object"}), "module", Module(f"{module}.{name}"))
    try:
        value = library_value(module, name)
    except LookupError:
        return UNKNOWN
    if value is None or isinstance(value, types.ModuleType):
        return UNKNOWN
    words = frozenset({class_of(value).value})
    rule = "member of the library"
    if callable(value) or inspect.isclass(value):
        return Certain(words, rule, Real(value, f"{module}.{name}"))
    if isinstance(value, (bool, list, dict, set)):
        words = words_of_type(type(value))
    return Certain(words, rule, Instance(type(value)))


@lru_cache(maxsize=512)
def builtin(name: str) -> Certain:
    """What a name stands for that nobody bound."""
    if name.startswith("__") or not hasattr(builtins, name):
        return UNKNOWN
    value = getattr(builtins, name)
    return Certain(frozenset({class_of(value).value}), "builtin", Real(value, name))


def result_of(function: Real, arguments: list[Certain]) -> Certain:
    """What calling a member of the standard library gives."""
    name = function.name.removeprefix("builtins.")
    if name == "range":
        return Certain(frozenset({"object"}), _BUILTIN, None, of_type(int, "element"))
    if name in GIVES and not inspect.isclass(function.value):
        known = _given(GIVES[name], _LIBRARY if "." in name else _BUILTIN)
        return replace(known, words=_FINER.get(name, known.words))
    if name in ("min", "max") and len(arguments) > 1:
        types_given = {each.what.of for each in arguments if isinstance(each.what, Instance)}
        if len(types_given) == 1 and all(isinstance(each.what, Instance) for each in arguments):
            return of_type(types_given.pop(), _BUILTIN)
        return UNKNOWN
    if inspect.isclass(function.value):
        return _constructed(function.value, name)
    return UNKNOWN


def _constructed(kind: type, name: str) -> Certain:
    module = kind.__module__
    if type(kind) not in (type, ABCMeta):
        return UNKNOWN
    if kind is type:
        return Certain(frozenset({"callable"}), _BUILTIN)
    if module == "typing" or issubclass(kind, type) or name.startswith(("unittest.", "ast.")):
        return UNKNOWN
    if module == "builtins":
        rule = "constructor of an exception" if issubclass(kind, BaseException) else _BUILTIN
        return of_type(kind, rule)
    return of_type(kind, "constructor of the library")


def class_member(kind: type, name: str) -> Certain:
    """What an attribute of a real class itself is."""
    value = inspect.getattr_static(kind, name, None)
    if value is None or name.startswith("__"):
        return UNKNOWN
    if callable(value) or isinstance(value, (classmethod, staticmethod)):
        receiver = Certain(frozenset({"callable"}), "", Real(kind, kind.__name__))
        return Certain(frozenset({"callable"}), "method", Method(receiver, name))
    return UNKNOWN


def member_of(value: Certain, kind: type, name: str) -> Certain:
    """What an attribute of an instance of a real class is."""
    found = inspect.getattr_static(kind, name, None)
    if found is None or name.startswith("__"):
        return UNKNOWN
    if callable(found) or isinstance(found, (classmethod, staticmethod)):
        return Certain(frozenset({"callable"}), "method", Method(value, name))
    if issubclass(kind, (datetime, date)) and name in ("year", "month", "day"):
        return Certain(frozenset({"positive int"}), "member of the library", Instance(int))
    if issubclass(kind, Path):
        if name in ("name", "stem", "suffix"):
            return of_type(str, "member of the library")
        if name == "parent":
            return of_type(kind, "member of the library")
    return UNKNOWN


def method_result(method: Method) -> Certain:
    """What calling a method of a value of a real class gives, or one of such a class itself."""
    what = method.receiver.what
    kind = what.value if isinstance(what, Real) else getattr(what, "of", None)
    if not isinstance(kind, type):
        return UNKNOWN
    for base in kind.__mro__:
        words = _methods().get((base, method.name))
        if words is not None:
            found = _given(words, "call of a method")
            if isinstance(what, Real) and found.what == Instance(base):
                return of_type(kind, "call of a method")
            is_filled = found.element is not None and words[0].startswith("tuple")
            return replace(found, words=frozenset({"tuple"})) if is_filled else found
    return UNKNOWN


def entered(value: Certain) -> Certain:
    """What `with` binds."""
    what = value.what
    rule = "with"
    if isinstance(what, Instance) and isinstance(what.of, type):
        name = f"{what.of.__module__}.{what.of.__name__}"
        if name in ("tempfile.TemporaryDirectory",):
            return of_type(str, rule)
        if name.startswith(("io.", "_io.", "zipfile.", "tarfile.", "subprocess.Popen", "socket.")):
            return value.because(rule)
    if value.rule == _BUILTIN and value.words == {"resource"}:
        return Certain(value.words, rule)
    return UNKNOWN
