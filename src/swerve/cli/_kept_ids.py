"""Which ids of witnesses does a shell propose?"""

from __future__ import annotations

import click

_MOST = 50


def complete_ids(context: click.Context, parameter: click.Parameter, start: str) -> list[str]:
    """Those of the latest runs."""
    from swerve.kept import known_ids  # takes a while to load

    return known_ids(start)[:_MOST]
