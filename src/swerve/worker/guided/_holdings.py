"""What does a module hold that may be otherwise by the time a function is called?

Caches and registries that start empty are filled by then. The platform is another one, and so are
the constants that depend on it. What could not be imported here can be imported elsewhere.
"""

from __future__ import annotations

import ast
from collections import OrderedDict, deque
from collections.abc import Collection
from os import environ
from types import CodeType
from typing import Any

from ..effects._state import GONE, Place, State
from ..snapshot._classes import mro_of
from ._injected import injected_at, plain
from ._world import STAGE, World

#: How likely something that starts empty is filled.
_FILLED = 0.35
#: How likely something can be imported that a file can do without.
_IMPORTED = 0.7
#: How likely a constant that depends on the version of Python is that of another one.
_OTHER_VERSION = 0.3
#: What says which platform this is, and what that is on the others.
PLATFORMS = {
    "sys.platform": ("linux", "win32", "darwin"),
    "os.name": ("posix", "nt", "posix"),
    "platform.system": ("Linux", "Windows", "Darwin"),
    "platform.machine": ("x86_64", "AMD64", "arm64"),
    "platform.processor": ("x86_64", "Intel64", "arm"),
}
_PLATFORM_WEIGHTS = (0.6, 0.28, 0.12)
_MADE_EMPTY = {"dict": dict, "list": list, "set": set}


def on_platform(world: World, path: str) -> str:
    """What a name of the platform is: the same platform for all that is asked in one run."""
    value = PLATFORMS[path][world.choose("the platform", _PLATFORM_WEIGHTS)]
    world.show(path, repr(value))
    return value


def environment(world: Any) -> Any:
    """The environment of a run, of which nothing is known."""
    return world.value_at("os.environ", "os.environ")


def getenv(key: Any, default: Any = None) -> Any:
    """`os.getenv`."""
    return environment(STAGE.world).get(key, default)


