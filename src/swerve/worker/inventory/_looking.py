"""How are modules, classes and functions looked at without running a line of their code?

Everything goes through the descriptors of the exact builtin types: metaclasses, `__getattr__`,
`__class__` and `__dict__` of the target have no say.
"""

from __future__ import annotations

import types as _types
from collections.abc import Callable, Iterator
from sys import modules as _modules
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    GetSetDescriptorType,
    MethodDescriptorType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from ..core._deadline import Deadline
from ..recipes import building as recipe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeGuard  # from Python 3.10 on


#: A module's name and a qualified name in it.
Pair = tuple[str, str]

#: No such thing, where None could be one.
MISSING = object()
_IN_C = frozenset(
    (
        BuiltinFunctionType,
        MethodDescriptorType,
        WrapperDescriptorType,
        ClassMethodDescriptorType,
    )
)
#: Text longer than this is not sent.
MOST_TEXT = 1000
#: A default with more parts than this is no default that anybody would write.
_MOST_PARTS = 100

_getattr, _import = getattr, __import__

type_dict: Callable[[type], dict[str, Any]] = type.__dict__["__dict__"].__get__
mro_of: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__
bases_of: Callable[[type], tuple[type, ...]] = type.__dict__["__bases__"].__get__
_type_module = type.__dict__["__module__"].__get__
_type_qualname = type.__dict__["__qualname__"].__get__
_type_text_signature = type.__dict__["__text_signature__"].__get__
_abstract_methods = type.__dict__["__abstractmethods__"].__get__
subclasses_of: Callable[[type], list[type]] = type.__subclasses__

_module_dict = vars(ModuleType)["__dict__"].__get__
_function = vars(FunctionType)
code_of = _function["__code__"].__get__
defaults_of = _function["__defaults__"].__get__
keyword_defaults_of = _function["__kwdefaults__"].__get__
globals_of = _function["__globals__"].__get__
annotations_of = _function["__annotations__"].__get__
_function_qualname = _function["__qualname__"].__get__

_wrapped_static = staticmethod.__dict__["__func__"].__get__
_wrapped_class = classmethod.__dict__["__func__"].__get__
property_parts = tuple(property.__dict__[part].__get__ for part in ("fget", "fset", "fdel"))


def is_a(value: object, kind: type) -> bool:
    """Say whether a value is of a type, whatever its `__class__` says."""
    return derives(type(value), kind)


def derives(kind: type, base: type) -> bool:
    """Say whether a class is derived from another, whatever `__subclasscheck__` says."""
    for one in mro_of(kind):  # noqa: SIM110 - `base in ...` asks metaclasses, and any() is slow
        if one is base:
            return True
    return False


def is_class(value: object) -> bool:
    """Say whether a value is a class."""
    return is_a(value, type)


def guarded(function: Callable[..., Any], *args: Any) -> Any:
    """Call what may run target code; MISSING when it raises. Only `Deadline` gets through."""
    try:
        return function(*args)
    except Deadline:
        raise
    except BaseException:
        return MISSING


def is_text(value: object) -> TypeGuard[str]:
    """Say whether a value is text, plain and short enough to send."""
    return type(value) is str and len(value) <= MOST_TEXT


def class_pair(kind: type) -> Pair | None:
    """Return where a class says it is from; nothing vouches for that yet."""
    module, qualname = guarded(_type_module, kind), guarded(_type_qualname, kind)
    return (module, qualname) if is_text(module) and is_text(qualname) else None


def find_module(name: str) -> Any:
    """Return a module, imported if need be, or MISSING."""
    found = _modules.get(name, MISSING)
    if found is MISSING or found is None:
        guarded(_import, name)
        found = _modules.get(name, MISSING)
    if found is not MISSING and is_a(found, ModuleType) and type(found) is not ModuleType:
        guarded(_getattr, found, "__doc__")  # a lazy module loads when it is touched
    return found


def names_in(holder: Any) -> dict[str, Any]:
    """Return what a module holds by name: the namespace itself, not a copy."""
    if not is_a(holder, ModuleType):
        return instance_dict(holder)  # there are projects that put objects into `sys.modules`
    found = guarded(_module_dict, holder)
    return found if type(found) is dict else {}


def items_in(namespace: Any) -> Iterator[tuple[str, Any]]:
    """Yield what a namespace holds under names that are plain text."""
    # What `type_dict` gives is no dict, and no class of the target either.
    items = dict.items(namespace) if is_a(namespace, dict) else namespace.items()
    for name, value in list(items):
        if is_text(name):
            yield name, value


def raw_attribute(holder: Any, name: str) -> Any:
    """Return what stands under a name in a module or a class, with descriptors as they are."""
    if is_class(holder):
        for kind in mro_of(holder):
            found = type_dict(kind).get(name, MISSING)
            if found is not MISSING:
                return found
        return MISSING
    found = names_in(holder).get(name, MISSING)
    if found is MISSING and is_a(holder, ModuleType):
        # The module's own `__getattr__`, or a module inside that nobody imported yet.
        found = guarded(_getattr, holder, name)
    return found


def find(module: str, qualname: str) -> Any:
    """Return what stands under a qualified name, descriptors as they are, or MISSING."""
    found = find_module(module)
    for name in recipe.attribute_path(qualname) if qualname else ():
        if found is MISSING:
            break
        found = raw_attribute(unwrapped(found), name)
    return found


def unwrapped(value: Any) -> Any:
    """Take a function out of its `staticmethod` or `classmethod`."""
    if is_a(value, staticmethod):
        return _wrapped_static(value)
    if is_a(value, classmethod):
        return _wrapped_class(value)
    return value


