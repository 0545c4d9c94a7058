"""What does a shell propose where an id of a witness, or a path, may stand?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_MOST = 50


def complete_ids(
    context: click.Context, parameter: click.Parameter, start: str
) -> list[CompletionItem]:
    """Ids of the latest runs."""
    from click.shell_completion import CompletionItem

    from swerve.witness.kept import known_ids  # takes a while to load

    return [CompletionItem(name) for name in known_ids(start)[:_MOST]]


def complete_ids_and_files(
    context: click.Context, parameter: click.Parameter, start: str
) -> list[CompletionItem]:
    """Ids of the latest runs; files where none starts so."""
    return complete_ids(context, parameter, start) or complete_files(context, parameter, start)


def complete_files(
    context: click.Context, parameter: click.Parameter, start: str
) -> list[CompletionItem]:
    """Files and folders, which the shell knows best."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(start, type="file")]
