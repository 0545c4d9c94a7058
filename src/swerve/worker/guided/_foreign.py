"""Which classes of other modules are objects made after, where nobody can make a real one?

`isinstance` holds for such an object, and methods without effects are those of its class, as long
as they can deal with what is made up. A class is known by an annotation, or by what a place is
called and what is asked of it.
"""

from __future__ import annotations

import ast
import re
import sys
from abc import ABCMeta
from collections.abc import Collection, Mapping
from contextlib import suppress
from types import FunctionType, ModuleType
from typing import Any

from ..core.forms import LIBRARIES
from ._injected import attribute_at, call_term, term
from ._standins import kind_of
from ._world import STAGE
from .calls import outside_result
from .effects import has_effect

_HEAP_TYPE = 1 << 9
#: Who has one of these decides how objects or classes are made.
_MAKERS = frozenset(("__new__", "__init_subclass__"))


def is_made_after(cls: type, library: Collection[str]) -> bool:
    """Whether objects can be made after a class: one that is written in Python, and not special."""
    root = cls.__module__.partition(".")[0]
    return (
        root not in library
        and root not in LIBRARIES  # their objects are real
        and type(cls) in (type, ABCMeta)
        and all(
            each.__flags__ & _HEAP_TYPE and _MAKERS.isdisjoint(vars(each))
            for each in cls.__mro__[:-1]
        )
    )


def guarded_properties(cls: type) -> dict[str, property]:
    """The properties of a class, for objects that may lack what these read."""
    found = {}
    for owner in reversed(cls.__mro__):
        for name, what in vars(owner).items():
            if isinstance(what, property) and what.fget is not None:
                found[name] = property(_guarded(name, what.fget), what.fset, what.fdel)
    return found


def _guarded(name: str, read: Any) -> Any:
    def guarded(made: Any) -> Any:
        try:
            return read(made)
        except Exception:
            world = STAGE.world
            known = world and world.instances.get(id(made))
            if not known:
                raise
        return attribute_at(known[0], known[1], name)

    return guarded


class Foreign:
    """A method of an object that was made after a class of another module."""

    __slots__ = ("_method",)

    def __init__(self, method: Any) -> None:
        self._method = method

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        method, world = self._method, STAGE.world
        name = method.__name__
        path = f"{term(method.__self__)}.{name}"
        kind = kind_of(path)
        effect = world.facts.of(f"{kind}()").effect
        if effect is None:
            effect = has_effect(kind, None)
        if not effect:
            try:
                return method(*args, **kwargs)
            except Exception as error:
                if world.has_raised(error):
                    raise
        return outside_result(
            call_term(path, args, kwargs), f"{kind}()", effect, name, args, kwargs
        )


def imported_for_types(tree: ast.Module, target: Any, names: Mapping[str, Any]) -> dict[str, Any]:
    """What the annotations of a function name that is imported for type checkers alone."""
    words = set(re.findall(r"\w+", ast.unparse(target.args)))
    found: dict[str, Any] = {key: names.get(key) for key in ("__name__", "__package__")}
    for block in tree.body:
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test):
            for node in block.body:
                if isinstance(node, ast.ImportFrom) and not words.isdisjoint(
                    each.asname or each.name for each in node.names
                ):
                    with suppress(Exception):
                        code = compile(ast.Module([node], []), "<types>", "exec")
                        exec(code, found)  # noqa: S102 - the code of the file itself
    return {name: value for name, value in found.items() if isinstance(value, type)}


class Known:
    """The classes of the packages that a module uses."""

    def __init__(self, names: Mapping[str, Any], library: Collection[str]) -> None:
        roots = {_root_of(value) for value in list(names.values())} - {"", *library}
        self._by_name: dict[str, list[type]] = {}
        for module in list(sys.modules.values()):
            if isinstance(module, ModuleType) and _root_of(module) in roots:
                for value in list(vars(module).values()):
                    if isinstance(value, type) and value.__module__ == module.__name__:
                        self._by_name.setdefault(value.__name__.lower(), []).append(value)

    def like(self, name: str, attributes: Collection[str]) -> type | None:
        """The only class that is called like a place and has all that is asked of it."""
        called = self._by_name.get(name.replace("_", "").lower(), ()) if attributes else ()
        found = [each for each in called if _members_of(each).issuperset(attributes)]
        return found[0] if len(found) == 1 else None


def _root_of(value: Any) -> str:
    module = value if isinstance(value, ModuleType) else None
    name = module.__name__ if module else getattr(value, "__module__", None)
    return name.partition(".")[0] if type(name) is str else ""


def _members_of(cls: type) -> set[str]:
    """What objects of a class have, as far as the class says it."""
    found = set(dir(cls))
    for owner in cls.__mro__:
        found.update(vars(owner).get("__annotations__", ()))
        made_by = vars(owner).get("__init__")
        if isinstance(made_by, FunctionType):
            found.update(made_by.__code__.co_names)
    return found
