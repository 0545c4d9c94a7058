"""What is an injected object? Known by the path that led to it, and by nothing else.

What it is gets settled by how it is used: once taken for a number, it stays that number. What is
known about it belongs to the world of the run, so that objects which a module holds start anew with
every run. What can be done with it is said by the modules that extend it: calls, items, sameness,
texts and numbers. Handed to something outside, every value is written as one text for one meaning.
"""

from __future__ import annotations

from _blake2 import blake2b
from ast import literal_eval
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from ..core.jobs import OBJECT, TABLE
from ._world import STAGE
from .tables import is_table, written

_new = object.__new__
_set = object.__setattr__
#: Texts that every module, class or function has something to say for.
_WORDS = frozenset(("__name__", "__qualname__", "__module__", "__file__", "__doc__", "__version__"))
#: What modules say which one they are: usual, old and new.
_VERSIONS = ("1.2.3", "0.1", "99.0")
#: Objects that are keys of what a module holds, from before there is any world.
_HASHED_EARLY: set[str] = set()
#: How likely an attribute is there that somebody asks for first.
THERE = 0.7
#: Characters of one value; of a longer one a digest is kept.
_MOST_TEXT = 600
_MOST_DEPTH = 5
_MOST_ITEMS = 40
#: What the shape of an array says.
_OF_SHAPES = frozenset(("shape", "ndim", "size"))
_ATOMS = frozenset((type(None), bool, int, float, complex, str, bytes, type(...)))
#: What functions that are made in a comprehension are called after, before Python 3.12.
_COMPREHENSIONS = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"))


class State:
    """What became of an injected object in one run."""

    __slots__ = (
        *("attributes", "changes", "excluded", "given", "has_value", "is_array"),
        *("items", "made_by", "notes", "truth", "value"),
    )

    def __init__(self) -> None:
        self.has_value = False
        self.value: Any = None
        self.truth: bool | None = None
        #: Whether it is an array; nothing where nobody has asked.
        self.is_array: bool | None = None
        #: Classes that it is said not to be of.
        self.excluded: set[type] = set()
        #: What was written to it.
        self.attributes: dict[str, object] = {}
        #: The same, for nobody but itself.
        self.notes: dict[str, object] = {}
        self.items: list[tuple[object, object]] = []
        self.changes: list[str] = []
        #: The class that was called to make it, and what it was given.
        self.made_by = ""
        self.given: tuple[tuple[object, ...], dict[str, object]] = ((), {})

    def take(self, value: object) -> None:
        """Be this value from now on."""
        self.has_value, self.value = True, value

    @property
    def is_changed(self) -> bool:
        """Whether the code did something to it that can be seen."""
        return bool(self.attributes or self.items or self.changes)


