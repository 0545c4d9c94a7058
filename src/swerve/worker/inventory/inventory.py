"""What does the tree hold: functions, classes, modules, and what it takes to make their values?

The answer is JSON-able and bounded, made of exact builtin types. Little target code runs for it
(imports, a module's `__getattr__`), and what that raises is left out or noted. It may still hang or
die, like any job. The parent reads it with `inventory_from_json`, and believes nothing.
"""

from __future__ import annotations

import sys as _sys
import types as _types
from _json import encode_basestring as _quoted
from collections.abc import Callable
from sys import modules as _modules
from types import FunctionType, ModuleType
from typing import Any

from ..core.forms import CLASS_OF, FORMS, LIBRARY_OF
from ..recipes.building import read_json
from . import _looking as look
from ._fields import fields_of, members_described, traits_of_class
from ._parameters import (
    annotations_in,
    code_behind,
    constructor_of,
    described_type,
    parameters_in_c,
    parameters_of,
    traits_of_code,
)
from .types import TypeReader

FORMAT = 1

#: Functions, classes and modules in one answer.
MOST_ENTRIES = 300
MOST_BYTES = 4_000_000
_MOST_NAMES = 3000
_MOST_METHODS = 150
_MOST_SUBCLASSES = 100
_MOST_REQUESTS = 1000
#: Subclasses of an abstract class that are described with it.
_MOST_FOLLOWED = 20

#: The names of Python's own modules; from 3.10 on.
_STANDARD: frozenset[str] | None = getattr(_sys, "stdlib_module_names", None)
_STANDARD_FOLDER = str(_types.__file__).rpartition("/")[0] + "/"
_C_FUNCTIONS = (type(len), type(str.join), type(object.__init__), type(dict.__dict__["fromkeys"]))

_getattr = getattr


def describe(request: bytes) -> bytes:
    """Answer a request, a JSON list of [module, qualified name], in JSON.

    Described are the things named, and the classes that it takes to make their arguments. With an
    empty qualified name it is the module, as a list of its names.
    """
    inventory = _Inventory()
    for module, qualname in read_json(request)[:_MOST_REQUESTS]:
        look.guarded(inventory.add, str(module), str(qualname))
    inventory.follow()
    return inventory.written()


