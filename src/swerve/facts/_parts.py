"""What is a part of a value, and what is a call, to the rules that say what it does?"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ._recording import Notes
from .library import CALLS_WITH_ITEMS, type_word_of
from .seen import NOTHING, FlowValue, merged
from .usage import Kind, Usages, remember_name

#: A table that is written out has more rows than a record has fields.
_MOST_POSITIONS = 8
#: Signs that somebody takes items of a value without saying which.
_ANY_ITEM = frozenset({"[at]", "[]", "[str]", "[key]", "[,]", "[:]", "[]=", "del[]"})


class Parts:
    """Names the parts of values by the paths that lead to them."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        #: Paths that an earlier reading found to be mappings.
        self.mappings: frozenset[str] = frozenset()
        #: Paths that an earlier reading found to be taken apart, with the positions in use.
        self.positions: Mapping[str, tuple[int, ...]] = {}

    def of(self, base: FlowValue, *, keys: bool = False) -> FlowValue:
        """Some part of a value, without a note about it."""
        if base.element is not None:
            return base.element
        if base.parts:
            found = base.parts[0]
            for part in base.parts[1:]:
                found = merged(found, part)
            return found
        if keys and any(path in self.mappings for path in base.paths):
            return FlowValue(self.notes.reached(base, "{}", Kind.ITEM))
        found = FlowValue(self.notes.reached(base, "[]", Kind.ITEM))
        for position in sorted({at for path in base.paths for at in self.positions.get(path, ())}):
            found = merged(found, self._there(base, position))
        return found

    def element(self, base: FlowValue) -> FlowValue:
        """What iterating over a value gives."""
        for usage in self.notes.of(base):
            usage.iterated = True
        return self.of(base, keys=True)

    def member(self, base: FlowValue, name: str, *, called: bool, fits: bool = True) -> FlowValue:
        """An attribute of a value, read or about to be called."""
        asked = self.notes.expects("AttributeError")
        for usage in self.notes.of(base):
            (usage.methods if called else usage.attributes).add(name if fits else f"{name}*")
            if asked:
                usage.asked_attributes.add(name)
        origin = f"{base.origin}.{name}" if base.origin and base.subject is None else ""
        paths = self.notes.reached(base, f".{name}", Kind.ATTRIBUTE, name)
        word = type_word_of(origin) if origin else ""
        for path in paths if word else ():
            remember_name(self.notes.usages.at(path).annotations, word)
        return FlowValue(paths, origin=origin)

    def at(self, base: FlowValue, position: int) -> FlowValue:
        """What a constant number picks."""
        if -len(base.parts) <= position < len(base.parts):
            return base.parts[position]
        if base.element is None and any(
            position in self.positions.get(path, ()) for path in base.paths
        ):
            return self._there(base, position)
        return self.of(base)

    def unpacked(self, base: FlowValue, targets: Sequence[tuple[str, bool]]) -> list[FlowValue]:
        """What each target gets, by its name and whether it takes all that is left."""
        starred = any(is_rest for _, is_rest in targets)
        for usage in self.notes.of(base):
            usage.unpacked.add(len(targets) - starred)
        if len(base.parts) == len(targets) and not starred:
            return list(base.parts)
        found = []
        has_place = base.element is None and not base.parts
        for position, (name, is_rest) in enumerate(targets):
            has_place = has_place and not is_rest and position < _MOST_POSITIONS
            found.append(self._there(base, position, name) if has_place else self.of(base))
        return found

    def _there(self, base: FlowValue, position: int, name: str = "") -> FlowValue:
        self.notes.reached(base, "[]", Kind.ITEM)  # other positions may be asked for elsewhere
        return FlowValue(self.notes.reached(base, f"[{position}]", Kind.ITEM, name))


def positions_in(draft: Usages) -> dict[str, tuple[int, ...]]:
    """The values that are records, and which of their positions are spoken of."""
    found: dict[str, tuple[int, ...]] = {}
    for path, usage in draft.paths.items():
        places = {key for key in usage.keys if type(key) is int and 0 <= key < _MOST_POSITIONS}
        if usage.unpacked:
            places.update(range(min(max(usage.unpacked), _MOST_POSITIONS)))
        elif usage.iterated or usage.operators & _ANY_ITEM or path.endswith(".args"):
            continue  # a list; the arguments of an exception are one too
        if places:
            found[path] = tuple(sorted(places))
    return found


@dataclass(frozen=True, slots=True)
class Call:
    """A call whose parts have been read."""

    node: ast.Call
    #: What the method is called on, and its name; empty for plain functions.
    base: FlowValue
    method: str
    callee: FlowValue
    arguments: list[FlowValue]
    keywords: dict[str, FlowValue]

    @property
    def name(self) -> str:
        """Dotted name of the function, where it is known."""
        return self.callee.origin if self.callee.subject is None else ""

    def argument(self, position: int) -> FlowValue:
        """A positional argument, or nothing."""
        return self.arguments[position] if position < len(self.arguments) else NOTHING

    def word(self, position: int) -> str | None:
        """A constant string argument."""
        seen = self.argument(position)
        if len(seen.constants) == 1 and not seen.paths and isinstance(seen.constants[0], str):
            return seen.constants[0]
        return None

    def given_to_lambdas(self, parts: Parts) -> tuple[FlowValue, ...]:
        """What functions among the arguments will be called with."""
        if self.method == "sort":
            return (parts.of(self.base),)
        if self.name in ("sorted", "min", "max") and self.arguments:
            return (parts.of(self.arguments[0]),)
        if self.name in CALLS_WITH_ITEMS:
            return tuple(
                parts.element(seen)
                for seen, node in zip(self.arguments, self.node.args, strict=True)
                if not isinstance(node, ast.Lambda)
            )
        return ()
