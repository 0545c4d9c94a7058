"""Which values does an instance of a class hold, as far as the class declares them?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from sys import modules as _modules
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

from . import _looking as look
from ._parameters import annotations_in, described_default, described_type, factory_call
from .types import TypeReader

ReaderFor = Callable[[type], TypeReader]

_MOST_FIELDS = 300
_MOST_MEMBERS = 500

_getattr = getattr


def traits_of_class(kind: type) -> list[str]:
    """Return what a class is: "dataclass", "enum", "exception"..."""
    own = look.type_dict(kind)
    flag = look.standard_class("enum", "Flag")
    holds = {
        "dataclass": type(look.raw_attribute(kind, "__dataclass_fields__")) is dict,
        "attrs": look.is_a(look.raw_attribute(kind, "__attrs_attrs__"), tuple),
        "named tuple": look.derives(kind, tuple)
        and type(look.raw_attribute(kind, "_fields")) is tuple,
        "typed dict": "__total__" in own and "__required_keys__" in own,
        "enum": look.is_enum(kind),
        "flag": flag is not look.MISSING and look.derives(kind, flag),
        "protocol": own.get("_is_protocol") is True,
        "exception": look.derives(kind, BaseException),
    }
    return [name for name, does in holds.items() if does]


def members_described(kind: type) -> list[dict[str, Any]]:
    """Describe the members of an enumeration, in their order; an alias says so."""
    found = []
    for name, member in list(look.items_in(look.members_of(kind)))[:_MOST_MEMBERS]:
        entry: dict[str, Any] = {"name": name}
        attributes = look.instance_dict(member)
        encoded = look.encoded_value(attributes.get("_value_", look.MISSING))
        if encoded is not look.MISSING:
            entry["value"] = [encoded]
        if attributes.get("_name_") != name:
            entry["alias"] = True
        found.append(entry)
    return found


def fields_of(kind: type, traits: list[str], reader_for: ReaderFor) -> list[dict[str, Any]]:
    """Describe the fields of a class, in their order."""
    if "enum" in traits:
        return []
    for trait, read in _READERS.items():
        if trait in traits:
            return [entry for entry in read(kind, reader_for) if entry][:_MOST_FIELDS]
    return list(_plain_fields(kind, reader_for))[:_MOST_FIELDS]


def _entry(kind: type, name: str, annotation: Any, reader_for: ReaderFor) -> dict[str, Any]:
    """Describe a field: its type is read where the class that declares it was written."""
    entry: dict[str, Any] = {"name": name}
    declaring, declared = kind, annotation
    for one in look.mro_of(kind):
        own = annotations_in(one)
        if name in own:
            declaring, declared = one, own[name]
            break
    if declared is not look.MISSING and declared is not None:
        entry.update(described_type(declared, reader_for(declaring)))
    return entry


def _dataclass_fields(kind: type, reader_for: ReaderFor) -> Iterator[dict[str, Any]]:
    field_type = look.standard_class("dataclasses", "Field")
    missing = _thing("dataclasses", "MISSING")
    for name, field in look.items_in(look.raw_attribute(kind, "__dataclass_fields__")):
        if type(field) is not field_type:
            continue
        if _attribute(field, "_field_type") is _thing("dataclasses", "_FIELD_CLASSVAR"):
            continue
        entry = _entry(kind, name, _attribute(field, "type"), reader_for)
        default, factory = _attribute(field, "default"), _attribute(field, "default_factory")
        if default is not missing:
            entry.update(described_default(default, reader_for(kind).namespaces[0]))
        elif factory is not missing:
            entry.update(factory_call(factory))
        yield _with_rules(entry, field)


def _thing(module: str, name: str) -> Any:
    """Return something of a module, which is loaded where there are classes of its kind."""
    return look.names_in(_modules.get(module, look.MISSING)).get(name, look.MISSING)


def _with_rules(entry: dict[str, Any], field: Any) -> dict[str, Any]:
    """Add whether the constructor takes a field, and how."""
    if _attribute(field, "init") is False:
        entry["init"] = False
    if _attribute(field, "kw_only") is True:
        entry["keyword_only"] = True
    return entry


def _attrs_fields(kind: type, reader_for: ReaderFor) -> Iterator[dict[str, Any]]:
    nothing = _thing("attr", "NOTHING")
    factory_type = _thing("attr", "Factory")
    for field in list(tuple.__iter__(look.raw_attribute(kind, "__attrs_attrs__"))):
        if type(field) is not _thing("attr", "Attribute"):
            continue
        name = _attribute(field, "name")
        if not look.is_text(name):
            continue
        entry = _entry(kind, name, _attribute(field, "type"), reader_for)
        default = _attribute(field, "default")
        if type(default) is factory_type:
            takes_self = _attribute(default, "takes_self") is True
            entry.update(factory_call(None if takes_self else _attribute(default, "factory")))
        elif default is not nothing:
            entry.update(described_default(default, reader_for(kind).namespaces[0]))
        alias = _attribute(field, "alias")
        keyword = alias if look.is_text(alias) else name.lstrip("_")
        if keyword != name:
            entry["keyword"] = keyword
        yield _with_rules(entry, field)


def _named_tuple_fields(kind: type, reader_for: ReaderFor) -> Iterator[dict[str, Any]]:
    defaults = look.raw_attribute(kind, "_field_defaults")
    for name in look.raw_attribute(kind, "_fields"):
        if look.is_text(name):
            entry = _entry(kind, name, look.MISSING, reader_for)
            if type(defaults) is dict and name in defaults:
                entry.update(described_default(defaults[name], reader_for(kind).namespaces[0]))
            yield entry


def _typed_dict_fields(kind: type, reader_for: ReaderFor) -> Iterator[dict[str, Any]]:
    required = look.type_dict(kind).get("__required_keys__")
    for name, annotation in annotations_in(kind).items():
        entry = _entry(kind, name, annotation, reader_for)
        if type(required) is frozenset and name not in required:
            entry["required"] = False
        yield entry


def _plain_fields(kind: type, reader_for: ReaderFor) -> Iterator[dict[str, Any]]:
    """Annotated attributes and slots, those of the bases first."""
    seen: set[str] = set()
    for one in reversed(look.mro_of(kind)):
        own, annotations = look.type_dict(one), annotations_in(one)
        slots = [name for name, value in look.items_in(own) if type(value) is MemberDescriptorType]
        pair = look.class_pair(one)
        if pair is None or pair[0] in ("builtins", "typing", "abc"):
            continue
        for name in (*annotations, *slots):
            if name in seen or name.startswith("__"):
                continue
            seen.add(name)
            entry = _entry(kind, name, look.MISSING, reader_for)
            value = look.raw_attribute(kind, name)
            if (
                value is not look.MISSING
                and type(value) not in _DESCRIPTORS
                and not look.is_class(value)
            ):
                entry.update(described_default(value, reader_for(one).namespaces[0]))
            yield entry


_DESCRIPTORS = (MemberDescriptorType, GetSetDescriptorType, property)

_READERS: dict[str, Callable[[type, ReaderFor], Iterator[dict[str, Any]]]] = {
    "dataclass": _dataclass_fields,
    "attrs": _attrs_fields,
    "named tuple": _named_tuple_fields,
    "typed dict": _typed_dict_fields,
}


def _attribute(value: Any, name: str) -> Any:
    return look.guarded(_getattr, value, name)
