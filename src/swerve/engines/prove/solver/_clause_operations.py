"""What do operations come to in the conditions of contracts?

Only what is exactly as in `meaning.contract` has a meaning. Everything else is `NoView`, and what
may raise is `ClauseRaises`.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence

import z3

from . import _arithmetic as arithmetic
from . import _comparisons as comparisons
from ._calls import CLASSES_OF, known_builtin, unknown_exception_is
from ._containers import bounded_index, concatenated, got, has, read_attribute, slice_bounds
from ._folding import is_written_out, python_value
from ._state import Context, known_kind, value_of
from ._terms import FALSE, SEQUENCE, STR, TRUE, Term, V, applied, negated
from ._texts import text_method
from ._values import (
    ANY,
    NOTHING,
    Bool,
    Builtin,
    Float,
    Int,
    Nothing,
    Opaque,
    Slice,
    Str,
    Value,
    text,
    type_name,
)
from ._views import (
    PLAIN,
    Entries,
    Error,
    Group,
    Listing,
    NoView,
    Object,
    Scene,
    View,
    item_view,
    term_of,
    view_of,
)

#: Classes that conditions may name.
CLASSES = frozenset(
    {"int", "bool", "str", "float", "tuple", "list", "dict", "object"}
    | {
        name
        for name, value in vars(builtins).items()
        if isinstance(value, type) and issubclass(value, BaseException)
    }
)
_EXACT = ("int", "str", "bool")
_FUNCTIONS = frozenset({"len", "abs", "min", "max", "bool", "int", "float", "str"})
#: Operators on numbers that never give anything else, and raise only by zero.
_NUMERIC = frozenset({"Add", "Sub", "Mult", "FloorDiv", "Mod", "Div", "Pow"})
_TEXT_METHODS = frozenset(
    {"startswith", "endswith", "upper", "lower", "strip", "lstrip", "rstrip", "find", "replace"}
    | {"isdigit", "isalpha", "isspace", "isupper", "islower", "title", "capitalize", "count"}
    | {"removeprefix", "removesuffix"}
)
_LARGEST = 2**53


class ClauseRaises(Exception):
    """The condition may raise, so that it is none."""


# --- truth and comparison -----------------------------------------------------------------------


def truth_of(context: Context, value: View) -> Term:
    """Whether a value counts as true."""
    match value:
        case Int() | Bool() | Str() | Float() | Nothing() | Builtin():
            return comparisons.truth_of(context, value)
        case Listing():
            return z3.simplify(z3.Length(value.items) > 0)
        case Group():
            return z3.BoolVal(bool(value.items))
        case Error():
            return TRUE
        case _:
            raise NoView("the truth of a value of unknown type")


def compared(context: Context, name: str, left: View, right: View) -> Term:
    """Apply a comparison operator."""
    if name in ("NotEq", "IsNot", "NotIn"):
        opposite = {"NotEq": "Eq", "IsNot": "Is", "NotIn": "In"}[name]
        return negated(compared(context, opposite, left, right))
    if name == "In":
        return _contained(context, right, left)
    if name == "Is":
        return _is_one(left, right)
    if name == "Eq":
        return equal(context, left, right)
    return _ordered(context, name, left, right)


def equal(context: Context, left: View, right: View) -> Term:
    """Whether two values are equal."""
    match left, right:
        case Group(), Group():
            if len(left.items) != len(right.items):
                return FALSE
            pairs = zip(left.items, right.items, strict=True)
            return z3.And(TRUE, *(equal(context, ours, theirs) for ours, theirs in pairs))
        case Listing(), Listing():
            return _equal_lists(left, right)
        case (Object(), _) | (_, Object()):
            return _equal_to_unknown(left, right)
        case (Entries() | Error() | Builtin(), _) | (_, Entries() | Error() | Builtin()):
            raise NoView("equality of dicts, exceptions or classes")
        case (Listing() | Group(), _) | (_, Listing() | Group()):
            return FALSE
        case _:
            return _plain_comparison(context, "Eq", left, right)


def _equal_lists(left: Listing, right: Listing) -> Term:
    empty = [z3.simplify(z3.Length(one.items)).eq(z3.IntVal(0)) for one in (left, right)]
    is_exact = left.shape == right.shape and left.shape.name in _EXACT
    if is_exact or any(empty):
        return z3.simplify(left.items == right.items)
    raise NoView("equality of lists of unknown items")


def _equal_to_unknown(left: View, right: View) -> Term:
    """Of a value of unknown type only `None` is known to equal nothing but itself."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Object) and isinstance(other, Nothing):
            return V.is_none(one.term)
    raise NoView("equality of values of unknown type")


