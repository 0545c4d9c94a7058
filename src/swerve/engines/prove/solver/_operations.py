"""What does each operation of a program do to the state?"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import z3

from ..lowering._program import PLAIN_EXCEPTIONS
from ._answers import Fields
from ._arithmetic import binary, text_of, unary
from ._calls import append, attribute, call, tuple_of, unknown_exception_is
from ._claims import Promised, perform_freed, perform_promised
from ._comparisons import compare, truth_of
from ._containers import (
    EMPTY_DICT,
    bounded_index,
    concatenated,
    content_for,
    has,
    item_at,
    list_items,
    put_attribute,
    put_items,
    read,
    sequence_of,
    slice_bounds,
    write,
)
from ._folding import NotWrittenOut, is_plain, plain, unknown, written
from ._path import GaveUp
from ._state import Context, value_of
from ._terms import BOOL, STR, TRUE, UNBOUND, Term, V, W, applied, fresh, negated
from ._values import (
    ANY,
    MISSING,
    NOTHING,
    Bool,
    Builtin,
    DictObject,
    ExceptionObject,
    Float,
    Int,
    ListObject,
    Local,
    Missing,
    Nothing,
    Opaque,
    Parts,
    Perhaps,
    Shape,
    Slice,
    Str,
    Tuple,
    Value,
    constant,
    text,
    truth,
    type_name,
)
from ._walks import walk_by, walk_over

Values = tuple[Value, ...]
Detail = tuple[object, ...]


def perform(context: Context, operation: str, detail: Detail, values: Values) -> Value:
    """Perform an operation. Raises `PythonError` where the version raises, `Fork` in between."""
    known = _TABLE.get(operation)
    if known is not None:
        return known(context, detail, values)
    words = " ".join([operation, *(str(one) for one in detail)])
    return unknown(context, words, *values)


def _constant(_: Context, detail: Detail, __: Values) -> Value:
    return constant(detail[0])


def _parameter(context: Context, detail: Detail, _: Values) -> Value:
    value = _given(context, detail)
    state = context.state
    state.entry = {**state.entry, str(detail[0]): value}
    state.entry_heap, state.entry_world = state.heap, state.world
    return value


def _given(context: Context, detail: Detail) -> Value:
    name, shape = detail
    given = context.settings.arguments
    if given is not None:
        if name not in given:
            raise NotWrittenOut
        return _written_argument(context, str(name), given[str(name)])
    term = applied(f"parameter {name}", V)
    if isinstance(shape, Shape) and shape != ANY and context.settings.trusts_annotations:
        return value_of(context, shape, term)
    return Opaque(term)


def _written_argument(context: Context, name: str, value: object) -> Value:
    if not isinstance(value, Fields):
        return written(context, value)
    owner = applied(f"parameter {name}", V)
    for attribute_name, held in value.attributes:
        put_attribute(context, attribute_name, owner, written(context, held))
    return Opaque(owner)


def _local(context: Context, detail: Detail, values: Values) -> Value:
    value = values[0]
    if isinstance(value, Perhaps):
        value = MISSING if context.decide(value.term == UNBOUND) else Opaque(value.term)
    if isinstance(value, Missing):
        raise context.worded_error("UnboundLocalError", f"no value for {detail[0]}")
    return value


def _captured(_: Context, __: Detail, values: Values) -> Value:
    if isinstance(values[0], Missing | Perhaps):
        raise GaveUp("nested function that closes over an unbound variable")
    return values[0]


def _closure(context: Context, detail: Detail, values: Values) -> Value:
    return unknown(context, f"closure {detail}", *values, raises=False)


def _global_variable(context: Context, detail: Detail, _: Values) -> Value:
    name, is_bound = detail
    return unknown(context, f"global {name}", is_pure=True, raises=not is_bound)


def _item(context: Context, _: Detail, values: Values) -> Value:
    owner, key = context.resolved(values[0]), context.resolved(values[1])
    found = _known_item(context, values[0], owner, key)
    if found is not None:
        return found
    if is_plain(owner) and is_plain(key):
        return plain(context, "item", owner, key)
    return unknown(context, "item", owner, key, is_pure=context.settings.operators_are_pure)


def _known_item(context: Context, given: Value, owner: Value, key: Value) -> Value | None:
    items = list_items(context, given)
    if isinstance(key, Slice):
        return _sliced(context, owner, items, key)
    if items is not None and isinstance(key, Int):
        index = bounded_index(context, key.term, z3.Length(items))
        if index is None:
            raise context.worded_error("IndexError", "list index out of range")
        return item_at(context, given, items, index)
    if isinstance(owner, Str) and isinstance(key, Int):
        index = bounded_index(context, key.term, z3.Length(owner.term))
        if index is None:
            raise context.worded_error("IndexError", "string index out of range")
        return Str(z3.SubString(owner.term, index, 1))
    if isinstance(owner, Tuple) and isinstance(key, Int) and z3.is_int_value(key.term):
        at = int(key.term.as_long())
        if -len(owner.items) <= at < len(owner.items):
            return owner.items[at]
        raise context.worded_error("IndexError", "tuple index out of range")
    content = content_for(context, given, key)
    if content is not None:
        if not context.decide(has(content, context.term_of(key))):
            raise context.error("KeyError", key)
        return read(context, given, content, key)
    return None


def _sliced(context: Context, owner: Value, items: object, key: Slice) -> Value | None:
    parts = [context.resolved(one) for one in (key.lower, key.upper, key.step)]
    key = Slice(*parts)
    if items is not None:
        bounds = slice_bounds(context, key, z3.Length(items))
        if bounds is not None:
            is_whole = bounds[0].eq(z3.IntVal(0)) and bounds[1].eq(z3.Length(items))
            return context.make(ListObject(items if is_whole else z3.Extract(items, *bounds)))
    if isinstance(owner, Str):
        bounds = slice_bounds(context, key, z3.Length(owner.term))
        if bounds is not None:
            return Str(z3.SubString(owner.term, *bounds))
    return None


def _set_item(context: Context, _: Detail, values: Values) -> Value:
    given, key, value = values
    key = context.resolved(key)
    term = context.term_of(value)  # first: the value may be the owner, which is seen then
    items = list_items(context, given)
    if items is not None and isinstance(key, Int):
        index = bounded_index(context, key.term, z3.Length(items))
        if index is None:
            raise context.worded_error("IndexError", "list assignment index out of range")
        rest = z3.Length(items) - index - 1
        parts = z3.Extract(items, 0, index), z3.Unit(term), z3.Extract(items, index + 1, rest)
        put_items(context, given, z3.Concat(*parts))
        return NOTHING
    content = content_for(context, given, key)
    if content is not None:
        write(context, given, content, key, value)
        return NOTHING
    return unknown(context, "set item", given, key, value)


def _unpack(context: Context, detail: Detail, values: Values) -> Value:
    count, star = cast("tuple[int, int | None]", detail)
    value = context.resolved(values[0])
    if isinstance(value, Tuple) and star is None:
        if len(value.items) != count:
            raise context.worded_error("ValueError", f"unpack {len(value.items)} to {count}")
        return Parts(value.items)
    taken = unknown(context, f"unpack {count} {star}", value)
    return Parts(tuple(Opaque(applied(f"part {at}", V, taken.term)) for at in range(count)))


def _part(_: Context, detail: Detail, values: Values) -> Value:
    parts = values[0]
    assert isinstance(parts, Parts)  # noqa: S101 (so the program is written)
    return parts.items[cast(int, detail[0])]


def _extend(context: Context, _: Detail, values: Values) -> Value:
    return call(context, attribute(context, values[0], "extend", "extend"), values[1:], ("",))


def _format(context: Context, detail: Detail, values: Values) -> Value:
    value, spec = context.resolved(values[0]), values[1]
    conversion = detail[0]
    is_bare = isinstance(spec, Str) and spec.term.eq(z3.StringVal(""))
    if is_bare and conversion in (-1, 115):
        made = text_of(context, value)
        if made is not None:
            return made
    if is_plain(value) and is_plain(spec):
        return plain(context, f"format {conversion}", value, spec)
    pure = context.settings.operators_are_pure
    return unknown(context, f"format {conversion}", value, spec, is_pure=pure)


def _joined_text(context: Context, _: Detail, values: Values) -> Value:
    terms = []
    for value in values:
        resolved = context.resolved(value)
        if isinstance(resolved, Str):
            terms.append(resolved.term)
        else:
            terms.append(applied("text of", STR, context.term_of(resolved)))
    if not terms:
        return text("")
    return Str(terms[0] if len(terms) == 1 else z3.Concat(*terms))


def _sum_step(context: Context, _: Detail, values: Values) -> Value:
    left, right = (context.resolved(one) for one in values)
    if isinstance(left, Int | Bool) and isinstance(right, Int | Bool):
        return binary(context, "Add", left, right, word="binary")
    return unknown(context, "sum step", left, right)


def _exception(context: Context, _: Detail, values: Values) -> Value:
    value = values[0]
    resolved = context.resolved(value)
    if isinstance(resolved, Builtin) and resolved.name in PLAIN_EXCEPTIONS:
        return context.make(ExceptionObject(resolved.name, (), None))
    if isinstance(context.thing(value), ExceptionObject):
        return value
    return unknown(context, "raised", value, raises=False)


def _exception_from(context: Context, _: Detail, values: Values) -> Value:
    made = _exception(context, (), values[:1])
    thing = context.thing(made)
    cause = context.resolved(values[1])
    if isinstance(thing, ExceptionObject) and isinstance(made, Local):
        is_cause = isinstance(context.thing(values[1]), ExceptionObject) or isinstance(
            cause, Opaque | Nothing
        )
        if is_cause:
            context.put(made, replace(thing, cause=values[1]))
            return made
    return unknown(context, "raised from", made, values[1], raises=False)


def _make_exception(context: Context, detail: Detail, values: Values) -> Value:
    ancestry = cast("tuple[str, ...]", detail[1:])
    return context.make(ExceptionObject(str(detail[0]), values, None, ancestry))


def _matches(context: Context, _: Detail, values: Values) -> Value:
    exception, *kinds = values
    thing = context.thing(exception)
    for kind in kinds:
        kind = context.resolved(kind)
        if isinstance(kind, Tuple):
            raise GaveUp("`except` with a tuple in a variable")
        if isinstance(kind, Builtin):
            matches = _is_of_builtin(context, exception, thing, kind.name)
        else:
            matches = _is_of_unknown(context, exception, thing, context.term_of(kind))
        if context.decide(matches):
            return truth(True)
    return truth(False)


def _is_of_builtin(context: Context, exception: Value, thing: object, name: str) -> Term:
    wanted = getattr(builtins, name)
    if not (isinstance(wanted, type) and issubclass(wanted, BaseException)):
        raise GaveUp("`except` with something other than an exception")
    if isinstance(thing, ExceptionObject):
        return z3.BoolVal(issubclass(getattr(builtins, thing.builtin), wanted))
    if wanted is BaseException:
        return TRUE
    return unknown_exception_is(context, context.term_of(exception), wanted)


def _is_of_unknown(context: Context, exception: Value, thing: object, kind: Term) -> Term:
    if isinstance(thing, ExceptionObject):
        name = kind.decl().name().removeprefix("global ")
        if kind.num_args() == 0 and name in thing.ancestry[:-1]:
            return TRUE
    if context.decide(applied("cannot be caught", BOOL, kind)):
        raise context.worded_error("TypeError", "no exception to catch", Opaque(kind))
    if isinstance(thing, ExceptionObject):
        return applied(f"{thing.name} is of", BOOL, kind)
    return applied("is of", BOOL, context.term_of(exception), kind)


def _not(context: Context, value: Value) -> Value:
    return Bool(negated(truth_of(context, value)))


def _unary(context: Context, detail: Detail, values: Values) -> Value:
    name = str(detail[0])
    return _not(context, values[0]) if name == "Not" else unary(context, name, values[0])


def _inplace(context: Context, detail: Detail, values: Values) -> Value:
    left, name = values[0], str(detail[0])
    items = list_items(context, left)
    if items is not None and name == "Add":
        more = list_items(context, values[1])
        right = context.resolved(values[1])
        if isinstance(right, Tuple):
            more = sequence_of(context, right.items)
            items = list_items(context, left)
        if more is not None:
            put_items(context, left, concatenated(items, more))
            return left
    if isinstance(context.resolved(left), Int | Bool | Str | Float | Nothing | Tuple):
        return binary(context, name, left, values[1], word="binary")
    return binary(context, name, left, values[1], word="inplace")


def _append(context: Context, _: Detail, values: Values) -> Value:
    append(context, *values)
    return NOTHING


def _set(context: Context, _: Detail, values: Values) -> Value:
    return unknown(context, f"set of {len(values)}", *values, raises=bool(values))


def _tuple_of_list(context: Context, _: Detail, values: Values) -> Value:
    items = list_items(context, values[0])
    if items is None:
        return unknown(context, "tuple of list", values[0])
    return tuple_of(items)


def _set_attribute(context: Context, detail: Detail, values: Values) -> Value:
    owner = context.resolved(values[0])
    if context.settings.attributes_are_plain and isinstance(owner, Opaque) and not owner.kind:
        put_attribute(context, str(detail[0]), owner.term, values[1])
        return NOTHING
    return unknown(context, f"set attribute {detail[0]}", *values)


def _set_global(context: Context, detail: Detail, values: Values) -> Value:
    name = f"set global {detail[0]}"
    before, term = context.state.world, context.term_of(values[0])
    before = context.state.world
    context.state.world = applied(name, W, before, term)
    context.state.is_calm = False
    return NOTHING


def _loop_by_contract(context: Context, detail: Detail, values: Values) -> Value:
    promised, count = cast("tuple[Promised, int]", detail)
    given, before = values[: len(values) - count], values[len(values) - count :]
    shapes = tuple(Shape(type_name(one)) if type_name(one) else ANY for one in before)
    returns = shapes[0] if count == 1 else Shape("tuple", shapes)
    result = perform_promised(context, replace(promised, returns=returns), given)
    if count > 1 and isinstance(result, Tuple):
        return Parts(result.items)
    return Parts((result,)) if count == 1 else _unpack(context, (count, None), (result,))


_TABLE: dict[str, Callable[[Context, Detail, Values], Value]] = {
    "parameter": _parameter,
    "variable": lambda _, detail, __: Perhaps(applied(f"variable {detail[0]}", V)),
    "ending": lambda _, detail, values: Parts((text(f"{detail}"), *values)),
    "constant": _constant,
    "local": _local,
    "captured": _captured,
    "closure": _closure,
    "unbound": lambda _, __, ___: MISSING,
    "builtin": lambda _, detail, __: Builtin(str(detail[0])),
    "global": lambda _, detail, __: Opaque(applied(f"global {detail[0]}", V)),
    "global variable": _global_variable,
    "set attribute": _set_attribute,
    "set global": _set_global,
    "binary": lambda context, detail, values: binary(
        context, str(detail[0]), *values, word="binary"
    ),
    "inplace": _inplace,
    "unary": _unary,
    "compare": lambda context, detail, values: compare(context, str(detail[0]), *values),
    "attribute": lambda context, detail, values: attribute(
        context, values[0], str(detail[0]), str(detail[-1])
    ),
    "call": lambda context, detail, values: call(
        context, values[0], values[1:], cast("tuple[str, ...]", detail)
    ),
    "call by contract": lambda context, detail, values: perform_promised(
        context, cast("Promised", detail[0]), values
    ),
    "freed call": lambda context, detail, _: perform_freed(context, cast("Shape", detail[0])),
    "loop by contract": _loop_by_contract,
    "left over": lambda _, __, ___: Perhaps(fresh("left over", V)),
    "item": _item,
    "set item": _set_item,
    "slice": lambda _, __, values: Slice(*values),
    "tuple": lambda _, __, values: Tuple(values),
    "tuple of list": _tuple_of_list,
    "list": lambda context, _, values: context.make(ListObject(sequence_of(context, values))),
    "dict": lambda context, _, __: context.make(DictObject(EMPTY_DICT, "")),
    "set": _set,
    "append": _append,
    "extend": _extend,
    "unpack": _unpack,
    "part": _part,
    "format": _format,
    "joined text": _joined_text,
    "sum step": _sum_step,
    "exception": _exception,
    "exception from": _exception_from,
    "make exception": _make_exception,
    "exception matches": _matches,
    "iterate": lambda context, _, values: walk_over(context, values[0]),
    "async iterate": lambda context, _, values: walk_over(context, values[0], word="async iterate"),
    "iterate by": lambda context, detail, values: walk_by(context, str(detail[0]), values),
}