def wrapped_by(value: Any) -> Any:
    """Return what a decorator left under `__wrapped__`, or MISSING."""
    return instance_dict(value).get("__wrapped__", MISSING)


def instance_dict(value: Any) -> dict[str, Any]:
    """Return the attributes of an instance, empty where it has none; a property is not asked."""
    getter = raw_attribute(type(value), "__dict__")
    found = guarded(getter.__get__, value) if type(getter) is GetSetDescriptorType else MISSING
    return found if type(found) is dict else {}


def text_signature(value: Any) -> str | None:
    """Return the signature that C code declares, for what has no Python code."""
    if is_class(value):
        found = guarded(_type_text_signature, value)
    elif type(value) in _IN_C:
        found = guarded(_getattr, value, "__text_signature__")
    else:
        found = None
    return found if is_text(found) else None


def abstract_methods(kind: type) -> list[str]:
    """Return the names that a class leaves to its subclasses."""
    found = guarded(_abstract_methods, kind)
    names = found if type(found) is frozenset else ()
    return sorted(name for name in names if is_text(name))


#: Builtin classes that say they are in `builtins`, and are not: functions, modules, generators.
_NAMES_IN_TYPES = {id(one): name for name, one in vars(_types).items() if type(one) is type}


def name_of(value: Any, *hints: Pair) -> Pair | None:
    """Return a name under which a class, function or module is really found, or None.

    What it says of itself is tried first, then the hints.
    """
    if is_class(value):
        said = class_pair(value)
        if id(value) in _NAMES_IN_TYPES:
            hints = (("types", _NAMES_IN_TYPES[id(value)]), *hints)
    elif type(value) is FunctionType:
        module, qualname = globals_of(value).get("__name__"), _function_qualname(value)
        said = (module, qualname) if is_text(module) and is_text(qualname) else None
    elif type(value) is BuiltinFunctionType:
        module = guarded(_getattr, value, "__module__")
        qualname = guarded(_getattr, value, "__qualname__")
        said = (module, qualname) if is_text(module) and is_text(qualname) else None
    elif is_a(value, ModuleType):
        module = names_in(value).get("__name__")
        said = (module, "") if is_text(module) else None
    else:
        said = None
    for pair in (said, *hints):
        if pair and "<" not in pair[1] and unwrapped(find(*pair)) is value:
            return pair
    return None


def encoded_value(value: Any, *places: Pair) -> Any:
    """Return a recipe, encoded, for a value that is plain or has a name; else MISSING.

    `places` are names under which the value itself may be found: sentinels have no other.
    """
    parts = [0]
    found = _encoded(value, parts, 0)
    if found is MISSING:
        pair = name_of(value, *places)
        found = MISSING if pair is None else [recipe.NAME, *pair]
    return found


def _encoded(value: Any, parts: list[int], depth: int) -> Any:
    parts[0] += 1
    if parts[0] > _MOST_PARTS or depth > 10:
        return MISSING
    kind = type(value)
    if value is None or kind is bool or kind is float:
        return value
    if kind is int:
        small = -recipe.LARGEST_PLAIN < value < recipe.LARGEST_PLAIN
        if small or value.bit_length() > 8 * MOST_TEXT:
            return value if small else MISSING
        return [recipe.INTEGER, hex(value)]
    if kind is str:
        return value if is_text(value) else MISSING
    if kind is bytes:
        return recipe.written_bytes(value) if len(value) <= MOST_TEXT else MISSING
    if kind is complex:
        return [recipe.COMPLEX, value.real, value.imag]
    if value is ...:
        return [recipe.ELLIPSIS]
    if kind is dict:
        flat = (
            [part for pair in value.items() for part in pair] if len(value) < _MOST_PARTS else None
        )
        items: Any = MISSING if flat is None else _encoded_all(flat, parts, depth)
        if items is MISSING:
            return MISSING
        return [recipe.DICT, [[items[at], items[at + 1]] for at in range(0, len(items), 2)]]
    tag = _TAGS.get(kind)
    if tag is not None:
        items = _encoded_all(value, parts, depth) if len(value) < _MOST_PARTS else MISSING
        return MISSING if items is MISSING else [tag, items]
    pair = name_of(value) if kind is FunctionType or is_class(value) else member_pair(value)
    return MISSING if pair is None else [recipe.NAME, *pair]


_TAGS: dict[type, str] = {
    list: recipe.LIST,
    tuple: recipe.TUPLE,
    set: recipe.SET,
    frozenset: recipe.FROZENSET,
}


def _encoded_all(values: Any, parts: list[int], depth: int) -> Any:
    encoded = []
    for value in values:
        one = _encoded(value, parts, depth + 1)
        if one is MISSING:
            return MISSING
        encoded.append(one)
    return encoded


def standard_class(module: str, name: str) -> Any:
    """Return a class of a module if that is loaded; what is not loaded has no instances."""
    found = names_in(_modules.get(module, MISSING)).get(name, MISSING)
    return found if is_class(found) else MISSING


def is_enum(kind: type) -> bool:
    """Say whether a class is an enumeration."""
    enum = standard_class("enum", "Enum")
    return enum is not MISSING and derives(kind, enum)


def members_of(kind: type) -> dict[str, Any]:
    """Return the members of an enumeration by name, aliases included."""
    found = type_dict(kind).get("_member_map_")
    return found if type(found) is dict else {}


def member_pair(value: Any) -> Pair | None:
    """Return the name of a member of an enumeration, or None."""
    kind = type(value)
    if is_enum(kind):
        name, pair = instance_dict(value).get("_name_"), name_of(kind)
        if is_text(name) and pair and members_of(kind).get(name) is value:
            return pair[0], f"{pair[1]}.{name}"
    return None
