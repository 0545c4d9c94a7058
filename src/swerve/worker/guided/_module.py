"""How does a file become a module although half of what it needs is missing?

Its statements run one by one, and one that fails does not keep the next from running. What cannot
be imported is injected. In the end there is the function that is looked at, as it stands below its
decorators, with the helpers, classes and constants of its file around it.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from importlib import import_module
from types import CodeType, ModuleType
from typing import Any

from ..core._deadline import Deadline
from ..core._names import described
from ..effects._state import Place, places_of_code
from ._code import (
    FUTURE,
    alone,
    as_function,
    binding,
    decorators,
    found_in,
    functions_in,
    future_flags,
    guarded_imports,
    is_future,
    names_read,
    without_node,
)
from ._effects_names import WORLD_LIBRARIES
from ._foreign import Known, imported_for_types, is_made_after
from ._holdings import Holdings, Kept
from ._hooks import Hooks
from ._injected import Injected, injected_at, term
from ._instances import (
    MAKERS,
    annotated,
    bare,
    declared_in,
    fill_container,
    lacking_in_class,
    stand_in,
)
from ._really import complete_addresses
from ._rewriting import BEGAN, DONE, HOOKS, WAYS, Marks, marked, rewritten
from ._shortcuts import take_shortcuts
from ._sparing import SPARE, Spare, spare
from ._steering import steer
from ._surroundings import COMPAT, compatible
from ._values import Values
from ._ways import Ways
from ._world import STAGE, Facts
from .tables import name_as_before

_MOST_NOTES = 10
#: So many fields of fields are given values; others get them when they are read.
_MOST_FIELDS = 3
#: How likely an object has something else where its class has nothing: False, 0, an empty list.
_SET = 0.6
_PLAIN = (bool, int, float, str, bytes, list, tuple, dict, set, frozenset)
_new = object.__new__


class GuidedModule:
    """A module of which only the text is sure."""

    def __init__(self, order: dict[str, Any]) -> None:
        self.order = order
        self.facts = Facts(order["facts"])
        name = order["module"]
        self.module = ModuleType(name)
        self.names = self.module.__dict__
        self.hooks = Hooks(self.names)
        self.hooks.make = self.instance
        self.ways = Ways(self.hooks)
        self.marks = Marks()
        self.notes: list[str] = []
        self.file: str = order["file"]
        self.lines: list[str] = order["text"].splitlines()
        self.function: Any = None
        #: Its first line and its last one, where it can be read alone.
        self.span = 0, 0
        #: Whether its runs are only there to find the way to some lines.
        self.is_steered = bool(order.get("wanted"))
        #: The function and its marks, while another form of it runs in its place.
        self.as_written: tuple[Any, Marks] | None = None
        #: The names of classes around the function, and whether it takes a class or nothing first.
        self.owner: tuple[str, ...] = ()
        self.binding = ""
        self._real = bool(order["real"])
        #: A package of which nothing is there but this file.
        self._hidden: str = order.get("hidden", "")
        self._library = self.hooks.library = frozenset(order["library"])
        #: Libraries of arrays that either side names, where they are installed.
        self._libraries: frozenset[str] = frozenset()
        self._guarded: list[tuple[int, int]] = []
        self._missing: set[str] = set()
        #: All names of the text: what code objects call names may be attributes.
        self._names: set[str] = set()
        #: Classes like others that inject what they lack, by what they stand for.
        self._kinds: dict[tuple[type, str], Any] = {}
        #: The classes of installed packages and of the project, where these are real.
        self._known: Known | None = None
        #: What is imported for annotations alone, by name.
        self._types: dict[str, Any] = {}
        #: Free names of the function that are injected anew in every run.
        self.injected_names: tuple[str, ...] = ()
        #: A form of the function, and the places of the file that it can change.
        self._places: tuple[CodeType | None, list[Place]] = None, []
        #: Whether a decorator that is missing drives the function, which is a generator.
        self.is_driven = False

    # --- running the file -----------------------------------------------------------------------

    def load(self) -> None:
        """Run the file, and find the function."""
        order = self.order
        names = self.names
        complete_addresses()
        names["__builtins__"] = {**vars(builtins), "__import__": self._import}
        names["__file__"] = order["file"]
        names["__package__"] = order["package"] or None
        names[HOOKS], names[WAYS], names[SPARE] = self.hooks, self.ways, Spare(self.hooks)
        tree = ast.parse(order["text"], order["file"])
        self._guarded = guarded_imports(tree)
        self._names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        if order["snippet"]:
            target = as_function(tree, order["parameters"])
            tree = ast.Module([target], [])
        else:
            target, self.owner = found_in(tree, order["function"], order["line"])
        if target is None:
            raise LookupError(f"no function {order['function']!r} at line {order['line']}")
        if isinstance(target, ast.AsyncFunctionDef):
            import_module("asyncio")
        self.binding = binding(target)
        driving = decorators(target)
        self.holdings = Holdings(tree)
        is_inner = "<locals>" in order["function"]
        if is_inner or not order["context"]:
            target.decorator_list = []
        if order["snippet"]:
            steer(target, self.ways)
            spare(target)
        elif self.is_steered or order.get("shortcuts"):
            take_shortcuts(target, order["shortcuts"])
            if self.is_steered:
                steer(target, self.ways, order["wanted"])
        elif not is_inner:
            self.span = target.lineno, target.end_lineno or target.lineno
        self.marks = marked(target)
        if is_inner and order["context"]:
            without_node(tree, target)
            tree.body.append(alone(target))
            self.owner = ()
        elif not order["context"]:
            imports = [node for node in tree.body if is_future(node)]
            tree = ast.Module([*imports, alone(target)], [])
            self.owner = ()
        self.set_marks()
        STAGE.world = self.world(0, {})
        try:
            if self._real:
                self._import_libraries()
                if not self._hidden:
                    self._import_package()
            self._run(rewritten(tree, target))
            self._import_parts(tree)
        finally:
            STAGE.world = None
        self.function = self.hooks.function
        if self.function is None:
            self._load_alone(target)
        self._settle()
        if self._real:
            self._known = Known(names, self._library)
            self._types = {} if self._hidden else imported_for_types(tree, target, names)
        self.is_driven = any(type(self.names.get(name)) is Injected for name in driving)

    def _import_libraries(self) -> None:
        """Import the libraries of arrays that either side names."""
        found = []
        for name in self.order["facts"].get("libraries", ()):
            with suppress(Exception):
                import_module("scipy.sparse" if name == "scipy" else name)
                found.append(name)
        self._libraries = frozenset(found)
        if found:
            name_as_before()
            sys.modules["numpy"].seterr(all="ignore")  # what is computed with is made up

    def _import_package(self) -> None:
        """Import the package around the module, which may import the module itself: for real."""
        package = self.order["package"]
        if package:
            try:
                __import__(package)
            except Deadline:
                raise
            except BaseException as error:
                self.notes.append(f"package {package}: {described(error)}")

    def _load_alone(self, target: Any) -> None:
        """Run the definition by itself: what is around it failed."""
        target.decorator_list = target.decorator_list[-1:]
        self.names.setdefault("__class__", None)  # its `super()` has no class to start from
        STAGE.world = self.world(0, {})
        try:
            self._run(ast.Module([target], []))
        finally:
            STAGE.world = None
        self.function = self.hooks.function
        if self.function is None:
            raise LookupError(f"its definition could not be run: {'; '.join(self.notes)}")

    def _run(self, tree: ast.Module) -> None:
        flags = FUTURE | future_flags(tree)
        for node in tree.body:
            try:
                code = compile(ast.Module([node], []), self.order["file"], "exec", flags, True)
                exec(code, self.names)  # noqa: S102 - that is what this is for
            except Deadline:
                raise
            except BaseException as error:
                if len(self.notes) < _MOST_NOTES:
                    self.notes.append(f"line {node.lineno}: {described(error)}")

    def _import_parts(self, tree: ast.Module) -> None:
        """Import the parts of packages that code names as attributes: large programs have them."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                package = self.names.get(node.value.id)
                if not isinstance(package, ModuleType) or not hasattr(package, "__path__"):
                    continue
                if not hasattr(package, node.attr):
                    with suppress(ImportError):
                        import_module(f"{package.__name__}.{node.attr}")

    def set_marks(self) -> None:
        """Make room for marks of what runs."""
        hooks = self.hooks
        hooks.began, hooks.ended = (
            bytearray(len(self.marks.lines)),
            bytearray(len(self.marks.lines)),
        )
        self.names[BEGAN], self.names[DONE] = hooks.began, hooks.ended

    def _settle(self) -> None:
        """Call what is injected by the name it has here, and find what is missing altogether."""
        names = self.names
        imported = set()
        for name, value in list(names.items()):
            if type(value) is Injected:
                names[name] = injected_at(name, name)
                if not name.isupper():
                    imported.add(name)  # a module, a class, a function
        reads = names_read(self.function.__code__) & self._names
        self.holdings.settle(reads, self.facts.shared & reads, self.file)
        wanted = set()
        for function in [self.function, *functions_in(names, self.module.__name__)]:
            for name in names_read(function.__code__) & self._names:
                if name not in names and not hasattr(builtins, name) and name not in wanted:
                    wanted.add(name)
                    names[name] = COMPAT.get(name, None) or injected_at(name, name)
        self.injected_names = tuple(
            sorted(
                name for name in reads if type(names.get(name)) is Injected and name not in imported
            )
        )

    # --- imports --------------------------------------------------------------------------------

    def _import(
        self,
        name: str,
        globals: Any = None,
        locals: Any = None,
        fromlist: Any = (),
        level: int = 0,
    ) -> Any:
        raises = self.facts.of("__import__()").raises or self.facts.of(f"import {name}").raises
        is_asked = bool(raises) and STAGE.world is not None and self.function is not None
        if is_asked:
            self.hooks.raise_expected(f"__import__({name!r})", raises)
        if level == 0 and name == self.module.__name__ and self.function is not None:
            return self.module
        root = name.partition(".")[0]
        is_own = bool(level) or root == self._hidden
        if (self._real and not (is_own and self._hidden)) or (not level and root in self._library):
            try:
                module = __import__(name, globals, locals, fromlist, level)
                for each in fromlist or ():
                    if each != "*" and not hasattr(module, each):
                        return self._patched(module, fromlist)
                return module
            except Deadline:
                raise
            except Exception:  # noqa: S110 - it is missing, whatever the reason
                pass
        if not is_asked and self._is_guarded(sys._getframe(1)):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        path = (name if fromlist else root) or "package"
        if fromlist:
            known = {each: compatible(f"{name}.{each}") for each in fromlist}
            if any(value is not NotImplemented for value in known.values()):
                return self._found_elsewhere(path, known)
        if not fromlist:
            self._missing.add(root)
        return injected_at(path, path)

    def _found_elsewhere(self, path: str, known: dict[str, object]) -> Any:
        """A module of names that are well known under other names today."""
        made = ModuleType(path)
        for name, value in known.items():
            setattr(made, name, injected_at(name, name) if value is NotImplemented else value)
        return made

    def _patched(self, module: Any, fromlist: Any) -> Any:
        """A module, with injected objects for the names it lacks."""
        patched = ModuleType(module.__name__)
        vars(patched).update(vars(module))
        for each in fromlist:
            if not hasattr(patched, each):
                setattr(patched, each, injected_at(each, each))
        return patched

    def _is_guarded(self, frame: Any) -> bool:
        if frame.f_code.co_filename != self.order["file"]:
            return False
        return any(first <= frame.f_lineno <= last for first, last in self._guarded)

    # --- worlds ---------------------------------------------------------------------------------

    def world(
        self,
        seed: int,
        choices: dict[str, int],
        *,
        is_likely: bool = False,
        pins: dict[str, str] | None = None,
    ) -> Values:
        """A world for one run."""
        world = Values(self.facts, seed, choices, is_likely=is_likely, pins=pins)
        world.fails = self.ways.fails
        world.instance_of = self._instance
        world.instance_like = self._instance_like
        world.raises = self.hooks.raise_expected
        world.modules = frozenset(self._missing)
        world.library = self._library
        world.libraries = self._libraries
        return world

    def owner_class(self) -> Any:
        """The class that the function is a method of, where there is one."""
        return self._class_named(self.owner)

    def _class_named(self, parts: Sequence[str]) -> Any:
        """A class that the file has."""
        value: Any = None
        for number, name in enumerate(parts):
            value = getattr(value, name, None) if number else self._named(name)
        return value if isinstance(value, type) else None

    def _named(self, name: str) -> Any:
        return self._types[name] if name in self._types else self.names.get(name)

    def _instance(self, name: str, path: str, kind: str) -> object:
        """An object of a class that the file has, by name."""
        cls = self._class_named(name.split("."))
        return None if cls is None else self.instance(cls, path, kind)

    def _instance_like(self, path: str, kind: str) -> object:
        """An object of the class that a place is called like, and that has what is asked of it."""
        if self._known is None:
            return None
        cls = self._known.like(kind.rpartition(".")[2], self.facts.attributes_of(kind))
        return None if cls is None else self.instance(cls, path, kind)

    def kept(self) -> Kept:
        """What the file holds that the function can change, where the other side has it as well."""
        code = self.function.__code__
        if self._places[0] is not code:
            found = places_of_code(self.names, code, None)
            shared = self.facts.kept
            self._places = code, [each for each in found if each[2] in shared]
        return Kept(self._places[1])

    def instance(self, cls: type, path: str, kind: str) -> object:
        """An object of a real class that nobody initialised: what it lacks is injected."""
        world: Any = STAGE.world
        if issubclass(cls, Enum):
            members = list(cls)
            if not members:
                return None
            return members[world.choose(f"{path} is a {cls.__name__}", [1.0] * len(members))]
        maker = MAKERS.get(cls)
        if maker is not None:
            return maker(world, path, kind)
        if cls.__module__.partition(".")[0] in WORLD_LIBRARIES:
            with suppress(Exception):  # a client, whose requests are answered like all others
                return cls()
        is_own = cls.__module__ == self.module.__name__ or issubclass(cls, ast.AST)
        if not is_own and not is_made_after(cls, self._library):
            return None
        kept = self._kinds.get((cls, ""))
        if kept is None:
            try:
                kept = self._kinds[cls, ""] = stand_in(cls, is_own=is_own)
            except Exception:
                return None
        made = bare(kept)
        if made is None:
            return None
        world.objects[f"id:{id(made)}"] = path
        world.instances[id(made)] = path, kind, made
        fill_container(made, world, path, kind)
        if kind.count(".") < _MOST_FIELDS:  # classes may have fields of one another
            self._fill(made, cls, path, kind)
        world.before[path] = {name: term(value) for name, value in vars(made).items()}, made
        return made

    def receiving_class(self, cls: type, path: str) -> type:
        """A class that a class method is called on: what others may add to it is injected."""
        kept = self._kinds.get((cls, path))
        if kept is None:
            kind = type("Kind", (type(cls),), {"__getattr__": partial(lacking_in_class, path)})
            own = {"__module__": cls.__module__, "__qualname__": cls.__qualname__}
            try:
                kept = kind(cls.__name__, (cls,), own)
            except Exception:  # it does not want to be inherited from, or not like that
                kept = cls
            self._kinds[cls, path] = kept
        return kept

    def _fill(self, made: Any, cls: type, path: str, kind: str) -> None:
        """Give values to the fields that a class declares, which would else have their defaults."""
        world: Any = STAGE.world
        for owner in cls.__mro__:
            if owner.__module__.partition(".")[0] in self._library:
                continue
            for name, text in declared_in(owner).items():
                if "ClassVar" in text or name in vars(made):
                    continue
                place = f"{kind}.{name}"
                is_own = owner.__module__ == self.module.__name__
                if not (is_own and self.facts.of(place).classes):
                    fact = annotated(text)
                    if fact is None:
                        continue
                    self.facts.declare(place, fact)
                vars(made)[name] = world.value_at(f"{path}.{name}", place)
            for name, value in list(vars(owner).items()):
                place = f"{kind}.{name}"
                if name.startswith("__") or name in vars(made) or not self.facts.has(place):
                    continue
                is_empty = type(value) in _PLAIN and not value
                if value is None or (is_empty and world.is_so(f"{path}.{name} is set", _SET)):
                    vars(made)[name] = world.value_at(f"{path}.{name}", place)
