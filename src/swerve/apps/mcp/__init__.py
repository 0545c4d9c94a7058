"""`swerve mcp`: a server for coding agents that must show what their edits do to behaviour."""

from __future__ import annotations

from pathlib import Path

from swerve.model.errors import ExtraMissing


def serve(root: Path) -> None:
    """Answer on standard input and output until the other side leaves.

    Nothing outside the folder `root` is looked at or written to.
    """
    try:
        from ._server import run  # takes a while to load
    except ImportError as error:
        raise ExtraMissing(
            f"`swerve mcp` needs a package that is not installed: {error.name}.",
            "Run `pip install 'swerve[mcp]'`.",
        ) from error
    run(root)
