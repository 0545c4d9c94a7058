"""`swerve mcp`: a server for coding agents."""

from __future__ import annotations

from pathlib import Path

import click

from swerve.model.errors import PathMissing


@click.command()
@click.option(
    "--root",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder that the server is confined to.  [default: the current one]",
)
def mcp(root: Path | None) -> int:
    """Serve coding agents over the Model Context Protocol, on standard input and output.

    Tools: check a change, explain a witness, write a test for it, approve it. Agents start this
    command themselves: see docs/agents.md. Needs `pip install 'swerve[mcp]'`.
    """
    from swerve.apps.cli._checking import current_folder
    from swerve.apps.mcp import serve

    folder = current_folder() if root is None else root
    if not folder.is_dir():
        raise PathMissing(f"There is no folder `{folder}`.", "Check the path.")
    serve(folder)
    return 0
