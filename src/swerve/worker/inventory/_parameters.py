"""Which arguments does a callable take?

Python code is asked for its code object: that is what a call meets, whatever `__signature__` says.
"""

from __future__ import annotations

import _ast
from sys import version_info as _version
from types import FunctionType
from typing import Any

from ..recipes.building import CALL, NAME
from ._looking import (
    MISSING,
    MOST_TEXT,
    annotations_of,
    class_pair,
    code_of,
    defaults_of,
    encoded_value,
    globals_of,
    guarded,
    is_a,
    is_class,
    is_text,
    keyword_defaults_of,
    mro_of,
    name_of,
    raw_attribute,
    text_signature,
    type_dict,
    unwrapped,
    wrapped_by,
)
from .types import TypeReader

POSITIONAL_ONLY, POSITIONAL, VARIADIC, KEYWORD_ONLY, KEYWORDS = range(5)
#: Flags of code objects.
_HAS_VARIADIC, _HAS_KEYWORDS, _IS_GENERATOR = 0x04, 0x08, 0x20
_IS_COROUTINE, _IS_ASYNC_GENERATOR = 0x80, 0x200
_ONLY_TREE = 0x400  # ast.PyCF_ONLY_AST
_MOST_WRAPPERS = 20
_MOST_PARAMETERS = 300

#: From 3.14 on annotations are code that runs when they are read.
_ARE_LAZY = _version >= (3, 14)

_compile = compile


def code_behind(value: Any) -> tuple[Any, bool]:
    """Return the Python function that takes a callable's arguments, and whether it has a `self`.

    Decorators that pass everything on are looked through, along `__wrapped__`. MISSING for what is
    not written in Python.
    """
    has_self = False
    for _ in range(_MOST_WRAPPERS):
        value = unwrapped(value)
        if type(value) is FunctionType:
            inner = wrapped_by(value)
            if inner is MISSING or not _passes_all_on(value):
                return value, has_self
            value = inner
        elif is_class(value):
            return MISSING, False
        else:
            inner = wrapped_by(value)  # functools.lru_cache and its like
            if inner is MISSING:
                inner, has_self = raw_attribute(type(value), "__call__"), True
                if type(inner) is not FunctionType:
                    return MISSING, False
                return inner, True
            value = inner
    return MISSING, False


def _passes_all_on(function: Any) -> bool:
    code = code_of(function)
    flags = _HAS_VARIADIC | _HAS_KEYWORDS
    return code.co_flags & flags == flags and code.co_argcount <= 1 and not code.co_kwonlyargcount


def traits_of_code(function: Any) -> list[str]:
    """Return what kind of code a function has: "async", "generator"."""
    flags = code_of(function).co_flags
    traits = []
    if flags & (_IS_COROUTINE | _IS_ASYNC_GENERATOR):
        traits.append("async")
    if flags & (_IS_GENERATOR | _IS_ASYNC_GENERATOR):
        traits.append("generator")
    return traits


def annotations_in(holder: Any) -> dict[str, Any]:
    """Return the annotations of a function or a class's own, empty where they raise."""
    if _ARE_LAZY:
        found = guarded(_annotations_without_running, holder)
    elif type(holder) is FunctionType:
        found = guarded(annotations_of, holder)
    else:
        found = type_dict(holder).get("__annotations__", MISSING)
    if not is_a(found, dict):
        return {}
    return {name: value for name, value in dict.items(found) if is_text(name)}


def _annotations_without_running(holder: Any) -> Any:
    import annotationlib  # type: ignore[import-not-found]

    return annotationlib.get_annotations(holder, format=annotationlib.Format.FORWARDREF)


def parameters_of(function: Any, reader: TypeReader) -> list[dict[str, Any]]:
    """Describe the parameters of a Python function, `self` included."""
    code = code_of(function)
    names, plain, named = code.co_varnames, code.co_argcount, code.co_kwonlyargcount
    annotations = annotations_in(function)
    defaults, keyword_defaults = defaults_of(function), keyword_defaults_of(function)
    defaults = () if defaults is None else defaults
    keyword_defaults = {} if keyword_defaults is None else keyword_defaults
    namespace = globals_of(function)
    found = []

    def add(name: str, kind: int, default: Any) -> None:
        entry: dict[str, Any] = {"name": name, "kind": kind}
        if name in annotations:
            entry.update(described_type(annotations[name], reader))
        if default is not MISSING:
            entry.update(described_default(default, namespace))
        found.append(entry)

    for index, name in enumerate(names[:plain]):
        kind = POSITIONAL_ONLY if index < code.co_posonlyargcount else POSITIONAL
        at = index - plain + tuple.__len__(defaults)
        add(name, kind, tuple.__getitem__(defaults, at) if at >= 0 else MISSING)
    after = plain + named
    if code.co_flags & _HAS_VARIADIC:
        add(names[after], VARIADIC, MISSING)
        after += 1
    for name in names[plain : plain + named]:
        add(name, KEYWORD_ONLY, dict.get(keyword_defaults, name, MISSING))
    if code.co_flags & _HAS_KEYWORDS:
        add(names[after], KEYWORDS, MISSING)
    return found[:_MOST_PARAMETERS]


