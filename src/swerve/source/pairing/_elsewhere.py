"""What is in files of the project that are no part of a change?"""

from __future__ import annotations

import os
import sys
from functools import cached_property
from pathlib import Path

from swerve.model import Module
from swerve.model.errors import SwerveError
from swerve.source._differing import InGit
from swerve.source._listing import Given, Listing, list_tree, read_objects
from swerve.source._raw import TreeSource
from swerve.source._selection import DEFAULT_MAX_BYTES
from swerve.source.disk import Content, read_file
from swerve.source.syntax import ModuleFacts, Unreadable, facts_of, file_of_module, read_source


class Elsewhere:
    """One side of a change: its files, read when somebody asks for them."""

    def __init__(self, source: TreeSource | None, known: dict[str, ModuleFacts]) -> None:
        self._source = source
        self._known = known
        #: By path, with those of the change.
        self._facts: dict[str, ModuleFacts | None] = dict(known)

    def file_of(self, module: str) -> str | None:
        """The file of a module, if it is one of the project."""
        is_library = module.partition(".")[0] in sys.stdlib_module_names
        if is_library and not module.startswith("."):
            return None
        return file_of_module(self._facts, module) or file_of_module(self._python, module)

    @property
    def top(self) -> Path:
        """The folder that paths start from; the current one where there is none."""
        return self._listing.top

    @cached_property
    def paths(self) -> frozenset[str]:
        """All Python files."""
        return frozenset([*self._python, *self._known])

    def facts(self, path: str) -> ModuleFacts | None:
        """What is in a file; `None` where it is not there or cannot be read."""
        if path not in self._facts:
            data = self._data(path)
            text = None if data is None else read_source(data)
            found = facts_of(Module(path, text)) if isinstance(text, str) else None
            self._facts[path] = None if isinstance(found, Unreadable) else found
        return self._facts[path]

    def module(self, name: str) -> ModuleFacts | None:
        """What is in a module of the project."""
        path = self.file_of(name)
        return self.facts(path) if path else None

    @cached_property
    def _python(self) -> dict[str, None]:
        return dict.fromkeys(path for path in self._listing.places if path.endswith(".py"))

    @cached_property
    def _listing(self) -> Listing:
        nothing = Listing(Path(), {})
        try:
            return nothing if self._source is None else list_tree(self._source)
        except SwerveError:
            return nothing

    def _data(self, path: str) -> bytes | None:
        place, top = self._listing.places.get(path), self._listing.top
        if place is None:
            return None
        if isinstance(place, Given):
            return place.data
        if isinstance(place, InGit):
            _, stored = next(read_objects(top, [place.oid], DEFAULT_MAX_BYTES))
            return None if stored is None or place.is_link else stored.data
        loaded = read_file(os.path.join(top, path), DEFAULT_MAX_BYTES)
        return loaded.data if isinstance(loaded, Content) else None
