"""How does an option take the name of a part of swerve: an engine, a format?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from swerve.model.settings import Setting

if TYPE_CHECKING:
    _Choice = click.Choice[str]
else:
    _Choice = click.Choice


class PartName(_Choice):
    """One of the names that a setting takes, which are looked up when the option is used."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(())
        self._setting = setting

    @property
    def choices(self) -> tuple[str, ...]:
        """All names, also those of parts that packages add."""
        return self._setting.words

    @choices.setter
    def choices(self, choices: object) -> None:
        """Leave it to the registry."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name; for the default, nothing is looked up."""
        is_plain = value == self._setting.default
        return str(value) if is_plain else super().convert(value, param, ctx)
