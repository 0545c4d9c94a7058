"""Which arguments does a callable take?

Python code is asked for its code object: that is what a call meets, whatever `__signature__` says.
"""

from __future__ import annotations

import _ast
from collections.abc import Iterator
from sys import version_info as _version
from types import FunctionType
from typing import Any

from ..recipes.building import CALL, NAME
from . import _looking as look
from .types import TypeReader

POSITIONAL_ONLY, POSITIONAL, VARIADIC, KEYWORD_ONLY, KEYWORDS = range(5)
#: Flags of code objects.
_HAS_VARIADIC, HAS_KEYWORDS, _IS_GENERATOR = 0x04, 0x08, 0x20
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
        value = look.unwrapped(value)
        if type(value) is FunctionType:
            inner = look.wrapped_by(value)
            if inner is look.MISSING or not _passes_all_on(value):
                return value, has_self
            value = inner
        elif look.is_class(value):
            return look.MISSING, False
        else:
            inner = look.wrapped_by(value)  # functools.lru_cache and its like
            if inner is look.MISSING:
                inner, has_self = look.raw_attribute(type(value), "__call__"), True
                if type(inner) is not FunctionType:
                    return look.MISSING, False
                return inner, True
            value = inner
    return look.MISSING, False


def _passes_all_on(function: Any) -> bool:
    code = look.code_of(function)
    flags = _HAS_VARIADIC | HAS_KEYWORDS
    return code.co_flags & flags == flags and code.co_argcount <= 1 and not code.co_kwonlyargcount


def traits_of_code(function: Any) -> list[str]:
    """Return what kind of code a function has: "async", "generator"."""
    flags = look.code_of(function).co_flags
    traits = []
    if flags & (_IS_COROUTINE | _IS_ASYNC_GENERATOR):
        traits.append("async")
    if flags & (_IS_GENERATOR | _IS_ASYNC_GENERATOR):
        traits.append("generator")
    return traits


def annotations_in(holder: Any) -> dict[str, Any]:
    """Return the annotations of a function or a class's own, empty where they raise."""
    if _ARE_LAZY:
        found = look.guarded(_annotations_without_running, holder)
    elif type(holder) is FunctionType:
        found = look.guarded(look.annotations_of, holder)
    else:
        found = look.type_dict(holder).get("__annotations__", look.MISSING)
    if not look.is_a(found, dict):
        return {}
    return {name: value for name, value in dict.items(found) if look.is_text(name)}


def _annotations_without_running(holder: Any) -> Any:
    import annotationlib  # type: ignore[import-not-found]

    return annotationlib.get_annotations(holder, format=annotationlib.Format.FORWARDREF)


def parameters_of(function: Any, reader: TypeReader) -> list[dict[str, Any]]:
    """Describe the parameters of a Python function, `self` included."""
    annotations, namespace = annotations_in(function), look.globals_of(function)
    found = []
    for name, kind, default in declared_by(function):
        entry: dict[str, Any] = {"name": name, "kind": kind}
        if name in annotations:
            entry.update(described_type(annotations[name], reader))
        if default is not look.MISSING:
            entry.update(described_default(default, namespace))
        found.append(entry)
    return found[:_MOST_PARAMETERS]


def declared_by(function: Any) -> Iterator[tuple[str, int, Any]]:
    """Yield name, kind and default of the parameters of a Python function, `self` included."""
    code = look.code_of(function)
    names, plain, named = code.co_varnames, code.co_argcount, code.co_kwonlyargcount
    defaults, keyword_defaults = look.defaults_of(function), look.keyword_defaults_of(function)
    defaults = () if defaults is None else defaults
    keyword_defaults = {} if keyword_defaults is None else keyword_defaults
    for index, name in enumerate(names[:plain]):
        kind = POSITIONAL_ONLY if index < code.co_posonlyargcount else POSITIONAL
        at = index - plain + tuple.__len__(defaults)
        yield name, kind, tuple.__getitem__(defaults, at) if at >= 0 else look.MISSING
    after = plain + named
    if code.co_flags & _HAS_VARIADIC:
        yield names[after], VARIADIC, look.MISSING
        after += 1
    for name in names[plain : plain + named]:
        yield name, KEYWORD_ONLY, dict.get(keyword_defaults, name, look.MISSING)
    if code.co_flags & HAS_KEYWORDS:
        yield names[after], KEYWORDS, look.MISSING