def _plain_comparison(context: Context, name: str, left: View, right: View) -> Term:
    if not isinstance(left, PLAIN) or not isinstance(right, PLAIN):
        raise NoView("a comparison of values of unknown type")
    if isinstance(left, Float) != isinstance(right, Float) and name != "Is":
        left, right = _as_floats(left, right)
    found = comparisons.compare(context, name, left, right)
    if isinstance(found, Bool):
        return found.term
    raise NoView("a comparison of values of these types")


def _as_floats(
    left: Int | Bool | Str | Float | Nothing, right: Int | Bool | Str | Float | Nothing
) -> tuple[Float | Str | Nothing, Float | Str | Nothing]:
    """A float beside a small whole number, which is a float just as well."""
    made: list[Float | Str | Nothing] = []
    for one in (left, right):
        if not isinstance(one, Int | Bool):
            made.append(one)
            continue
        whole = z3.simplify(arithmetic.as_int(one))
        if not z3.is_int_value(whole) or abs(whole.as_long()) >= _LARGEST:
            raise NoView("a comparison of ints with floats")
        made.append(Float(z3.FPVal(whole.as_long(), z3.Float64())))
    return made[0], made[1]


def _ordered(context: Context, name: str, left: View, right: View) -> Term:
    numbers = (Int, Bool, Float)
    is_known = (isinstance(left, numbers) and isinstance(right, numbers)) or (
        isinstance(left, Str) and isinstance(right, Str)
    )
    if is_known:
        return _plain_comparison(context, name, left, right)
    if isinstance(left, PLAIN) and isinstance(right, PLAIN):
        raise ClauseRaises
    raise NoView("an order of values of unknown type")


def _is_one(left: View, right: View) -> Term:
    for one, other in ((left, right), (right, left)):
        if isinstance(other, Nothing):
            if isinstance(one, Object):
                return V.is_none(one.term)
            return z3.BoolVal(isinstance(one, Nothing))
        if isinstance(other, Bool) and isinstance(one, Bool):
            return z3.simplify(one.term == other.term)
    raise NoView("identity")


def _contained(context: Context, owner: View, item: View) -> Term:
    match owner, item:
        case Str(), Str():
            return z3.simplify(z3.Contains(owner.term, item.term))
        case Group(), _:
            return z3.Or(FALSE, *(equal(context, item, one) for one in owner.items))
        case Listing(), (Int() | Str()) if owner.shape.name == type_name(item):
            return z3.simplify(z3.Contains(owner.items, z3.Unit(term_of(item))))
        case Entries(), (Int() | Str()) if owner.keys.name == type_name(item):
            return z3.simplify(has(owner.content, term_of(item)))
        case _:
            raise NoView("`in` of values of these types")


# --- operators ----------------------------------------------------------------------------------


def binary(context: Context, name: str, left: View, right: View) -> View:
    """Apply a binary operator."""
    numbers = (Int, Bool, Float)
    match left, right:
        case Listing(), Listing() if name == "Add":
            shape = left.shape if left.shape == right.shape else ANY
            return Listing(concatenated(left.items, right.items), shape)
        case Group(), Group() if name == "Add":
            return Group(left.items + right.items)
        case Str(), Str() if name == "Add":
            return Str(z3.simplify(z3.Concat(left.term, right.term)))
    if isinstance(left, numbers) and isinstance(right, numbers) and name in _NUMERIC:
        found: Value = arithmetic.binary(context, name, left, right, word="binary")
        return _checked(found)
    raise NoView("an operator on values of these types")