def platform_of(node: ast.AST) -> str:
    """The path by which an expression asks for the platform; empty where it does not."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        path = f"{node.value.id}.{node.attr}"
        return path if path in PLATFORMS else ""
    return ""


class Holdings:
    """Names of a module whose values are found anew for each run."""

    def __init__(self, tree: ast.Module) -> None:
        self._empty: dict[str, type] = {}
        self._unset: set[str] = set()
        self._by_platform: list[tuple[str, ast.Assign]] = []
        self._by_version: set[str] = set()
        #: What says whether something could be imported, and the names of that.
        self._flags: dict[str, list[str]] = {}
        self._code: CodeType | None = None
        #: Whether the environment has a name of its own.
        self._reads_environment = any(
            isinstance(node, ast.ImportFrom)
            and node.module == "os"
            and any(each.name == "environ" for each in node.names)
            for node in tree.body
        )
        rebound = {
            name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names
        }
        for node in tree.body:
            if isinstance(node, ast.Try):
                self._flags.update(_flags(node))
            target, value = _assigned(node)
            if value is None:
                continue
            empty = _empty_container(value)
            if empty is not None:
                self._empty[target] = empty
            elif isinstance(value, ast.Constant) and value.value is None and target in rebound:
                self._unset.add(target)
            elif isinstance(node, ast.Assign) and any(map(platform_of, ast.walk(value))):
                self._by_platform.append((target, node))
            elif any(map(_is_version, ast.walk(value))):
                self._by_version.add(target)

    def settle(self, reads: Collection[str], shared: Collection[str], file: str) -> None:
        """Keep what a function reads, once the tree it was found in is rewritten.

        Of what is empty only what is `shared` with the other side: a cache that one side only has
        holds what that would find itself.
        """
        self._empty = {name: made for name, made in self._empty.items() if name in shared}
        self._unset &= set(shared)
        self._by_version &= set(reads)
        self._flags = {flag: names for flag, names in self._flags.items() if flag in reads}
        nodes: list[ast.stmt] = [node for name, node in self._by_platform if name in reads]
        if nodes:
            self._code = compile(ast.Module(nodes, []), file, "exec", 0, True)

    def renew(self, names: dict[str, Any], world: Any) -> None:
        """Give the names their values for one run."""
        for name, build in self._empty.items():
            if type(names.get(name)) is build and world.is_so(f"{name} is filled", _FILLED):
                names[name] = world.filled(build, name)
        for name in self._unset:
            if names.get(name) is None and world.is_so(f"{name} is set", _FILLED):
                names[name] = world.value_at(name, name)
        for flag, imported in self._flags.items():
            is_there = world.is_so(f"{flag} is True", _IMPORTED)
            names[flag] = is_there
            world.show(flag, repr(is_there))
            for name in imported if is_there else ():
                if names.get(name) is None:
                    names[name] = injected_at(name, name)
        for name, each in list(names.items()) if self._reads_environment else ():
            if each is environ:
                names[name] = environment(world)
        for name in self._by_version:
            value = names.get(name)
            if type(value) is bool and world.is_so(f"{name} is {not value}", _OTHER_VERSION):
                names[name] = not value
                world.show(name, repr(not value))
        if self._code is not None:
            exec(self._code, names)  # noqa: S102 - it ran when the module was loaded


class Kept:
    """What is at places of a file by the time that a function is called."""

    def __init__(self, places: list[Place]) -> None:
        self._state = State(places)
        self._values = [
            (space, name, space[name], _content(space[name]))
            for _, space, name in places
            if name in space
        ]

    def changed(self) -> dict[str, Any]:
        """What is different now, by place."""
        return {
            place: "(removed)" if value is GONE else plain(value)
            for place, value in self._state.changed()
        }

    def put_back(self) -> None:
        """Put everything back as far as names and containers go."""
        for space, name, value, content in self._values:
            if type(space) is dict:
                space[name] = value
            if content is not None:
                kind, add, items = content
                kind.clear(value)
                for each in items:
                    add(value, *each)


def _content(value: Any) -> tuple[Any, Any, list[tuple[Any, ...]]] | None:
    """The class of a container, what adds to one, and what is in it; nothing of the target runs."""
    classes = mro_of(type(value))
    for mapping in (OrderedDict, dict):
        if mapping in classes:
            return mapping, mapping.__setitem__, [*mapping.items(value)]
    kinds: tuple[tuple[Any, Any], ...] = (list, list.append), (deque, deque.append), (set, set.add)
    for kind, add in kinds:
        if kind in classes:
            return kind, add, [(each,) for each in kind.__iter__(value)]
    return None


def _flags(node: ast.Try) -> dict[str, list[str]]:
    """Names that are true or false, by whether an import fails; with what is imported."""
    imports = [each for each in node.body if isinstance(each, (ast.Import, ast.ImportFrom))]
    names = [
        (each.asname or each.name).partition(".")[0] for found in imports for each in found.names
    ]
    failed = [each for handler in node.handlers for each in handler.body]
    return {
        target: names
        for target, value in map(_assigned, failed)
        if names and isinstance(value, ast.Constant) and type(value.value) is bool
    }


def _is_version(node: ast.AST) -> bool:
    """Whether an expression asks for the version of Python."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "version_info"
        and isinstance(node.value, ast.Name)
        and node.value.id == "sys"
    )


def _assigned(node: ast.stmt) -> tuple[str, ast.expr | None]:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target: ast.expr = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    else:
        return "", None
    return (target.id, node.value) if isinstance(target, ast.Name) else ("", None)


def _empty_container(value: ast.expr) -> type | None:
    if isinstance(value, ast.Dict):
        return None if value.keys else dict
    if isinstance(value, ast.List):
        return None if value.elts else list
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return None if value.args or value.keywords else _MADE_EMPTY.get(value.func.id)
    return None