class Injected:
    """An object that stands for something missing."""

    __slots__ = ("_within_base", "_within_kind", "_within_name", "_within_path")
    _within_path: str
    _within_kind: str
    _within_base: Injected | None
    _within_name: str

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            if name == "__version__" and STAGE.world is not None:
                path = f"{self._within_path}.__version__"
                return _VERSIONS[STAGE.world.choose(path, (1.0,) * len(_VERSIONS))]
            if name in _WORDS and _is_read(self, name):
                path, kind = f"{self._within_path}.{name}", f"{self._within_kind}.{name}"
                value = STAGE.world.value_at(path, kind)
                return str(value) if type(value) is Injected else value
            if name in _WORDS:
                return self._within_path.rpartition(".")[2]
            if name != "__dict__" and not _is_read(self, name):
                raise AttributeError(name)
        world = STAGE.world
        state = state_of(self)
        if name in state.attributes:
            return state.attributes[name]
        if name in state.notes:
            return state.notes[name]
        if name in state.given[1]:
            return state.given[1][name]
        if state.has_value and (is_table(state.value) or name in dir(type(state.value))):
            return getattr(state.value, name)
        if name in _OF_SHAPES:
            part = self._part_of_array(name)
            if part is not None:
                return part
        path, kind = f"{self._within_path}.{name}", f"{self._within_kind}.{name}"
        if world.facts.asks_for(self._within_kind, name) and not world.is_so(
            f"{path} exists", THERE
        ):
            error = AttributeError(f"{self._within_path} has no attribute {name!r}")
            world.external.append(error)
            raise error
        value = world.value_at(path, kind)
        if type(value) is Injected and value._within_base is None:
            _set(value, "_within_base", self)
            _set(value, "_within_name", name)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        state = state_of(self)
        if is_table(state.value):
            setattr(state.value, name, value)
            return
        is_note = name in STAGE.world.facts.own_notes
        (state.notes if is_note else state.attributes)[name] = value

    def __delattr__(self, name: str) -> None:
        state = state_of(self)
        state.attributes.pop(name, None)
        state.changes.append(f"del .{name}")

    def __dir__(self) -> list[str]:
        return sorted(state_of(self).attributes)

    def __hash__(self) -> int:
        world, path = STAGE.world, self._within_path
        if world is None:
            _HASHED_EARLY.add(path)
        elif path not in _HASHED_EARLY and not world.is_likely:
            return hash(world.word_of(self))  # what is equal has the same hash
        return hash(path)

    def __repr__(self) -> str:
        return f"<{self._within_path}>"

    #: Arrays leave it to an object what it makes of an operator.
    __array_ufunc__ = None

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        world = STAGE.world
        value = world.as_table(self, "array") if world is not None and world.libraries else None
        if value is None:
            raise TypeError("an injected object is no array")
        return value.__array__(*args) if hasattr(value, "__array__") else value

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: object) -> Any:
        return self

    def __reduce__(self) -> Any:
        raise TypeError("an injected object cannot be pickled")

    def _as(self, role: type) -> Any:
        return STAGE.world.as_role(self, role)

    def _value(self) -> Any:
        state = state_of(self)
        return state.value if state.has_value else None


def _is_read(injected: Injected, name: str) -> bool:
    """Whether the code itself reads a name that else only Python asks for."""
    world = STAGE.world
    return world is not None and world.facts.has(f"{injected._within_kind}.{name}")


def extends_injected(family: type) -> type:
    """Give injected objects what a class has."""
    for name, what in vars(family).items():
        if name not in _PLAIN:
            setattr(Injected, name, what)
    return family


_PLAIN = frozenset(("__module__", "__dict__", "__weakref__", "__doc__", "__qualname__", "__hash__"))


def injected_at(path: str, kind: str, base: Injected | None = None, name: str = "") -> Injected:
    """The injected object at a path: one for each path of a run."""
    world = STAGE.world
    if world is not None:
        known = world.objects.get(path)
        if known is not None:
            return known  # type: ignore[no-any-return]
    made: Injected = _new(Injected)
    _set(made, "_within_path", path)
    _set(made, "_within_kind", kind)
    _set(made, "_within_base", base)
    _set(made, "_within_name", name or path.rpartition(".")[2])
    if world is not None:
        world.objects[path] = made
    return made


def state_of(injected: Injected) -> State:
    """What became of an object in this run."""
    world, path = STAGE.world, injected._within_path
    state = world.states.get(path)
    if state is None:
        state = world.states[path] = State()
        if world.pins.get(path):
            text = world.pins[path].lstrip(OBJECT)
            if text.startswith(TABLE):
                world.as_pinned_table(injected, text)
            else:
                state.take(literal_eval(text))
                world.show(path, text)
    return state  # type: ignore[no-any-return]


def attribute_at(path: str, kind: str, name: str) -> Any:
    """An attribute of something that is no injected object, but has a path."""
    value = STAGE.world.value_at(f"{path}.{name}", f"{kind}.{name}")
    if type(value) is Injected and value._within_base is None:
        _set(value, "_within_base", injected_at(path, kind))
        _set(value, "_within_name", name)
    return value