def unary(context: Context, name: str, value: View) -> View:
    """Apply a unary operator other than `not`."""
    if not isinstance(value, Int | Bool | Float):
        raise NoView("an operator on a value of this type")
    return _checked(arithmetic.unary(context, name, value))


def _checked(value: Value) -> View:
    if not isinstance(value, PLAIN):
        raise NoView("this operator")
    return value


# --- parts --------------------------------------------------------------------------------------


def attribute(context: Context, value: View, name: str) -> View:
    """What an object holds in an attribute."""
    if isinstance(value, Error) and name == "args":
        return Group(value.arguments)
    if not isinstance(value, Object) or context.is_marked:
        raise NoView("an attribute of a value of this type")
    if not context.settings.attributes_are_plain:
        raise NoView("an attribute that may be a property")
    found = read_attribute(context, name, value.term, value.scene.world)
    return view_of(context, found, value.scene)


def item(context: Context, owner: View, key: View) -> View:
    """Read an item."""
    match owner, key:
        case Group(), Int() if z3.is_int_value(z3.simplify(key.term)):
            at = z3.simplify(key.term).as_long()
            if -len(owner.items) <= at < len(owner.items):
                return owner.items[int(at)]
            raise ClauseRaises
        case Listing(), Int():
            index = _index(context, key.term, z3.Length(owner.items))
            return item_view(context, owner, index, _scene_of(context))
        case Str(), Int():
            index = _index(context, key.term, z3.Length(owner.term))
            return Str(z3.simplify(z3.SubString(owner.term, index, 1)))
        case Entries(), (Int() | Str()) if owner.keys.name == type_name(key):
            if not context.path.decide(has(owner.content, term_of(key))):
                raise ClauseRaises
            return _entry(context, owner, key)
        case _:
            raise NoView("an item of a value of this type")


def _entry(context: Context, owner: Entries, key: View) -> View:
    term = z3.simplify(got(owner.content, term_of(key)))
    if owner.values != ANY:
        return view_of(context, value_of(context, owner.values, term), _scene_of(context))
    return view_of(context, known_kind(Opaque(term)), _scene_of(context))


def _scene_of(context: Context) -> Scene:
    state = context.state
    return Scene(state.heap, state.world, state.is_calm)


def _index(context: Context, index: Term, length: Term) -> Term:
    found = bounded_index(context, index, length)
    if found is None:
        raise ClauseRaises
    return found


def sliced(context: Context, owner: View, bounds: Sequence[View | None]) -> View:
    """Read a slice."""
    parts: list[Value] = []
    for bound in bounds:
        if bound is not None and not isinstance(bound, Int | Nothing):
            raise NoView("a slice with bounds of these types")
        parts.append(NOTHING if bound is None else bound)
    if not isinstance(owner, Str | Listing):
        raise NoView("a slice of a value of this type")
    items = owner.term if isinstance(owner, Str) else owner.items
    found = slice_bounds(context, Slice(*parts), z3.Length(items))
    if found is None:
        raise NoView("a slice with a step")
    if isinstance(owner, Str):
        return Str(z3.simplify(z3.SubString(items, *found)))
    return Listing(z3.simplify(z3.Extract(items, *found)), owner.shape)


# --- calls --------------------------------------------------------------------------------------


def function(context: Context, name: str, arguments: list[View]) -> View:
    """Call a function of Python itself."""
    match name, arguments:
        case "len", [Listing() as value]:
            return Int(z3.simplify(z3.Length(value.items)))
        case "len", [Group() as value]:
            return Int(z3.IntVal(len(value.items)))
        case "str", [value]:
            return text_of(context, value)
        case "isinstance", [value, kind]:
            return Bool(is_instance(context, value, kind))
        case "sorted", [Listing() as value] if value.shape.name in ("int", "str"):
            return Listing(applied("sorted", SEQUENCE, value.items), value.shape)
        case "list", [Listing() as value]:
            return value
        case (("min" | "max"), [Float() as left, Float() as right]):
            smaller = z3.fpLT(right.term, left.term)
            if name == "max":
                smaller = z3.fpGT(right.term, left.term)
            return Float(z3.If(smaller, right.term, left.term))
    plain = tuple(value for value in arguments if isinstance(value, PLAIN))
    if name in _FUNCTIONS and len(plain) == len(arguments):
        if name == "int" and not isinstance(plain[0], Int | Bool):
            raise NoView("`int` of a value of this type")
        found = known_builtin(context, name, plain, plain)
        if isinstance(found, PLAIN):
            return found
    raise NoView(f"`{name}` of values of these types")


