"""What would help against an import that fails?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from swerve.run.project._distributions import Install, NotInstallable, distribution_of
from swerve.run.project._own_modules import Ownership, is_called, ownership, place_in


@dataclass(frozen=True, slots=True)
class Own:
    """The module is a part of the project: it has to be built, or found in another folder."""

    module: str
    #: A file in the tree that goes by the name and lies in no import root; mostly empty.
    file: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """The module lies beside the file or package that was given: the folder above has it."""

    module: str


Remedy: TypeAlias = Install | Own | Beside | NotInstallable


def remedy_for(
    module: str,
    *,
    roots: Iterable[Path],
    trees: Iterable[Path],
    beside: Iterable[Path],
    declared: Iterable[str],
) -> Remedy:
    """What would bring a module, by its whole name. The project's own is never to be installed."""
    if not module:
        return NotInstallable("has no name")
    places = tuple(roots)
    inside = {ownership(root, module) for root in places}
    around = {ownership(folder, module) for folder in beside}
    if Ownership.YES in around:
        return Beside(module)
    if Ownership.YES in inside or any(is_called(root, module) for root in places):
        return Own(module)
    remedy = distribution_of(module, declared)
    if not isinstance(remedy, Install) or remedy.is_sure:
        return remedy
    if Ownership.PERHAPS in around:
        return Beside(module)
    if Ownership.PERHAPS in inside:
        return Own(module)
    file = next(filter(None, (place_in(tree, module) for tree in trees)), "")
    return Own(module, file) if file else remedy
