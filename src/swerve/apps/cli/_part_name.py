"""How does an option take the name of a part of swerve: an engine, a format?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from swerve.model.registry import Registry

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    _Choice = click.Choice[str]
else:
    _Choice = click.Choice


class PartName(_Choice):
    """One of the names in a registry; those that packages add are looked up when it matters."""

    def __init__(self, registry: Registry[Any]) -> None:
        super().__init__(tuple(registry.own))
        self._registry = registry
        self.name = registry.noun

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, if there is such a part."""
        if value not in self.choices:
            self.choices = self._registry.names()
        return super().convert(value, param, ctx)

    def get_metavar(self, param: click.Parameter, *ctx: Any) -> str | None:
        """All names, for the help."""
        self.choices = self._registry.names()
        return super().get_metavar(param, *ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that go on from what is there."""
        self.choices = self._registry.names()
        return super().shell_complete(ctx, param, incomplete)
