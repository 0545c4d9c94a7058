"""Which value stands at a path that leads nowhere?

An abstract class is chosen first, by what is known about the place; then a concrete value of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from ..core.jobs import OBJECT, TABLE
from ._injected import Injected, injected_at, plain, state_of, term
from ._world import Fact, World
from .tables import Spec, is_recognised, made, read_spec, spec_for

#: Where elements are of no known class: mostly objects, which become what they are used as.
_ELEMENTS = ("object", "int", "str")
_ELEMENT_WEIGHTS = (0.9, 0.05, 0.05)
_SIZES = (1, 2, 3, 4)
_SIZE_WEIGHTS = (3.0, 3.0, 1.5, 0.5)
_LONGER = 0.3
#: How likely a key is there that somebody asks for first; how likely an object counts as true.
_PRESENT = 0.6
_TRUE = 0.75
#: How likely the keys of a dictionary are in the order in which they are made up.
_IN_ORDER = 0.6
#: How likely what is computed with beside an array is one number.
_ONE_NUMBER = 0.5
#: Deeper structures end in objects.
_MOST_DEPTH = 4


class Values(World):
    """A world that makes up values."""

    #: Makes an object of a class that the file has, by its name, path and kind, or nothing.
    instance_of: Callable[[str, str, str], object] | None = None
    #: Makes an object of a class that a place is called like, by its path and kind, or nothing.
    instance_like: Callable[[str, str], object] | None = None

    def value_at(self, path: str, kind: str, depth: int = 0) -> Any:
        """The value at a path; the same one every time it is asked for."""
        if path in self.values:
            return self.values[path]
        if path in self.pins:
            return self._pinned(path, kind)
        fact = self.facts.of(kind)
        chosen = "object"
        if fact.classes and not self.is_redrawn(path, kind):
            names = [name for name, _ in fact.classes]
            chosen = names[self.choose(path, [weight for _, weight in fact.classes])]
        if self.is_likely and chosen in _SETTLED_LATER:
            chosen = "object"
        value = self._made(chosen, path, kind, fact, depth)
        self.values[path] = value
        self.kinds[path] = kind
        if value is None and kind in self.facts.guarded:
            self.is_none_meant = True
        if type(value) is not Injected:
            text = term(value)
            self.show(path, f"a {type(value).__name__}" if text == path else text)
        return value

    def _pinned(self, path: str, kind: str) -> object:
        """What somebody has settled before."""
        if self.pins[path].startswith(TABLE):
            self.values[path] = value = self._table(path, kind, read_spec(self.pins[path]))
            return value
        made = injected_at(path, kind)
        state = state_of(made)
        is_object = self.pins[path].startswith(OBJECT)
        is_plain = (
            state.has_value and not is_object and (state.value is None or self._is_settled(kind))
        )
        value = self.values[path] = state.value if is_plain else made
        return value

    def _is_settled(self, kind: str) -> bool:
        """Whether a place holds plain values, whatever is done with them."""
        classes = self.facts.of(kind).classes
        return bool(classes) and all(name in _SETTLED_LATER for name, _ in classes)

    def pinned(self) -> dict[str, str]:
        """What is at each path, for another run."""
        taken = {path: state.value for path, state in self.states.items() if state.has_value}
        pins = {path: value for path, value in {**self.values, **taken}.items() if _is_told(value)}
        told = {
            path: ""
            if type(value) is Injected
            else f"{OBJECT if path in taken and value is not None else ''}{term(value)}"
            for path, value in pins.items()
        }
        return {**told, **self.tables}

    def as_operand(self, injected: Injected) -> Any:
        """What an object is from now on that is computed with beside arrays: one, or a number.

        However it is used: the other side may use it in another way.
        """
        path = injected._within_path
        fact = self.facts.of(injected._within_kind)
        is_number = bool(fact.classes) and all(name in _NUMERIC for name, _ in fact.classes)
        if not fact.is_array and (is_number or self.is_so(f"{path} is one number", _ONE_NUMBER)):
            return self.as_role(injected, float)
        made_up = self.as_table(injected)
        return self.as_role(injected, float) if made_up is None else made_up

    def as_table(self, injected: Injected, form: str = "") -> Any:
        """The array or table that an object is from now on; nothing where none can be made."""
        state = state_of(injected)
        if state.has_value:
            return state.value
        path, kind = injected._within_path, injected._within_kind
        spec = spec_for(self, path, kind, form)
        if spec is None:
            return None
        value = self._table(path, kind, spec)
        state.take(value)
        return value

    def as_pinned_table(self, injected: Injected, text: str) -> None:
        """Let an object be the table that it was in another run."""
        path, kind = injected._within_path, injected._within_kind
        state_of(injected).take(self._table(path, kind, read_spec(text)))

    def _table(self, path: str, kind: str, spec: Spec) -> Any:
        value = made(self, path, kind, spec)
        self._keep(value, path)
        self.show(path, term(value))
        return value

    def as_role(self, injected: Injected, role: type) -> Any:
        """The value an object has from now on, since it is used as one of this type."""
        state = state_of(injected)
        if state.has_value:
            return state.value
        path, kind = injected._within_path, injected._within_kind
        truth = self.is_true(injected)
        value: Any
        if self.is_likely:
            value = self._predicted(path, kind, role, truth)
            if value is not None:
                state.take(value)
                self.show(path, term(value))
                return value
        if role in _SCALAR_TYPES:
            keep = bool if truth else _is_false
            if truth and self.is_likely and role in (int, float):
                keep = _is_positive
            value = self.scalar(role, path, kind, keep)
            if role in state.excluded:  # it can be written as one, and is none
                return value
            self.show(path, term(value))
        elif role is bool:
            value = truth
        elif issubclass(role, Enum):
            members = list(role)
            value = members[self.choose(f"{path} is a {role.__name__}", [1.0] * len(members))]
            self.show(path, term(value))
        else:
            value = role()
            if truth:
                value = self._filled(role, path, kind, self.facts.of(kind), 1)
            self._keep(value, path)
        state.take(value)
        return value

    def word_of(self, injected: Injected) -> str:
        """The text that an object is, or would be: two objects are equal if these are."""
        state = state_of(injected)
        if state.has_value and type(state.value) is str:
            return state.value
        keep = bool if self.is_true(injected) else _is_false
        return str(self.scalar(str, injected._within_path, injected._within_kind, keep))

    def _predicted(self, path: str, kind: str, role: type, truth: bool) -> Any:
        """A value of the likeliest class that can be used as one of a type, or None."""
        fitting = _FITTING_CLASSES.get(role, frozenset())
        fact = self.facts.of(kind)
        classes = [
            (name, weight)
            for name, weight in fact.classes
            if name in fitting
            and (name in _FALSE) is not truth
            and _TYPES.get(name) not in state_of(injected_at(path, kind)).excluded
        ]
        if not classes:
            return None
        name = classes[self.choose(path, [weight for _, weight in classes])][0]
        return self._made(name, path, kind, fact, 1)

    def is_true(self, injected: Injected) -> bool:
        """Whether an object counts as true, as long as nothing else is known."""
        state = state_of(injected)
        if state.truth is None:
            path = injected._within_path
            opposite, is_exact = self.opposites.get(path, ("", False))
            if opposite and (is_exact or opposite in self.objects):
                other = injected_at(opposite, opposite)
                if is_exact or state_of(other).truth:
                    state.truth = not self.is_true(other)
                    return state.truth
            fact = self.facts.of(injected._within_kind)
            state.truth = self.is_so(f"{path} is true", _TRUE if fact.truth is None else fact.truth)
            self.show(path, "something true" if state.truth else "something false")
            if fact.classes and all(name in _BOOLEANS for name, _ in fact.classes):
                state.take(state.truth)
        return state.truth

    def is_present(self, path: str, key: object) -> bool:
        """Whether a mapping has a key that somebody asks for."""
        return self.is_so(f"{term(key)} in {path}", _PRESENT)

    def is_found(self, path: str, key: object) -> bool:
        """The same where it is taken at once; in a run that is to fail, it is not there."""
        if self.fails:
            self.fails = False
            self.prefer(f"{term(key)} in {path}", 0)
        return self.is_present(path, key)

    def lacking(self, path: str, key: object, names: Sequence[str]) -> LookupError:
        """What is raised where nothing is behind a key, as the code expects it."""
        option = self.choose(f"{path} lacks {term(key)} with", [1.0] * len(names)) if names else 0
        is_end = bool(names) and names[option] == "IndexError"
        error = IndexError("list index out of range") if is_end else KeyError(key)
        self.external.append(error)
        return error

    def item_at(self, injected: Injected, key: object) -> Any:
        """What is behind a key of something that is no container yet."""
        path, kind = injected._within_path, injected._within_kind
        inner = f"[{term(key)}]"
        has_own = type(key) in (str, int) and self.facts.of(kind + inner).classes
        return self.value_at(path + inner, kind + (inner if has_own else "[]"))

    def _made(self, chosen: str, path: str, kind: str, fact: Fact, depth: int) -> Any:
        if chosen == "none":
            return None
        if chosen in ("true", "false"):
            return chosen == "true"
        if chosen == "bool":
            return self.is_so(f"{path} is true", 0.5)
        scalar = _SCALARS.get(chosen)
        if scalar is not None:
            return self.scalar(scalar[0], path, kind, scalar[1])
        container = _CONTAINERS.get(chosen)
        if container is not None and depth < _MOST_DEPTH:
            build, is_empty = container
            is_empty = is_empty and not fact.sizes
            value = build() if is_empty else self._filled(build, path, kind, fact, depth)
            self._keep(value, path)
            return value
        return self._object(path, kind, fact)

    def filled(self, build: type, path: str, kind: str = "") -> Any:
        """A container of a type with something in it, at a path."""
        kind = kind or path
        value = self._filled(build, path, kind, self.facts.of(kind), 1)
        self._keep(value, path)
        self.show(path, term(value))
        return value

    def _keep(self, container: object, path: str) -> None:
        self.containers[id(container)] = path, term(container), container

    def _object(self, path: str, kind: str, fact: Fact) -> object:
        if fact.typed and self.instance_of is not None:
            name = fact.typed[self.choose(f"{path} is a", [1.0] * len(fact.typed))]
            made = self.instance_of(name, path, kind)
            if made is not None:
                return made
        elif (
            self.instance_like is not None and (made := self.instance_like(path, kind)) is not None
        ):
            return made
        if self.libraries and (fact.is_array or is_recognised(self, kind)):
            spec = spec_for(self, path, kind)
            if spec is not None:
                return self._table(path, kind, spec)
        return injected_at(path, kind)

    def _filled(
        self, build: Callable[..., Any], path: str, kind: str, fact: Fact, depth: int
    ) -> Any:
        if build is dict:
            return self._dictionary(path, kind, fact, depth)
        sizes = self.sizes_of(kind)
        longer = len(sizes) - len(_SIZES)
        weights = [1.0] * len(fact.sizes) or [*_SIZE_WEIGHTS, *[_LONGER] * longer]
        size = sizes[self.choose(f"{path} has size", weights)]
        items = [
            self._element(f"{path}[{number}]", self._part_kind(kind, number), path, depth)
            for number in range(size)
        ]
        if build is set:
            items = [item for item in items if _can_be_hashed(item)]
        return build(items)

    def _part_kind(self, kind: str, number: int) -> str:
        """The kind of an element: its position, where the code tells positions apart."""
        own = f"{kind}[{number}]"
        return own if self.facts.of(own).classes else f"{kind}[]"

    def sizes_of(self, kind: str) -> Sequence[int]:
        """How many items a container may have, in the order in which they are counted."""
        fact = self.facts.of(kind)
        longer = [size for each in fact.lengths for size in (each, each + 1) if size > max(_SIZES)]
        return fact.sizes or (*_SIZES, *longer)

    def _element(self, path: str, kind: str, of: str, depth: int) -> Any:
        """One element: what is known of it, or one class for all elements of a container."""
        if self.facts.of(kind).classes or path in self.values:
            return self.value_at(path, kind, depth + 1)
        chosen = _ELEMENTS[self.choose(f"{of} has elements", _ELEMENT_WEIGHTS)]
        value = self._made(chosen, path, kind, self.facts.of(kind), depth + 1)
        self.values[path] = value
        return value

    def _dictionary(self, path: str, kind: str, fact: Fact, depth: int) -> dict[Any, Any]:
        made: dict[Any, Any] = {}
        for key, is_asked in fact.keys:
            if is_asked and not self.is_present(path, key):
                continue
            inner = f"[{key!r}]"
            has_own = type(key) is str and self.facts.of(kind + inner).classes
            made[key] = self.value_at(path + inner, kind + (inner if has_own else "[]"), depth + 1)
        for key in self._keys_elsewhere(fact, depth):
            if key not in made and self.is_present(path, key):
                made[key] = self.value_at(f"{path}[{term(key)}]", f"{kind}[]", depth + 1)
        if not fact.keys:
            size = _SIZES[self.choose(f"{path} has size", _SIZE_WEIGHTS)]
            for number in range(size):
                key = self._made_key(f"{path}{{{number}}}", f"{kind}{{}}")
                if key not in made:
                    made[key] = self._element(f"{path}[{key!r}]", f"{kind}[]", path, depth)
        if len(made) > 1 and not self.is_so(f"{path} is in order", _IN_ORDER):
            made = dict(reversed(made.items()))
        return made

    def _keys_elsewhere(self, fact: Fact, depth: int) -> list[Any]:
        """Keys that are the values of other places."""
        places = [(each.replace("[]", "[0]"), each) for each in fact.key_paths]
        found = [self.value_at(path, kind, depth + 1) for path, kind in places]
        return [plain(key) for key in found if _can_be_hashed(plain(key))]

    def _made_key(self, path: str, kind: str) -> Any:
        if self.facts.of(kind).classes:
            key = self.value_at(path, kind, _MOST_DEPTH)
            if type(key) is not Injected and _can_be_hashed(key):
                return key
        return self.scalar(str, path, kind)


def _is_told(value: object) -> bool:
    """Whether a value can be told to another run: objects, and what Python writes as it is."""
    if type(value) in (list, tuple):
        return all(type(each) in (bool, int, float, str, bytes) for each in value)  # type: ignore[attr-defined]
    return value is None or type(value) in (bool, int, float, str, bytes, Injected)


def _can_be_hashed(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _is_false(value: object) -> bool:
    return not value


def _is_negative(value: Any) -> bool:
    return bool(value < 0)


def _is_positive(value: Any) -> bool:
    return bool(value > 0)


_SCALAR_TYPES = frozenset((int, float, str, bytes))
_SCALARS: dict[str, tuple[type, Any]] = {
    "int": (int, None),
    "negative int": (int, _is_negative),
    "zero int": (int, _is_false),
    "positive int": (int, _is_positive),
    "float": (float, None),
    "negative float": (float, _is_negative),
    "zero float": (float, _is_false),
    "positive float": (float, _is_positive),
    "str": (str, None),
    "empty string": (str, _is_false),
    "string": (str, bool),
    "bytes": (bytes, None),
}
_CONTAINERS: dict[str, tuple[Any, bool]] = {
    "empty list": (list, True),
    "list": (list, False),
    "empty tuple": (tuple, True),
    "tuple": (tuple, False),
    "empty set": (set, True),
    "set": (set, False),
    "empty dict": (dict, True),
    "dict": (dict, False),
}
_TYPES: dict[str, type] = {
    name: made for name, (made, _) in (*_SCALARS.items(), *_CONTAINERS.items())
}
#: In the likeliest world an object is of these classes only once it is used as one of them.
_SETTLED_LATER = frozenset((*_SCALARS, *_CONTAINERS, "none", "bool", "true", "false"))
_BOOLEANS = frozenset(("bool", "true", "false"))
_FALSE = frozenset(name for name in _SETTLED_LATER if name.startswith(("empty", "zero")))
_NUMERIC = frozenset(name for name in _SCALARS if name.endswith(("int", "float")))
_TEXTS = frozenset(("str", "string", "empty string"))
#: What can be used as one of a type: everything can be written, whatever has items has a length.
_FITTING_CLASSES: dict[type, frozenset[str]] = {
    int: frozenset(name for name in _NUMERIC if name.endswith("int")),
    float: _NUMERIC,
    str: _NUMERIC | _TEXTS | {"bytes"},
    list: frozenset(_CONTAINERS) | _TEXTS,
    dict: frozenset(("dict", "empty dict")),
    tuple: frozenset(("tuple", "empty tuple")),
    set: frozenset(("set", "empty set")),
}
