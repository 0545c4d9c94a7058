"""Which distribution has to be installed for an import that fails?"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from swerve.model.pyproject import toml_from
from swerve.source.build.dependencies import normalised

#: Ends the names of generated clients: google.cloud.tasks_v2.
_VERSION = re.compile(r"_v\d\w*(?=\.|$)")
#: How a distribution may be called that holds a module, when the two are not called the same.
_SHAPES = ("python-{}", "{}-python", "py{}", "{}-py", "{}py", "django-{}", "flask-{}", "pytest-{}")
_IS_MACOS = sys.platform == "darwin"
#: Brings nothing by itself, like the packages among the namespaces.
_SHARED = "google"


@dataclass(frozen=True, slots=True)
class Install:
    """A distribution would bring the module."""

    #: As a package index calls it, or as the project writes it.
    distribution: str
    #: Whether it is well known or declared; else the name is derived from that of the module.
    is_sure: bool


@dataclass(frozen=True, slots=True)
class NotInstallable:
    """Nothing that could be installed here would bring the module."""

    #: The rest of a sentence that begins with the name of the module: "exists only on Windows".
    why: str


def distribution_of(module: str, declared: Iterable[str] = ()) -> Install | NotInstallable:
    """What to install for a missing import.

    `declared` are the names of what the project needs, which decide where several would do.
    """
    top = module.partition(".")[0]
    wanted = {normalised(name): name for name in declared}
    if why := _why_nowhere(top, wanted.values()):
        return NotInstallable(why)
    module = _VERSION.sub("", module)
    known = [name for prefix in _prefixes(module) for name in _distributions(prefix)]
    for name in (*known, *_likely(module)):
        if normalised(name) in wanted:
            return Install(wanted[normalised(name)], is_sure=True)
    same = top.replace("_", "-")
    if sure := [*_by_table(module), *([same] if top.lower() in _well_known("same") else [])]:
        return Install(sure[0], is_sure=True)
    if top in sys.stdlib_module_names or top in _well_known("standard"):
        return NotInstallable("is part of the standard library, but this Python does not have it")
    if parts := _parts_of(top, wanted):
        return Install(parts[0], is_sure=False)
    if _is_shared(module):
        return NotInstallable("is a name that many distributions share")
    if _is_shared(top):
        same = "-".join(module.split(".")[:2]).replace("_", "-")
    return Install(same, is_sure=False)


@cache
def _well_known(name: str) -> Mapping[str, str]:
    """A table of well_known.toml; in a list of words each word stands for itself."""
    found = _tables()[name]
    return found if isinstance(found, dict) else {word: word for word in str(found).split()}


@cache
def _tables() -> Mapping[str, object]:
    return toml_from(Path(__file__).with_name("well_known.toml").read_bytes())


def _is_shared(module: str) -> bool:
    """Whether a name is that of a namespace, which brings nothing by itself."""
    return module == _SHARED or module in _well_known("namespaces")


def _why_nowhere(top: str, declared: Iterable[str]) -> str:
    """Why a name means nothing here, whatever is installed; empty when it may mean something."""
    if not top:
        return "has no name"
    if top in _well_known("windows"):
        return "exists only on Windows"
    if top in _well_known("macos") and not _IS_MACOS:
        return "exists only on macOS"
    if top in _well_known("python-2") and top not in declared:
        now = _well_known("python-2")[top]
        return f"is a module of Python 2{f', now called `{now}`' if now else ''}"
    return ""


def _by_table(module: str) -> Iterator[str]:
    """The distributions of the longest name that something is known about come first."""
    for prefix in _prefixes(module):
        yield from _distributions(prefix)
        above, _, part = prefix.rpartition(".")
        if above in _well_known("namespaces") and not _is_shared(prefix):
            yield _well_known("namespaces")[above].format(part.replace("_", "-"))


def _distributions(module: str) -> list[str]:
    return _well_known("distributions").get(module, "").split()


def _parts_of(top: str, wanted: Mapping[str, str]) -> list[str]:
    """Declared parts of a namespace: without any of them installed, only its name is missed."""
    if top not in {name.partition(".")[0] for name in (_SHARED, *_well_known("namespaces"))}:
        return []
    return [wanted[name] for name in sorted(wanted) if name.startswith(f"{normalised(top)}-")]


def _prefixes(module: str) -> Iterator[str]:
    """ "a.b.c", "a.b", "a": the longest says most."""
    while module:
        yield module
        module = module.rpartition(".")[0]


def _likely(module: str) -> Iterator[str]:
    """Names to look for among the declared ones, best first."""
    yield from _prefixes(module)
    top = module.partition(".")[0].strip("_")
    for shape in _SHAPES:
        yield shape.format(top)
