"""The command line: the only code that prints or exits."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words in (["--version"], ["-V"]):  # before anything heavy is loaded
        from swerve.worker.version import __version__

        print(f"swerve {__version__}")
        return 0
    try:
        from ._run import run
    except KeyboardInterrupt:
        print("swerve: interrupted", file=sys.stderr)
        return 130
    return run(words)