class _Inventory:
    """One answer in the making."""

    def __init__(self) -> None:
        #: Entries in JSON, by what they are.
        self.entries: dict[str, list[str]] = {"functions": [], "classes": [], "modules": []}
        self.missing: list[list[str]] = []
        self.notes: list[str] = []
        self.count = self.size = 0
        #: Classes that were met and are to be described too.
        self.waiting: list[look.Pair] = []
        self.known: set[look.Pair] = set()
        #: Whether classes count as met that parameters are of.
        self.follows = True
        self.described: set[tuple[str, look.Pair]] = set()

    def written(self) -> bytes:
        parts = [f'"{name}":[{",".join(entries)}]' for name, entries in self.entries.items()]
        parts.append(f'"format":{FORMAT}')
        parts.append(f'"missing":{_json(self.missing)}')
        parts.append(f'"notes":{_json(self.notes)}')
        parts.append(f'"forms":{_json(_forms())}')
        return f"{{{','.join(parts)}}}".encode("utf-8", "surrogatepass")

    def add(self, module: str, qualname: str) -> None:
        """Describe one thing that was asked for."""
        found = look.find(module, qualname)
        pair = (module, qualname)
        if found is look.MISSING:
            self.missing.append([module, qualname])
        elif not qualname:
            self.put("modules", pair, lambda: self.module(module, found))
        elif look.is_class(found):
            self.put("classes", pair, lambda: self.class_entry(pair, found))
        else:
            owner = look.find(module, qualname.rpartition(".")[0])
            owner = owner if look.is_class(owner) else None
            self.put("functions", pair, lambda: self.function(pair, found, owner))
            if owner is not None:
                self.met((module, qualname.rpartition(".")[0]))

    def met(self, pair: look.Pair) -> None:
        """Note a class that somebody has to make instances of.

        Those of Python itself are known, and so are arrays and tables.
        """
        if self.follows and pair not in self.known and not _is_known(pair):
            self.known.add(pair)
            self.waiting.append(pair)

    def follow(self) -> None:
        """Describe the classes that were met, nearest first."""
        for pair in self.waiting:  # grows on the way
            if self.count >= MOST_ENTRIES:
                self.notes.append(f"only {MOST_ENTRIES} entries: more classes were met")
                return
            found = look.find(*pair)
            if look.is_class(found):
                self.put("classes", pair, lambda: self.class_entry(pair, found))  # noqa: B023

    def put(self, section: str, pair: look.Pair, make: Callable[[], dict[str, Any]]) -> None:
        """Add an entry, if it can be made and is not too large."""
        if (section, pair) in self.described:
            return
        self.described.add((section, pair))
        entry = look.guarded(make)
        text = look.guarded(_json, entry)
        if entry is look.MISSING or text is look.MISSING:
            self.notes.append(f"{pair[0]}.{pair[1]} could not be described")
        elif self.count >= MOST_ENTRIES or self.size + len(text) > MOST_BYTES:
            self.notes.append(f"no room for {pair[0]}.{pair[1]}")
        else:
            self.count += 1
            self.size += len(text)
            self.entries[section].append(text)

    def reader(
        self, namespaces: list[dict[str, Any]], owner: type | None, *holders: Any
    ) -> TypeReader:
        """Return what reads annotations written in a module, maybe inside a class."""
        inner: dict[str, Any] = {}
        if owner is not None:
            inner.update(
                (name, one)
                for name, one in look.items_in(look.type_dict(owner))
                if look.is_class(one)
            )
        for holder in holders:
            for variable in _type_parameters(holder):
                name = look.guarded(_getattr, variable, "__name__")
                if look.is_text(name):
                    inner[name] = variable
        pair = None if owner is None else look.name_of(owner)
        return TypeReader(inner, namespaces, pair, self.met)

    def reader_for(self, kind: type) -> TypeReader:
        return self.reader(_namespaces_of(kind), kind, kind)

    def function(self, pair: look.Pair, raw: Any, owner: type | None) -> dict[str, Any]:
        kind, value, traits = _kind_of(raw, owner)
        entry: dict[str, Any] = {"name": list(pair), "kind": kind, "traits": traits}
        code, has_self = code_behind(value)
        if code is look.MISSING:
            entry["parameters"] = parameters_in_c(value)
            return entry
        namespaces = [look.globals_of(code)]
        if owner is not None:
            namespaces += _namespaces_of(owner)  # the globals of generated code know nothing
        reader = self.reader(namespaces, owner, code, owner)
        parameters = parameters_of(code, reader)
        bound = kind in ("method", "class method", "property") or has_self
        entry["parameters"] = parameters[1:] if bound else parameters
        traits += traits_of_code(code)
        annotations = annotations_in(code)
        if "return" in annotations:
            entry["returns"] = described_type(annotations["return"], reader)["type"]
        return entry

    def class_entry(self, pair: look.Pair, kind: type) -> dict[str, Any]:
        traits = traits_of_class(kind)
        abstract = look.abstract_methods(kind)
        fields = fields_of(kind, traits, self.reader_for)
        constructor = constructor_of(kind, self.reader_for(kind))
        _take_defaults_from(fields, constructor)
        bases = [look.name_of(one) for one in look.bases_of(kind)]
        for base in bases:
            if base is not None:
                self.met(base)
        subclasses = [look.name_of(one) for one in look.subclasses_of(kind)[:_MOST_SUBCLASSES]]
        if abstract or "protocol" in traits:
            for subclass in subclasses[:_MOST_FOLLOWED]:
                if subclass is not None:
                    self.met(subclass)
        return {
            "name": list(pair),
            "bases": [list(base) for base in bases if base],
            "traits": traits,
            "abstract": abstract[:_MOST_METHODS],
            "constructor": constructor,
            "fields": fields,
            "members": members_described(kind) if "enum" in traits else [],
            "methods": self.methods(pair, kind, is_asked=pair not in self.known),
            "subclasses": [list(subclass) for subclass in subclasses if subclass],
        }

    def methods(self, pair: look.Pair, kind: type, *, is_asked: bool) -> list[dict[str, Any]]:
        """Describe the functions in a class's own body.

        What methods take counts where the class was asked for: to make an instance of another one,
        few of them are called, and on and on it would lead to all classes of a library.
        """
        self.follows = is_asked
        try:
            return self.methods_in(pair, kind)
        finally:
            self.follows = True

    def methods_in(self, pair: look.Pair, kind: type) -> list[dict[str, Any]]:
        found = []
        private = f"_{pair[1].rpartition('.')[2].lstrip('_')}__"
        for name, raw in look.items_in(look.type_dict(kind)):
            written = name[len(private) - 2 :] if name.startswith(private) else name
            if not _is_method(raw, pair[0]):
                continue
            made = look.guarded(self.function, (pair[0], f"{pair[1]}.{written}"), raw, kind)
            if made is not look.MISSING:
                found.append(made)
            if len(found) == _MOST_METHODS:
                break
        return found

    def module(self, name: str, module: Any) -> dict[str, Any]:
        listed = []
        names = [
            (key, value)
            for key, value in look.items_in(look.names_in(module))
            if not _is_dunder(key)
        ]
        for key, value in names[:_MOST_NAMES]:
            entry = look.guarded(_module_level, name, key, value)
            if entry is not look.MISSING:
                listed.append(entry)
        return {"name": name, "names": listed, "left_out": max(0, len(names) - _MOST_NAMES)}