def parameters_in_c(value: Any) -> list[dict[str, Any]] | None:
    """Describe the parameters that C code declares, without the `self` or module it is bound to."""
    text = text_signature(value)
    if text is None:
        return None
    bound = "($" in text
    source = f"def f{text.replace('$', '')}: pass"
    tree = guarded(_compile, source, "<signature>", "exec", _ONLY_TREE)
    if tree is MISSING:
        return None
    arguments = tree.body[0].args
    plain = [(one, POSITIONAL_ONLY) for one in arguments.posonlyargs]
    plain += [(one, POSITIONAL) for one in arguments.args]
    defaults = [MISSING] * (len(plain) - len(arguments.defaults)) + arguments.defaults
    found = [_declared(one.arg, kind, default) for (one, kind), default in zip(plain, defaults)]
    if arguments.vararg:
        found.append(_declared(arguments.vararg.arg, VARIADIC, MISSING))
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        found.append(_declared(one.arg, KEYWORD_ONLY, MISSING if default is None else default))
    if arguments.kwarg:
        found.append(_declared(arguments.kwarg.arg, KEYWORDS, MISSING))
    return found[1:] if bound else found


def _declared(name: str, kind: int, default: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": name, "kind": kind}
    if default is not MISSING:
        if type(default) is _ast.Constant:
            entry["default"] = [encoded_value(default.value)]
        else:
            entry["default_text"] = "..."
    return entry


def described_type(annotation: Any, reader: TypeReader) -> dict[str, Any]:
    """Describe an annotation: its type, and its text where it is text."""
    entry: dict[str, Any] = {"type": reader.read(annotation)}
    if type(annotation) is str:
        entry["annotation"] = annotation[:MOST_TEXT]
    return entry


def described_default(default: Any, namespace: dict[str, Any]) -> dict[str, Any]:
    """Describe a default: a recipe in a list of one, or text where there is none."""
    encoded = encoded_value(default)
    if encoded is MISSING:
        encoded = _by_identity(default, namespace)
    if encoded is not MISSING:
        return {"default": [encoded]}
    pair = class_pair(type(default))
    return {"default_text": f"<{pair[0]}.{pair[1]}>" if pair else "<?>"}


def _by_identity(value: Any, namespace: dict[str, Any]) -> Any:
    """Find the module-level name of a sentinel: it has no other recipe."""
    module = namespace.get("__name__")
    if is_text(module):
        for name, found in list(dict.items(namespace)):
            if found is value and is_text(name) and name.isidentifier():
                return [NAME, module, name]
    return MISSING


def constructor_of(kind: type, reader: TypeReader) -> dict[str, Any]:
    """Describe how a class is called."""
    entry: dict[str, Any] = {"parameters": None}
    if any("__call__" in type_dict(one) for one in mro_of(type(kind)) if one is not type):
        entry["through_metaclass"] = True
    for one in mro_of(kind):
        if one is object:
            entry["parameters"] = []
            break
        made = [unwrapped(type_dict(one).get(name, MISSING)) for name in ("__init__", "__new__")]
        functions = [function for function in made if type(function) is FunctionType]
        if functions:
            # `__init__` rather than `__new__`; where that passes all on, the other one says more.
            function = functions[-1] if _passes_all_on(functions[0]) else functions[0]
            function, _ = code_behind(function)
            if function is not MISSING:
                entry["parameters"] = parameters_of(function, reader)[1:]
            break
        if any(function is not MISSING for function in made):
            entry["parameters"] = parameters_in_c(one)
            if entry["parameters"] is None and is_exception(one):
                entry["parameters"] = [{"name": "args", "kind": VARIADIC}]
            break
    return entry


def is_exception(kind: type) -> bool:
    """Say whether instances of a class can be raised."""
    return any(one is BaseException for one in mro_of(kind))


def factory_call(factory: Any) -> dict[str, Any]:
    """Describe a default that is made anew each time."""
    pair = name_of(factory) if factory is not None else None
    if pair is None:
        return {"default_text": "<factory>"}
    return {"default": [[CALL, [NAME, *pair], [], {}]]}