def is_local(value: Any) -> bool:
    """Whether a value is a function that was made by another one."""
    return type(value) is FunctionType and "<locals>" in value.__qualname__


def plain(value: Any) -> Any:
    """The value that an injected object has taken, or the object."""
    if type(value) is Injected:
        state = state_of(value)
        if state.has_value:
            return state.value
    return value


def term(value: object, depth: int = 0) -> str:
    """Write a value."""
    text = _written(value, depth)
    if len(text) > _MOST_TEXT:
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        return f"{text[:_MOST_TEXT]}…{digest}"
    return text


def call_term(callee: str, args: tuple[object, ...], kwargs: dict[str, object]) -> str:
    """Write a call: keyword arguments by name, since their order has no meaning."""
    parts = [term(value, 1) for value in args]
    parts += [f"{name}={term(kwargs[name], 1)}" for name in sorted(kwargs)]
    return f"{callee}({', '.join(parts)})"


def _written(value: object, depth: int) -> str:
    cls = type(value)
    if cls in _ATOMS:
        return repr(value)
    if depth > _MOST_DEPTH:
        return "…"
    if cls is Injected:
        return str(value._within_path)  # type: ignore[attr-defined]
    if cls is list or cls is tuple or cls is set or cls is frozenset:
        items = [term(item, depth + 1) for item in list(value)[:_MOST_ITEMS]]  # type: ignore[call-overload]
        if cls is list:
            return f"[{', '.join(items)}]"
        if cls is tuple:
            return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
        return f"{'' if cls is set else 'frozenset'}{{{', '.join(sorted(items))}}}"
    if isinstance(value, dict):
        keys = [k for k in list(value)[:_MOST_ITEMS] if type(k) is not str or k != "__builtins__"]
        items = [f"{term(k, depth + 1)}: {term(value[k], depth + 1)}" for k in keys]
        return f"{{{', '.join(sorted(items))}}}"
    if isinstance(value, Enum):
        return f"{cls.__name__}.{value._name_}"
    if isinstance(value, type):
        return value.__qualname__
    if cls is FunctionType and "<locals>" in value.__qualname__:  # type: ignore[attr-defined]
        code = value.__code__  # type: ignore[attr-defined]
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        return f"<function of {', '.join(names) or 'nothing'}>"
    if isinstance(value, (FunctionType, BuiltinFunctionType)):
        parts = [part for part in value.__qualname__.split(".") if part not in _COMPREHENSIONS]
        return f"<{'.'.join(parts)}>"
    if isinstance(value, MethodType):
        return f"<{term(value.__self__, depth + 1)}.{value.__func__.__name__}>"
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, BaseException):
        return f"{cls.__name__}({', '.join(term(arg, depth + 1) for arg in value.args)})"
    return _object(value, depth)


def _object(value: object, depth: int) -> str:
    cls = type(value)
    world = STAGE.world
    own = world and world.objects.get(f"id:{id(value)}")
    if own:
        return str(own)
    if cls.__module__ == "builtins":
        text = repr(value)
        return f"<{cls.__name__}>" if " at 0x" in text else text
    if is_table(value):
        return written(value)
    if cls.__repr__ is not object.__repr__ and cls.__module__.partition(".")[0] in _PLAIN_REPR:
        return repr(value)
    try:
        fields = vars(value)
    except TypeError:
        return f"<{cls.__qualname__}>"
    if cls.__module__ == "logging" and "name" in fields:
        return f"<{cls.__qualname__} {fields['name']}>"  # what it has in store is its own affair
    items = [f"{name}={term(fields[name], depth + 1)}" for name in sorted(fields)[:_MOST_ITEMS]]
    return f"{cls.__qualname__}({', '.join(items)})"


#: Modules whose objects say what they are, without addresses.
_PLAIN_REPR = frozenset(
    (
        *("datetime", "decimal", "fractions", "pathlib", "re", "uuid", "collections"),
        *("ipaddress", "builtins"),
    )
)
