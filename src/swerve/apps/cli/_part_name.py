"""How does an option take the name of a part of swerve: an engine, a format?"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from swerve.model.registry import Registry

if TYPE_CHECKING:
    _Choice = click.Choice[str]
else:
    _Choice = click.Choice


class PartName(_Choice):
    """One of the names in a registry, which are looked up when the option is used."""

    def __init__(self, registry: Registry[Any], names: Callable[[], tuple[str, ...]]) -> None:
        super().__init__(())
        self._registry = registry
        self._names = names
        self.name = registry.noun

    @property
    def choices(self) -> tuple[str, ...]:
        """All names, also those of parts that packages add."""
        return self._names()

    @choices.setter
    def choices(self, choices: object) -> None:
        """Leave it to the registry."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name; for one of ours, no package is looked at."""
        is_plain = self._names == self._registry.names and value in self._registry.own
        return str(value) if is_plain else super().convert(value, param, ctx)
