"""What do the versions of a function say about all they read?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from types import MappingProxyType

from swerve.source.syntax import Scope

from ._declared import add_declared, add_documented, own_shape, receiver_of
from ._parts import positions_in
from ._recording import Notes
from ._statements import Statements
from ._surroundings import surroundings_of
from .annotations import classes_of_annotation
from .classes import CoarseClass
from .locating import Located, Version, located
from .seen import FlowValue
from .usage import Usage, Usages

_MAPPING_METHODS = frozenset({"items", "keys", "values", "setdefault"})


def usages_of(versions: Sequence[Version]) -> Usages:
    """Read all versions of a function into one record.

    A version that does not parse, or does not have the function, is skipped. Code nested too
    deeply to follow is read as far as it goes. Whoever asks again gets a copy.
    """
    return _read(tuple(versions)).copied()


@lru_cache(maxsize=128)
def _read(versions: tuple[Version, ...]) -> Usages:
    places = tuple(located(version) for version in versions)
    usages = Usages(versions=versions, located=places)
    readings = [
        _Reading(index, version, place)
        for index, (version, place) in enumerate(zip(versions, places, strict=True))
        if place is not None
    ]
    readings.reverse()  # the order of sites is the new version's
    draft = Usages()
    ends = [reading.into(draft, {}) for reading in readings]
    mappings = frozenset(path for path, usage in draft.paths.items() if _is_mapping(usage))
    positions = positions_in(draft)
    for reading, earlier in zip(readings, ends, strict=True):
        reading.into(usages, earlier, mappings, positions)
        reading.add_declared(usages)
    return usages


def _is_mapping(usage: Usage) -> bool:
    return bool(usage.methods & _MAPPING_METHODS or "[key]" in usage.operators) or any(
        CoarseClass.DICT in classes_of_annotation(text) for text in usage.annotations
    )


class _Reading:
    """One version, to be read twice."""

    def __init__(self, index: int, version: Version, place: Located) -> None:
        self._index = index
        self.file = surroundings_of(place)
        self._version = version
        self._place = place
        self._own = own_shape(place, self.file)
        #: A body that was cut out of its function reads parameters before it assigns to them.
        self._local = Scope(place.function, None).bound if place.function else frozenset()

    def into(
        self,
        usages: Usages,
        earlier: Mapping[int, dict[str, FlowValue]],
        mappings: frozenset[str] = frozenset(),
        positions: Mapping[str, tuple[int, ...]] = MappingProxyType({}),
    ) -> Mapping[int, dict[str, FlowValue]]:
        """Note down what the version says; give what names stood for at the ends of blocks."""
        notes = Notes(usages, self._index)
        statements = Statements(notes, self._version, self.file, earlier)
        statements.parts.mappings, statements.parts.positions = mappings, positions
        statements.local = set(self._local)
        statements.own, statements.receiver = self._own, receiver_of(self._place)
        with suppress(RecursionError):
            if self._place.function is None:
                statements.module(self._place.module)
            else:
                statements.function(self._place.function, nested=False)
        notes.close()
        return statements.ends

    def add_declared(self, usages: Usages) -> None:
        """Add what docstrings and declarations say."""
        add_documented(self._place, self._version, usages)
        add_declared(self._place, self._version, self.file, usages)