def _is_known(pair: look.Pair) -> bool:
    library, last = pair[0].partition(".")[0], pair[1].rpartition(".")[2]
    return _is_standard(pair[0]) or LIBRARY_OF.get(FORMS.get(last, "")) == library


def _forms() -> list[list[Any]]:
    """What attributes arrays and tables have, where their library was imported."""
    found: list[list[Any]] = []
    kind: Any
    for form, path in CLASS_OF.items():
        module, _, name = path.rpartition(".")
        kind = look.find(module, name) if module in _modules else look.MISSING
        if look.is_class(kind):
            names = {
                key
                for one in look.mro_of(kind)
                for key, _ in look.items_in(look.type_dict(one))
                if not key.startswith("_")
            }
            found.append([form, sorted(names)])
    return found


def _namespaces_of(kind: type) -> list[dict[str, Any]]:
    """Return where a class may have been written: its module, as it says, and that of a method."""
    pair = look.class_pair(kind)
    found = [look.names_in(_modules.get(pair[0], look.MISSING)) if pair else {}]
    for _, raw in look.items_in(look.type_dict(kind)):
        function = look.unwrapped(raw)
        if type(function) is not FunctionType or _is_generated(function):
            continue
        if not _is_standard(_home_of(function)):
            found.append(look.globals_of(function))
            break
    return found


def _module_level(module: str, name: str, value: Any) -> dict[str, Any]:
    """Describe what stands under a name of a module, in brief."""
    kind = _kind_of(value, None)[0]
    entry: dict[str, Any] = {"name": name, "kind": kind}
    if kind in ("class", "function", "module"):
        pair = look.name_of(value, (module, name))
        if pair is not None and pair != (module, name):
            entry["is"] = list(pair)
        return entry
    pair = look.name_of(type(value))
    if pair is not None:
        entry["type"] = list(pair)
    encoded = look.encoded_value(value)
    if encoded is not look.MISSING:
        entry["value"] = [encoded]
    return entry


