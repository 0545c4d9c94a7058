"""What does a call do when what is called is known?"""

from __future__ import annotations

import builtins

import z3

from ..lowering._program import PLAIN_EXCEPTIONS
from ._arithmetic import as_float, as_int, text_of
from ._comparisons import truth_of
from ._containers import (
    EMPTY,
    EMPTY_DICT,
    concatenated,
    container_kind,
    dict_held,
    get,
    item_at,
    item_shape,
    list_items,
    put_items,
    read_attribute,
    sequence_of,
    size_of,
)
from ._folding import is_plain, plain, unknown, unknown_truth
from ._state import Context
from ._terms import BOOL, FALSE, SEQUENCE, TRUE, Term, V, applied
from ._texts import text_method
from ._values import (
    NOTHING,
    Bool,
    Builtin,
    DictObject,
    ExceptionObject,
    Float,
    Int,
    ListObject,
    Method,
    Nothing,
    Opaque,
    Str,
    Tuple,
    Value,
)

_QUESTIONS = frozenset({"isinstance", "issubclass", "callable", "hasattr"})
_OPERATOR_LIKE = _QUESTIONS | {"len", "abs", "hash", "repr", "str", "bool", "type"}


def call(
    context: Context, called: Value, arguments: tuple[Value, ...], marks: tuple[str, ...]
) -> Value:
    """Call something; the marks tell which arguments are named or starred."""
    called = context.resolved(called)
    if not any(marks):
        resolved = tuple(context.resolved(one) for one in arguments)
        found: Value | None = None
        if isinstance(called, Builtin):
            found = known_builtin(context, called.name, resolved, arguments)
        elif isinstance(called, Method):
            found = _method(context, called, resolved, arguments)
        if found is not None:
            return found
    word = f"call {','.join(marks)}" if any(marks) else f"call {len(marks)}"
    pure = (
        isinstance(called, Builtin)
        and called.name in _OPERATOR_LIKE
        and context.settings.operators_are_pure
    )
    if isinstance(called, Builtin) and called.name in _QUESTIONS:
        return unknown_truth(context, f"{word} of builtin {called.name}", *arguments, is_pure=pure)
    if isinstance(called, Builtin):
        return unknown(context, f"{word} of builtin {called.name}", *arguments, is_pure=pure)
    if isinstance(called, Method):
        owner = called.owner
        if is_plain(context.resolved(owner)) and all(map(is_plain, arguments)):
            kind = type(context.resolved(owner)).__name__
            return plain(context, f"{word} of {kind}.{called.name}", owner, *arguments)
        return unknown(context, f"{word} of method {called.name}", owner, *arguments)
    return unknown(context, word, called, *arguments)


def attribute(context: Context, value: Value, name: str, marked: str) -> Value:
    """Read an attribute."""
    resolved = context.resolved(value)
    if isinstance(resolved, Str) and callable(getattr(str, name, None)):
        return Method(resolved, name)
    kind = container_kind(context, resolved)
    if kind and callable(getattr(getattr(builtins, kind), name, None)):
        return Method(value, name)
    if context.settings.attributes_are_plain and isinstance(resolved, Opaque) and not kind:
        return read_attribute(context, marked, resolved.term, context.state.world)
    return unknown(
        context, f"attribute {marked}", value, is_pure=context.settings.attributes_are_pure
    )


def _method(
    context: Context, method: Method, resolved: tuple[Value, ...], arguments: tuple[Value, ...]
) -> Value | None:
    owner = context.resolved(method.owner)
    if isinstance(owner, Str):
        return text_method(context, owner, method.name, resolved)
    items = list_items(context, method.owner)
    if items is not None:
        return _list_method(context, method, items, resolved, arguments)
    if method.name == "get" and len(arguments) in (1, 2):
        default = arguments[1] if len(arguments) == 2 else None
        return get(context, method.owner, resolved[0], default)
    return None


def _list_method(
    context: Context,
    method: Method,
    items: Term,
    resolved: tuple[Value, ...],
    arguments: tuple[Value, ...],
) -> Value | None:
    owner = method.owner
    match method.name, arguments:
        case "append", (item,):
            append(context, owner, item)
            return NOTHING
        case "extend", (_,):
            more = list_items(context, arguments[0])
            if more is None and isinstance(resolved[0], Tuple):
                more = sequence_of(context, resolved[0].items)
                items = list_items(context, owner)
            if more is None:
                return None
            put_items(context, owner, concatenated(items, more))
            return NOTHING
        case "pop", ():
            length = z3.Length(items)
            if not context.decide(length > 0):
                raise context.worded_error("IndexError", "pop from empty list")
            last = item_at(context, owner, items, length - 1)
            put_items(context, owner, z3.Extract(items, 0, length - 1))
            return last
        case "clear", ():
            put_items(context, owner, EMPTY)
            return NOTHING
        case "copy", ():
            return context.make(ListObject(items))
        case "reverse", ():
            put_items(context, owner, applied("reversed", SEQUENCE, items))
            return NOTHING
        case "insert", (at, item) if isinstance(at, Int) and at.term.eq(z3.IntVal(0)):
            term = context.term_of(item)
            rest = list_items(context, owner)
            put_items(context, owner, concatenated(z3.Unit(term), rest))
            return NOTHING
        case _:
            return None