def text_of(context: Context, value: View) -> Str:
    """What `str` makes of a value."""
    if isinstance(value, Error):
        return _message(context, value)
    if isinstance(value, PLAIN):
        found = arithmetic.text_of(context, value)
        if found is not None:
            return found
    raise NoView("`str` of a value of this type")


def _message(context: Context, error: Error) -> Str:
    if not error.arguments:
        return text("")
    if len(error.arguments) > 1:
        raise NoView("`str` of an exception with several arguments")
    (argument,) = error.arguments
    if isinstance(argument, Object):
        # The words of Python's own messages are not known, only that there are some.
        return Str(applied("text of", STR, argument.term))
    if error.builtin != "KeyError":
        return text_of(context, argument)
    if isinstance(argument, Str) and is_written_out(argument):
        return text(repr(python_value(argument)))
    if isinstance(argument, Int):
        return text_of(context, argument)
    raise NoView("`str` of a KeyError")


def joined(parts: list[View]) -> Str:
    """Strings one after the other."""
    terms = [part.term for part in parts if isinstance(part, Str)]
    if not terms:
        return text("")
    return Str(terms[0] if len(terms) == 1 else z3.simplify(z3.Concat(*terms)))


def method(context: Context, owner: View, name: str, arguments: list[View]) -> View:
    """Call a method of a builtin value."""
    if isinstance(owner, Str) and name in _TEXT_METHODS:
        texts = tuple(one for one in arguments if isinstance(one, Str))
        if len(texts) == len(arguments):
            found = text_method(context, owner, name, texts)
            if isinstance(found, PLAIN):
                return found
    if isinstance(owner, Entries) and name == "get" and len(arguments) in (1, 2):
        key = arguments[0]
        if context.path.decide(_contained(context, owner, key)):
            return _entry(context, owner, key)
        return arguments[1] if len(arguments) == 2 else NOTHING
    raise NoView(f"the method `{name}` of a value of this type")


# --- classes ------------------------------------------------------------------------------------


def is_instance(context: Context, value: View, kind: View) -> Term:
    """What `isinstance` says."""
    kinds = kind.items if isinstance(kind, Group) else (kind,)
    terms: list[Term] = []
    for one in kinds:
        if not isinstance(one, Builtin):
            raise NoView("`isinstance` with a class that is not known")
        if isinstance(value, Error) or one.name not in _TYPES:
            terms.append(is_exception_of(context, value, one.name))
        else:
            terms.append(z3.BoolVal(one.name in _types_of(value)))
    return z3.Or(FALSE, *terms)


_TYPES = frozenset({"int", "bool", "str", "float", "tuple", "list", "dict", "object"})


_CLASSES_OF: dict[type, tuple[str, ...]] = {
    **CLASSES_OF,
    Group: ("tuple", "object"),
    Listing: ("list", "object"),
    Entries: ("dict", "object"),
}


def _types_of(value: View) -> tuple[str, ...]:
    if type(value) not in _CLASSES_OF:
        raise NoView("`isinstance` of a value of unknown type")
    return _CLASSES_OF[type(value)]


def is_exception_of(context: Context, value: View, name: str) -> Term:
    """Whether an exception is of a class, by its name."""
    wanted = getattr(builtins, name, None)
    if not (isinstance(wanted, type) and issubclass(wanted, BaseException)):
        if isinstance(value, Error) and not hasattr(builtins, name.rpartition(".")[2]):
            return z3.BoolVal(name.rpartition(".")[2] in value.ancestry)
        raise NoView(f"the class `{name}`, which is not a builtin")
    match value:
        case Error():
            return z3.BoolVal(issubclass(getattr(builtins, value.builtin), wanted))
        case Object():
            return unknown_exception_is(context, value.term, wanted)
        case _:
            return FALSE
