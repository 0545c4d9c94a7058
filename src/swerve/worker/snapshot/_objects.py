"""How is an instance of a class written? By its attributes, and by what its builtin base holds.

What there is to say about a class is found once and kept: a `Plan`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from types import FunctionType, MethodDescriptorType, WrapperDescriptorType
from typing import Any

from ..core.identity import identity
from ..frozen._function import real_function
from . import _callables as callables
from . import _containers as containers
from . import _library as library
from ._arrays import array_rule, table_rule
from ._callables import is_importable
from ._classes import (
    Layout,
    class_name,
    derives,
    exact_text,
    is_made_in_c,
    layout_of,
    mro_of,
    own_names,
)
from ._encoder import Encoder, Handler
from ._iterators import put_iterator
from ._labelled import labelled_rule
from ._library import library_base, library_content, library_whole
from ._parts import Payload, Unseen
from .format import HAS_CONTENT, MUTABLE

#: Plans are made anew after this many classes.
_MOST_PLANS = 2_000
#: An object with more attributes is written with a dictionary of them, which can be cut.
_MOST_ATTRIBUTES = 5_000
_STR = frozenset({identity(str)})
_IN_C = "implemented in C, so it cannot be inspected"
_HIDES_DICT = "its class hides the attributes"
#: Of an exception: what is told by other fields, or leads out of the value.
_NOT_OF_EXCEPTIONS = frozenset({"args", "obj", "print_file_and_line"})
#: Exceptions that tell what a program was started with.
_OF_PROGRAMS = frozenset({"subprocess.CalledProcessError", "subprocess.TimeoutExpired"})
_PATHS = frozenset({"pathlib.PurePath", "pathlib._local.PurePath"})
_SAY_HOW_TO_COMPARE = (
    *("__dataclass_fields__", "__dataclass_params__", "__attrs_attrs__", "__setattr__"),
    "_fields",
)
_args_of: Any = BaseException.__dict__["args"].__get__
_cause_of: Any = BaseException.__dict__["__cause__"].__get__
_context_of: Any = BaseException.__dict__["__context__"].__get__
_hides_context: Any = BaseException.__dict__["__suppress_context__"].__get__


class ClassLayout:
    """How the instances of one class are written."""

    __slots__ = (
        *("cls", "content", "is_value", "layout", "left_out", "mro", "mutable", "name", "names"),
        "put",
    )

    def __init__(self, cls: type, layout: Layout) -> None:
        #: Kept so that no other class gets its id.
        self.cls = cls
        self.mro = mro_of(cls)
        self.name = class_name(cls)
        self.layout = layout
        #: Attributes that the class itself does not count when it compares.
        self.left_out: frozenset[str] = frozenset()
        self.mutable = True
        #: Without attributes, there is nothing in an instance that could be changed.
        self.is_value = False
        #: Of a named tuple.
        self.names: tuple[str, ...] = ()
        self.content: Callable[[Any], object] | None = None
        self.put: Callable[[Encoder, Any, ClassLayout], None] = _put_instance


_plans: dict[int, ClassLayout] = {}


def put_other(encoder: Encoder, value: object) -> None:
    """Write anything whose exact type has no handler."""
    real = real_function(value)
    if real is not value:
        callables.put_builtin(encoder, real)
        return
    cls = type(value)
    plan = _plans.get(identity(cls)) or encoder.plans.get(identity(cls))
    # Bases can be exchanged; with them goes everything that was found out.
    if plan is None or plan.mro is not mro_of(cls):
        plan = _make_plan(cls)
        _remember(plan, encoder)
    plan.put(encoder, value, plan)


# --- plans --------------------------------------------------------------------------------------


def _remember(plan: ClassLayout, encoder: Encoder) -> None:
    """Keep a plan: as long as the class lives anyway, else no longer than this snapshot takes."""
    if not is_made_in_c(plan.cls) and not is_importable(plan.cls, plan.name):
        encoder.plans[identity(plan.cls)] = plan
        return
    if len(_plans) >= _MOST_PLANS:
        _plans.clear()
    _plans[identity(plan.cls)] = plan


def _make_plan(cls: type) -> ClassLayout:
    rules: dict[int, _Rule] = {}

    def has_rule(base: type) -> bool:
        rule = _rule_for(base)
        if rule is not None:
            rules[identity(base)] = rule
        return rule is not None

    layout = layout_of(cls, has_rule)
    plan = ClassLayout(cls, layout)
    whole = _whole_rule(plan.mro)
    if whole is not None:
        plan.put = _with_handler(whole)
        return plan
    base = layout.base
    if base is not None:
        rule = rules[identity(base)]
        if base is cls and rule.handler is not None:
            # A type of a library that is met for the first time.
            plan.put = _with_handler(rule.handler)
            return plan
        plan.content = rule.content
        plan.left_out = rule.left_out
        plan.is_value = not rule.mutable
    names = _inherited_names(plan.mro)
    plan.left_out |= _not_compared(names) | _cached(plan.mro)
    plan.mutable = not _is_frozen(names)
    if cls is AttributeError or cls is NameError or cls is UnboundLocalError:
        # The interpreter fills it in, to suggest another one.
        plan.left_out |= {"name"}
    if derives(cls, Enum):
        plan.put = _put_enum
    elif derives(cls, BaseException):
        plan.put = _put_exception
    elif base is tuple and _is_named_tuple(names):
        plan.names = names["_fields"]
        plan.put = _put_named_tuple
    elif base is dict and plan.name == "collections.Counter":
        plan.put = _put_counter
    elif layout.hidden is not None and base is None:
        _plan_closed(plan, layout.hidden)
    elif base is None and not layout.slots and not plan.left_out:
        plan.put = _put_plain
    return plan


class _Rule:
    """What is known about one class that others may derive from."""

    __slots__ = ("content", "handler", "left_out", "mutable")

    def __init__(
        self, content: Callable[[Any], object], handler: Handler | None, *, mutable: bool
    ) -> None:
        #: Makes the content of an instance.
        self.content = content
        #: Writes an instance of exactly this class; None: like any other, with its content.
        self.handler = handler
        self.mutable = mutable
        #: Slots of derived classes that mean nothing.
        self.left_out: frozenset[str] = frozenset()


def _rule_for(cls: type) -> _Rule | None:
    scalar = _SCALARS.get(identity(cls))
    if scalar is not None:
        return _Rule(scalar, None, mutable=False)
    found = library_content(cls)
    if found is not None:
        rule = _Rule(found[0], None, mutable=found[1])
        if class_name(cls) == "pathlib.PurePath":
            rule.left_out = frozenset({"_accessor"})
        return rule
    handler = _BASES.get(identity(cls)) or library_base(cls) or array_rule(cls)
    if handler is None:
        return None
    put: Handler = handler
    mutable = identity(cls) not in _IMMUTABLE
    return _Rule(lambda value: Payload(put, value), handler, mutable=mutable)


def _whole_rule(mro: tuple[type, ...]) -> Handler | None:
    labelled = labelled_rule(mro)
    if labelled is not None:
        return labelled
    for base in mro:
        rule = _WHOLE.get(identity(base)) or library_whole(base) or table_rule(base, mro)
        if rule is not None:
            return rule
    return None


def _with_handler(handler: Handler) -> Callable[[Encoder, Any, ClassLayout], None]:
    def put(encoder: Encoder, value: Any, plan: ClassLayout) -> None:
        handler(encoder, value)

    return put


def _inherited_names(mro: tuple[type, ...]) -> dict[str, Any]:
    """What a class and its bases say about how it compares."""
    found: dict[str, Any] = {}
    for base in mro:
        if not is_made_in_c(base):
            names = own_names(base)
            for name in _SAY_HOW_TO_COMPARE:
                if name in names:
                    found.setdefault(name, names[name])
    return found


def _not_compared(names: dict[str, Any]) -> frozenset[str]:
    """Fields that a dataclass or an attrs class leaves out of its own comparison."""
    layouts: dict[int, Layout] = {}
    declared = names.get("__dataclass_fields__")
    listed = names.get("__attrs_attrs__")
    fields = [("compare", each) for each in (declared.values() if type(declared) is dict else ())]
    if listed is not None and derives(type(listed), tuple):
        fields += [("eq", each) for each in tuple.__iter__(listed)]
    said = ((word, _attributes(field, layouts)) for word, field in fields)
    left_out = [about.get("name") for word, about in said if about.get(word) is False]
    return frozenset(name for name in left_out if type(name) is str)


def _cached(mro: tuple[type, ...]) -> frozenset[str]:
    """Attributes in which a `cached_property` keeps what it would compute again."""
    return frozenset(
        name
        for base in mro
        if not is_made_in_c(base)
        for name, value in own_names(base).items()
        if class_name(type(value)).endswith(".cached_property")
    )


def _is_frozen(names: dict[str, Any]) -> bool:
    params = names.get("__dataclass_params__")
    if params is not None:
        return _attributes(params, {}).get("frozen") is True
    setter = names.get("__setattr__")
    return (
        "__attrs_attrs__" in names
        and type(setter) is FunctionType
        and setter.__name__ == "_frozen_setattrs"
    )


def _is_named_tuple(names: dict[str, Any]) -> bool:
    fields = names.get("_fields")
    return (
        type(fields) is tuple
        and {*map(identity, map(type, fields))} <= _STR
        and len({*fields}) == len(fields)
    )


def _attributes(value: object, layouts: dict[int, Layout]) -> dict[str, Any]:
    """The attributes of an object as they are stored."""
    cls = type(value)
    layout = layouts.get(identity(cls))
    if layout is None:
        layout = layouts[identity(cls)] = layout_of(cls, lambda base: False)
    return _fields_of(value, layout)


def _plan_closed(plan: ClassLayout, hidden: type) -> None:
    """Plan for a class that is, or derives from, one made in C that nobody told us about."""
    names = own_names(hidden)
    step = names.get("__next__")
    if type(step) is WrapperDescriptorType:
        put = put_iterator(step)
        plan.content = lambda value: Payload(put, value)
        if hidden is plan.cls:
            plan.put = _with_handler(put)
    elif hidden is plan.cls and is_made_in_c(hidden):
        reduce = names.get("__reduce__")
        is_known = type(reduce) is MethodDescriptorType
        plan.put = _put_reduced(reduce) if is_known else _put_closed


# --- instances ----------------------------------------------------------------------------------


def _fields_of(value: object, layout: Layout) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if layout.dict_of is not None:
        attributes = layout.dict_of(value)
        is_short = dict.__len__(attributes) <= _MOST_ATTRIBUTES
        if is_short and {*map(identity, map(type, dict.__iter__(attributes)))} <= _STR:
            fields.update(dict.items(attributes))
        else:
            fields["__dict__"] = attributes
    elif layout.has_dict:
        fields["__dict__"] = Unseen("dict", _HIDES_DICT)
    for name, reader in layout.slots:
        try:
            slot = reader(value)
        except AttributeError:
            continue
        if name in fields:
            fields[f"__dict__[{name!r}]"] = fields[name]
        fields[name] = slot
    return fields


def _put_plain(encoder: Encoder, value: Any, plan: ClassLayout) -> None:
    """Write an object that is its attributes: what most are, only faster."""
    dict_of = plan.layout.dict_of
    attributes = dict_of(value) if dict_of is not None else None
    if type(attributes) is dict and len(attributes) <= _MOST_ATTRIBUTES:
        names = [*attributes]
        if {*map(identity, map(type, names))} <= _STR:
            names.sort()
            values = [attributes[name] for name in names]
            encoder.put_object(plan.name, tuple(names), values, MUTABLE if plan.mutable else 0)
            return
    _put_instance(encoder, value, plan)


def _put_instance(encoder: Encoder, value: Any, plan: ClassLayout) -> None:
    fields = _fields_of(value, plan.layout)
    for name in plan.left_out:
        fields.pop(name, None)
    _put_with_content(encoder, value, plan, fields)


def _put_with_content(
    encoder: Encoder, value: Any, plan: ClassLayout, fields: dict[str, Any]
) -> None:
    hidden = plan.layout.hidden
    if hidden is not None and plan.content is not None and plan.layout.base is not None:
        fields["__state__"] = Unseen(class_name(hidden), _IN_C)
    names = sorted(fields)
    values = [fields[name] for name in names]
    flags = MUTABLE if plan.mutable and (fields or not plan.is_value) else 0
    if plan.content is not None:
        values.append(plan.content(value))
        flags |= HAS_CONTENT
    elif hidden is not None:
        values.append(Unseen(class_name(hidden), _IN_C))
        flags |= HAS_CONTENT
    encoder.put_object(plan.name, tuple(names), values, flags)


def _put_enum(encoder: Encoder, value: Any, plan: ClassLayout) -> None:
    fields = _fields_of(value, plan.layout)
    shown = {each: fields[f"_{each}_"] for each in ("name", "value") if f"_{each}_" in fields}
    encoder.put_fields(plan.name, shown, mutable=False)


def _put_named_tuple(encoder: Encoder, value: Any, plan: ClassLayout) -> None:
    fields = _fields_of(value, plan.layout)
    if tuple.__len__(value) != len(plan.names) or any(name in fields for name in plan.names):
        _put_instance(encoder, value, plan)
        return
    items = tuple.__iter__(value)
    has_attributes = bool(fields)
    fields.update(zip(plan.names, items))
    encoder.put_fields(plan.name, fields, mutable=has_attributes)


def _put_counter(encoder: Encoder, value: Any, plan: ClassLayout) -> None:
    if _fields_of(value, plan.layout):
        _put_instance(encoder, value, plan)
    else:
        containers.put_counter(encoder, value)


def _put_exception(encoder: Encoder, value: Any, plan: ClassLayout) -> None:
    fields = {}
    for name, reader in plan.layout.members:
        if name not in _NOT_OF_EXCEPTIONS:
            try:
                fields[name] = reader(value)
            except (AttributeError, TypeError):
                continue
    fields = {name: part for name, part in fields.items() if part is not None}
    fields.update(_fields_of(value, plan.layout))
    for name in plan.left_out:
        fields.pop(name, None)
    fields["args"] = _args_of(value)
    if plan.name in _OF_PROGRAMS:
        fields |= {name: _as_started(fields[name]) for name in ("args", "cmd") if name in fields}
    cause = _cause_of(value)
    if cause is not None:
        fields["__cause__"] = cause
    elif not _hides_context(value) and _context_of(value) is not None:
        fields["__context__"] = _context_of(value)
    encoder.put_fields(plan.name, fields)


def _as_started(value: Any, depth: int = 2) -> Any:
    """What a program is given, alone or in a list: to it, a path is a text."""
    if type(value) in (list, tuple):
        return type(value)(_as_started(each, depth - 1) for each in value) if depth else value
    bases = [each for each in mro_of(type(value)) if class_name(each) in _PATHS]
    found = library_content(bases[-1]) if bases else None
    return value if found is None else found[0](value)


# --- what is made in C --------------------------------------------------------------------------


def _put_closed(encoder: Encoder, value: Any, plan: ClassLayout) -> None:
    encoder.put_opaque(plan.name, _IN_C)


def _put_reduced(reduce: Any) -> Callable[[Encoder, Any, ClassLayout], None]:
    """Write what C code says one must know to make an equal object."""

    def put(encoder: Encoder, value: Any, plan: ClassLayout) -> None:
        try:
            reduced = reduce(value)
        except (TypeError, ValueError, AttributeError, NotImplementedError):
            encoder.put_opaque(plan.name, _IN_C)
            return
        if type(reduced) is str:
            encoder.put_named("object", f"{plan.name}.{exact_text(reduced)}")
        elif type(reduced) is tuple and len(reduced) > 1:
            fields = {"__args__": reduced[1]}
            if len(reduced) > 2 and reduced[2] is not None:
                fields["__state__"] = reduced[2]
            encoder.put_fields(plan.name, fields)
        else:
            encoder.put_opaque(plan.name, _IN_C)

    return put


def _by_id(rules: dict[type, Any]) -> dict[int, Any]:
    return {identity(cls): rule for cls, rule in rules.items()}


_SCALARS = _by_id(containers.SCALARS)
_BASES = _by_id({**containers.BASES, **library.BASES})
_WHOLE = _by_id(callables.WHOLE)
#: Bases that leave nothing to change in an instance without attributes.
_IMMUTABLE = frozenset(map(identity, (tuple, frozenset)))
