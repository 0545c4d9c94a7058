"""Which parts does swerve have: its own, and those that packages installed beside it add?

A package adds a part by an entry point, whose group says what kind of part it is. Only packages of
the environment that swerve itself runs in are asked. What a checkout says about itself does not
count, nor does a package whose code is in a checkout, as after `pip install -e`: to import it would
run the code that is checked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .errors import BadPlugin

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_Part = TypeVar("_Part")
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
#: The tables of swerve's own parts, in rooms that are above this one.
_TABLES = (
    *("swerve.check.order:ENGINES", "swerve.tell.formats:FORMATS"),
    "swerve.observe.comparison:RULES",
)


@dataclass(frozen=True, slots=True)
class Registry(Generic[_Part]):
    """All parts of one kind, by name. A part is loaded when it is used."""

    #: The group of the entry points.
    group: str
    #: What one part is called.
    noun: str
    #: Those of swerve: the part itself, or `module:attribute`.
    own: Mapping[str, _Part | str]
    #: Whether what an entry point leads to is such a part.
    accepts: Callable[[object], bool] = callable

    def names(self) -> tuple[str, ...]:
        """All names, swerve's own first."""
        return (*self.own, *sorted(_added(self.group).keys() - self.own.keys()))

    def added(self) -> dict[str, str]:
        """Name -> package, of the parts that packages add; `BadPlugin` where two have one name."""
        return {name: _package(self._entry(name)) for name in sorted(_added(self.group))}

    def __contains__(self, name: str) -> bool:
        """Whether there is a part of that name."""
        return name in self.own or name in _added(self.group)

    def load(self, name: str) -> _Part:
        """The part of a name that is known; `BadPlugin` if a package is at fault."""
        if name in self.own and name not in _added(self.group):
            own = self.own[name]
            return _attribute(own) if isinstance(own, str) else own
        entry = self._entry(name)
        if not _is_installed(entry.module):
            raise BadPlugin(
                f"The {self.noun} `{name}` of {_package(entry)} is not loaded: its code is not in "
                "swerve's own environment.",
                f"Install the package there, without `-e`, or remove it: {_folders()[0]}",
            )
        with self.blaming(name):
            part: Any = _attribute(entry.value.partition("[")[0].strip())
            if not self.accepts(part):
                raise TypeError(f"{entry.value} is not a valid {self.noun}")
        return part  # type: ignore[no-any-return]

    @contextmanager
    def blaming(self, name: str) -> Iterator[None]:
        """Report what fails in here as the fault of the package that adds the part."""
        try:
            yield
        except (Exception, SystemExit) as error:
            if name in self.own:
                raise
            said = " ".join(str(error).split())[:200]
            raise BadPlugin(
                f"The {self.noun} `{name}` of {_package(self._entry(name))} failed: "
                f"{type(error).__name__}: {said}",
                "Upgrade or remove the package, or report it to its authors.",
            ) from error

    def _entry(self, name: str) -> EntryPoint:
        """The entry point of a name, which must be the only claim to it."""
        entries = _added(self.group)[name]
        packages = sorted({_package(each) for each in entries})
        if name in self.own:
            packages.insert(0, "swerve")
        if len(packages) > 1 or not _NAME.fullmatch(name):
            why = f"is claimed by {' and '.join(packages)}"
            if len(packages) == 1:
                why = f"of {packages[0]} is not a valid name"
            raise BadPlugin(
                f"The {self.noun} name `{name}` {why}.",
                "Remove the package, or have it choose another name: lower-case letters, digits, "
                "`-` and `_`.",
            )
        return entries[0]


def added_parts() -> Iterator[tuple[str, str, str]]:
    """All parts that packages add: what it is, its name, the package."""
    for place in _TABLES:
        table: Registry[Any] = _attribute(place)
        for name, package in table.added().items():
            yield table.noun, name, package


def known_names(place: str) -> tuple[str, ...]:
    """The names in a table, or those that a function gives, for rooms below the one that has it."""
    found = _attribute(place)
    names: tuple[str, ...] = found.names() if isinstance(found, Registry) else found()
    return names


def _attribute(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "a package"


@cache
def _added(group: str) -> dict[str, list[EntryPoint]]:
    """Name -> the entry points of that name, in swerve's own environment."""
    from importlib.metadata import distributions  # takes a while to load

    found: dict[str, list[EntryPoint]] = {}
    for distribution in distributions(path=list(_folders())):
        for entry in distribution.entry_points:
            if entry.group == group and entry not in found.setdefault(entry.name, []):
                found[entry.name].append(entry)
    return {name: entries for name, entries in found.items() if entries}


@cache
def _folders() -> tuple[str, ...]:
    """Where the environment has its packages, and where swerve itself is."""
    import sysconfig  # takes a while to load

    paths = sysconfig.get_paths()
    own = os.path.abspath(__file__)
    for _ in ("registry", "model", "swerve"):
        own = os.path.dirname(own)
    return tuple(dict.fromkeys(map(os.path.realpath, (paths["purelib"], paths["platlib"], own))))


def _is_installed(module: str) -> bool:
    """Whether a module is in one of those folders; nothing of it is run."""
    from importlib.util import find_spec

    try:
        spec = find_spec(module.partition(".")[0])
    except ValueError:  # a name of the process itself
        return False
    if spec is None:
        return True  # to import it says so
    places = [spec.origin] if spec.origin else [*(spec.submodule_search_locations or ())]
    return all(
        any(os.path.realpath(place).startswith(folder + os.sep) for folder in _folders())
        for place in places
    )