def parameters_in_c(value: Any) -> list[dict[str, Any]] | None:
    """Describe the parameters that C code declares, without the `self` or module it is bound to."""
    text = look.text_signature(value)
    if text is None:
        return None
    bound = "($" in text
    source = f"def f{text.replace('$', '')}: pass"
    tree = look.guarded(_compile, source, "<signature>", "exec", _ONLY_TREE)
    if tree is look.MISSING:
        return None
    arguments = tree.body[0].args
    plain = [(one, POSITIONAL_ONLY) for one in arguments.posonlyargs]
    plain += [(one, POSITIONAL) for one in arguments.args]
    defaults = [look.MISSING] * (len(plain) - len(arguments.defaults)) + arguments.defaults
    found = [_declared(one.arg, kind, default) for (one, kind), default in zip(plain, defaults)]
    if arguments.vararg:
        found.append(_declared(arguments.vararg.arg, VARIADIC, look.MISSING))
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        found.append(_declared(one.arg, KEYWORD_ONLY, look.MISSING if default is None else default))
    if arguments.kwarg:
        found.append(_declared(arguments.kwarg.arg, KEYWORDS, look.MISSING))
    return found[1:] if bound else found


def _declared(name: str, kind: int, default: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": name, "kind": kind}
    if default is not look.MISSING:
        if type(default) is _ast.Constant:
            entry["default"] = [look.encoded_value(default.value)]
        else:
            entry["default_text"] = "..."
    return entry


def described_type(annotation: Any, reader: TypeReader) -> dict[str, Any]:
    """Describe an annotation: its type, and its text where it is text."""
    entry: dict[str, Any] = {"type": reader.read(annotation)}
    if type(annotation) is str:
        entry["annotation"] = annotation[: look.MOST_TEXT]
    return entry


def described_default(default: Any, namespace: dict[str, Any]) -> dict[str, Any]:
    """Describe a default: a recipe in a list of one, or text where there is none."""
    encoded = look.encoded_value(default)
    if encoded is look.MISSING:
        encoded = _by_identity(default, namespace)
    if encoded is not look.MISSING:
        return {"default": [encoded]}
    pair = look.class_pair(type(default))
    return {"default_text": f"<{pair[0]}.{pair[1]}>" if pair else "<?>"}


def _by_identity(value: Any, namespace: dict[str, Any]) -> Any:
    """Find the module-level name of a sentinel: it has no other recipe."""
    module = namespace.get("__name__")
    if look.is_text(module):
        for name, found in list(dict.items(namespace)):
            if found is value and look.is_text(name) and name.isidentifier():
                return [NAME, module, name]
    return look.MISSING


def constructor_of(kind: type, reader: TypeReader) -> dict[str, Any]:
    """Describe how a class is called."""
    entry: dict[str, Any] = {"parameters": None}
    if any("__call__" in look.type_dict(one) for one in look.mro_of(type(kind)) if one is not type):
        entry["through_metaclass"] = True
    for one in look.mro_of(kind):
        if one is object:
            entry["parameters"] = []
            break
        made = [
            look.unwrapped(look.type_dict(one).get(name, look.MISSING))
            for name in ("__init__", "__new__")
        ]
        functions = [function for function in made if type(function) is FunctionType]
        if functions:
            # `__init__` rather than `__new__`; where that passes all on, the other one says more.
            function = functions[-1] if _passes_all_on(functions[0]) else functions[0]
            function, _ = code_behind(function)
            if function is not look.MISSING:
                entry["parameters"] = parameters_of(function, reader)[1:]
            break
        if any(function is not look.MISSING for function in made):
            entry["parameters"] = parameters_in_c(one)
            if entry["parameters"] is None and is_exception(one):
                entry["parameters"] = [{"name": "args", "kind": VARIADIC}]
            break
    return entry


def is_exception(kind: type) -> bool:
    """Say whether instances of a class can be raised."""
    return any(one is BaseException for one in look.mro_of(kind))


def factory_call(factory: Any) -> dict[str, Any]:
    """Describe a default that is made anew each time."""
    pair = look.name_of(factory) if factory is not None else None
    if pair is None:
        return {"default_text": "<factory>"}
    return {"default": [[CALL, [NAME, *pair], [], {}]]}
