"""How are functions, methods, classes and modules written?

What a module holds under its own name is written as that name. A function or a class that was made
during the call has no such name: its parts are written, and a digest of its code.
"""

from __future__ import annotations

from marshal import dumps
from sys import modules
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from ..core.identity import identity
from ._classes import class_name, derives, exact_text, find, is_made_in_c, own_names, reader_of
from ._encoder import Encoder, Handler
from ._parts import ATOMS, Unseen

_names_of_module: Any = reader_of(ModuleType, "__dict__")
_bases_of: Any = type.__dict__["__bases__"].__get__
#: What every class body leaves behind, and what says nothing about behaviour.
_NOT_OF_INTEREST = frozenset(
    {
        *("__dict__", "__doc__", "__firstlineno__", "__module__", "__qualname__"),
        *("__static_attributes__", "__weakref__"),
    }
)
_DEEPEST_CODE = 20


def is_importable(thing: object, name: str) -> bool:
    """Whether a module really holds the thing under its full name."""
    module, _, path = name.rpartition(".")
    parts = [path]
    while module:
        if module in modules:
            return _finds(modules[module], parts) is thing
        module, _, part = module.rpartition(".")
        parts.insert(0, part)
    return False


def _finds(found: Any, path: list[str]) -> object:
    for part in path:
        if derives(type(found), ModuleType):
            names = _names_of_module(found)
        elif derives(type(found), type):
            names = own_names(found)
        else:
            return None
        found = find(names, part)
    if type(found) is staticmethod or type(found) is classmethod:
        return found.__func__
    return found


def put_function(encoder: Encoder, value: Any) -> None:
    """Write a function that is written in Python."""
    name = f"{exact_text(value.__module__)}.{exact_text(value.__qualname__)}"
    if is_importable(value, name):
        encoder.put_named("function", name)
        return
    fields = {
        "__qualname__": name,
        "__code__": value.__code__,
        "__defaults__": value.__defaults__,
        "__kwdefaults__": value.__kwdefaults__,
        "__closure__": _contents(value.__closure__),
    }
    if dict.__len__(value.__dict__):
        fields["__dict__"] = value.__dict__
    encoder.put_fields("function", fields, mutable=False)


def _contents(cells: Any) -> object:
    if cells is None:
        return None
    contents = []
    for cell in cells:
        try:
            contents.append(cell.cell_contents)
        except ValueError:
            contents.append(Unseen("cell", "not filled yet"))
    return tuple(contents)


def put_code(encoder: Encoder, value: Any) -> None:
    """Write the digest of what a code object does, whatever its names and lines."""
    parts = bytearray()
    _gather_code(value, parts, 0)
    encoder.put_cut("code", "", len(value.co_code), encoder.digest_of(bytes(parts)))


def _gather_code(code: Any, parts: bytearray, depth: int) -> None:
    named = code.co_argcount + code.co_kwonlyargcount
    parts += dumps(
        (
            code.co_argcount,
            code.co_posonlyargcount,
            code.co_kwonlyargcount,
            code.co_flags,
            code.co_code,
            code.co_names,
            code.co_varnames[:named],
            len(code.co_freevars),
            getattr(code, "co_exceptiontable", b""),
        ),
        2,
    )
    _gather_constants(code.co_consts, parts, depth)


def _gather_constants(constants: Any, parts: bytearray, depth: int) -> None:
    for constant in constants:
        kind = type(constant)
        if depth > _DEEPEST_CODE:
            parts += b"deep"
        elif kind is CodeType:
            _gather_code(constant, parts, depth + 1)
        elif kind is tuple:
            parts += b"("
            _gather_constants(constant, parts, depth + 1)
            parts += b")"
        elif kind is frozenset:
            parts += (
                b"<" + b"".join(sorted(_constant_alone(each, depth) for each in constant)) + b">"
            )
        elif identity(kind) in ATOMS:
            parts += dumps(constant, 2)
        else:
            parts += class_name(kind).encode()


def _constant_alone(constant: object, depth: int) -> bytes:
    parts = bytearray()
    _gather_constants((constant,), parts, depth + 1)
    return bytes(parts)


def put_builtin(encoder: Encoder, value: Any) -> None:
    """Write a function made in C, which may be bound to an object."""
    receiver = value.__self__
    name = value.__name__
    if receiver is None or derives(type(receiver), ModuleType):
        module = exact_text(value.__module__)
        encoder.put_named("function", name if module == "builtins" else f"{module}.{name}")
    elif derives(type(receiver), type):
        encoder.put_named("function", f"{class_name(receiver)}.{name}")
    else:
        _put_bound(encoder, "builtin_function_or_method", receiver, name)


def put_method(encoder: Encoder, value: Any) -> None:
    """Write a bound method."""
    _put_bound(encoder, "method", value.__self__, value.__func__)


def put_method_wrapper(encoder: Encoder, value: Any) -> None:
    """Write a bound method of a builtin."""
    _put_bound(encoder, "method-wrapper", value.__self__, value.__name__)


def _put_bound(encoder: Encoder, type_name: str, receiver: object, function: object) -> None:
    fields = {"__func__": function, "__self__": receiver}
    encoder.put_fields(type_name, fields, mutable=False)


def put_descriptor(encoder: Encoder, value: Any) -> None:
    """Write an unbound method or an attribute of a builtin class."""
    encoder.put_named("function", f"{class_name(value.__objclass__)}.{exact_text(value.__name__)}")


def put_class(encoder: Encoder, value: Any) -> None:
    """Write a class, whatever its metaclass."""
    name = class_name(value)
    if is_made_in_c(value) or is_importable(value, name):
        encoder.put_named("class", name)
        return
    fields: dict[str, Any] = {
        each: attribute
        for each, attribute in own_names(value).items()
        if each not in _NOT_OF_INTEREST and type(attribute) is not GetSetDescriptorType
    }
    for each, attribute in fields.items():
        if type(attribute) is MemberDescriptorType:
            fields[each] = f"slot {attribute.__name__}"
    fields["__qualname__"] = name
    fields["__bases__"] = _bases_of(value)
    if len(fields) > encoder.items:
        encoder.put_opaque("type", "too many attributes")
        return
    encoder.put_fields("type", fields)


def put_module(encoder: Encoder, value: Any) -> None:
    """Write the name of a module."""
    encoder.put_named("module", exact_text(find(_names_of_module(value), "__name__")))


#: These take instances of subclasses as well, whatever attributes these have.
WHOLE: dict[type, Handler] = {type: put_class, ModuleType: put_module}

HANDLERS: dict[type, Handler] = {
    **WHOLE,
    FunctionType: put_function,
    CodeType: put_code,
    BuiltinFunctionType: put_builtin,
    MethodType: put_method,
    MethodWrapperType: put_method_wrapper,
    ClassMethodDescriptorType: put_descriptor,
    GetSetDescriptorType: put_descriptor,
    MemberDescriptorType: put_descriptor,
    MethodDescriptorType: put_descriptor,
    WrapperDescriptorType: put_descriptor,
}