def append(context: Context, owner: Value, item: Value) -> None:
    """Put an item at the end of a list."""
    term = context.term_of(item)  # first: the item may be the list itself, which is seen then
    items = list_items(context, owner)
    if items is None:
        unknown(context, "call 1 of method append", owner, item)
        return
    put_items(context, owner, concatenated(items, z3.Unit(term)))


def known_builtin(
    context: Context, name: str, resolved: tuple[Value, ...], arguments: tuple[Value, ...]
) -> Value | None:
    """Call a function of Python itself; `None` where nothing is known of the call."""
    if name in PLAIN_EXCEPTIONS:
        return context.make(ExceptionObject(name, arguments, None))
    match name, resolved:
        case "len", (value,):
            return _length(context, value)
        case "isinstance", (value, kind):
            return _isinstance(context, value, kind)
        case "bool", (value,):
            return Bool(truth_of(context, value))
        case "abs", (Int() as value,):
            return Int(z3.If(value.term < 0, -value.term, value.term))
        case "abs", (Float() as value,):
            return Float(z3.fpAbs(value.term))
        case (("min" | "max"), (Int() as left, Int() as right)):
            smaller = right.term < left.term if name == "min" else right.term > left.term
            return Int(z3.If(smaller, right.term, left.term))
        case (("min" | "max"), (Int(), Int(), Int())):
            first, *rest = (one.term for one in resolved if isinstance(one, Int))
            for other in rest:
                better = other < first if name == "min" else other > first
                first = z3.If(better, other, first)
            return Int(first)
        case "str", (value,):
            return text_of(context, value)
        case "str", ():
            return Str(z3.StringVal(""))
        case "int", (Int() | Bool() as value,):
            return Int(as_int(value))
        case "int", (Str() as value,):
            number = plain(context, "int of str", value)
            return Int(V.as_int(number.term)) if isinstance(number, Opaque) else number
        case "float", (Int() | Bool() | Float() as value,):
            return as_float(context, value)
        case "list", ():
            return context.make(ListObject(EMPTY))
        case "dict", ():
            return context.make(DictObject(EMPTY_DICT, ""))
        case "tuple", ():
            return Tuple(())
        case "tuple", (Tuple() as value,):
            return value
        case (("list" | "tuple" | "sorted" | "sum"), (value,)):
            return _collected(context, name, arguments[0], value)
        case _:
            return None


def _collected(context: Context, name: str, value: Value, resolved: Value) -> Value | None:
    if isinstance(resolved, Tuple) and name == "list":
        return context.make(ListObject(sequence_of(context, resolved.items)))
    items = list_items(context, value)
    if items is None:
        return None
    if name == "list":
        return context.make(ListObject(items))
    if name == "tuple":
        return tuple_of(items)
    shape = item_shape(context, value)
    if name == "sorted" and shape is not None and shape.name in ("int", "str"):
        return context.make(ListObject(applied("sorted", SEQUENCE, items)))
    return None


def tuple_of(items: Term) -> Value:
    """A tuple of unknown length."""
    return Opaque(applied("tuple of", V, items))


def _length(context: Context, value: Value) -> Value | None:
    if isinstance(value, Str):
        return Int(z3.Length(value.term))
    if isinstance(value, Tuple):
        return Int(z3.IntVal(len(value.items)))
    items = list_items(context, value)
    if items is not None:
        return Int(z3.simplify(z3.Length(items)))
    content = dict_held(context, value)
    return None if content is None else Int(size_of(context, content))


#: By the class of a value: the types of Python that it is an instance of.
CLASSES_OF: dict[type, tuple[str, ...]] = {
    Int: ("int", "object"),
    Bool: ("bool", "int", "object"),
    Str: ("str", "object"),
    Float: ("float", "object"),
    Nothing: ("object",),
    Tuple: ("tuple", "object"),
}
_TYPES = frozenset(
    {"int", "bool", "str", "float", "tuple", "list", "dict", "set", "bytes", "frozenset", "object"}
    | {"bytearray", "complex"}
)


def _isinstance(context: Context, value: Value, kind: Value) -> Value | None:
    kinds = kind.items if isinstance(kind, Tuple) else (kind,)
    terms: list[Term] = []
    for one in kinds:
        if not isinstance(one, Builtin) or one.name not in _TYPES:
            return None
        terms.append(_is_a(context, value, one.name))
    return Bool(z3.simplify(z3.Or(*terms)) if terms else FALSE)


def _is_a(context: Context, value: Value, name: str) -> Term:
    if type(value) in CLASSES_OF:
        return TRUE if name in CLASSES_OF[type(value)] else FALSE
    kind = container_kind(context, value)
    if kind:
        return TRUE if name in (kind, "object") else FALSE
    return applied(f"is a {name}", BOOL, context.state.world, context.term_of(value))


def unknown_exception_is(context: Context, term: Term, wanted: type[BaseException]) -> Term:
    """Whether an exception of which nothing is known is of a class, and of those above."""
    if wanted is BaseException:
        return TRUE
    result = applied(f"is {wanted.__name__}", BOOL, term)
    for above in wanted.__mro__[1:]:
        if above not in (BaseException, object):
            context.path.learn(z3.Implies(result, applied(f"is {above.__name__}", BOOL, term)))
    return result