def _kind_of(raw: Any, owner: type | None) -> tuple[str, Any, list[str]]:
    """Return what kind of thing stands under a name, what of it is called, and its traits."""
    if look.is_a(raw, staticmethod):
        return "static method", look.unwrapped(raw), []
    if look.is_a(raw, classmethod):
        return "class method", look.unwrapped(raw), []
    if look.is_a(raw, property):
        getter, setter, deleter = (part(raw) for part in look.property_parts)
        traits = ["setter"] * (setter is not None) + ["deleter"] * (deleter is not None)
        return "property", getter, traits
    cached = look.standard_class("functools", "cached_property")
    if cached is not look.MISSING and look.is_a(raw, cached):
        return "property", look.instance_dict(raw).get("func", look.MISSING), ["cached"]
    if type(raw) is FunctionType:
        return ("function" if owner is None else "method"), raw, []
    if look.is_class(raw):
        return "class", raw, []
    if look.is_a(raw, ModuleType):
        return "module", raw, []
    if type(raw) in _C_FUNCTIONS:
        return ("function" if owner is None else "method"), raw, []
    code, _ = code_behind(raw)
    if code is not look.MISSING and not _is_standard(_home_of(code)):
        # A decorator made an object of the function; in a class most of those bind all the same.
        return ("function" if owner is None else "method"), raw, ["object"]
    return "value", raw, []


def _is_method(raw: Any, module: str) -> bool:
    """Say whether somebody wrote this method; what a decorator generates has no file."""
    kind, value, _ = _kind_of(raw, object)
    if not kind.endswith(("method", "property")):
        return False
    code, _ = code_behind(value)
    if code is look.MISSING or _is_generated(code):
        return False
    return _is_standard(module) or not _is_standard(_home_of(code))


def _is_generated(function: Any) -> bool:
    return bool(look.code_of(function).co_filename.startswith("<"))


def _home_of(function: Any) -> str:
    """Return the name of the module that a function was written in."""
    module = look.globals_of(function).get("__name__")
    return module if look.is_text(module) else ""


def _take_defaults_from(fields: list[dict[str, Any]], constructor: dict[str, Any]) -> None:
    """Put the defaults of fields where a generated constructor has only a sentinel."""
    by_keyword = {field.get("keyword", field["name"]): field for field in fields}
    for parameter in constructor["parameters"] or ():
        field = by_keyword.get(parameter["name"], {})
        if "default" not in parameter and "default_text" not in parameter:
            continue
        if "default" in field:
            parameter.pop("default_text", None)
            parameter["default"] = field["default"]


def _type_parameters(holder: Any) -> tuple[Any, ...]:
    """Return the parameters of `def f[T]` and `class C[T]`, from 3.12 on."""
    if holder is None:
        return ()
    if look.is_class(holder):
        found = look.type_dict(holder).get("__type_params__", ())
    else:
        getter = vars(FunctionType).get("__type_params__")
        found = () if getter is None else look.guarded(getter.__get__, holder)
    return found if type(found) is tuple else ()


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_standard(module: str) -> bool:
    """Say whether a module belongs to Python itself, and is not a project's of the same name."""
    top = module.partition(".")[0]
    if _STANDARD is not None and top not in _STANDARD:
        return False
    path = look.names_in(_modules.get(top, look.MISSING)).get("__file__")
    if not look.is_text(path):
        return _STANDARD is not None or top in _modules  # built in
    return path.startswith(_STANDARD_FOLDER) and "-packages" not in path


def _json(value: Any) -> str:
    """Write JSON without the json module, which the target may have changed."""
    if value is None or value is True or value is False:
        return "null" if value is None else "true" if value else "false"
    kind = type(value)
    if kind is str:
        return _quoted(value)
    if kind is int:
        return int.__repr__(value)
    if kind is float:
        if value - value == 0:
            return float.__repr__(value)
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    if kind is dict:
        inside = ",".join([f"{_quoted(key)}:{_json(one)}" for key, one in value.items()])
        return f"{{{inside}}}"
    return f"[{','.join([_json(one) for one in value])}]"
