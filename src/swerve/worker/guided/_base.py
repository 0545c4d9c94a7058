"""Who starts the processes in which functions run with what they lack made up?

The base, as everywhere. How to make up what is missing takes as long to load as all the rest, so
only cells that need it have it.
"""

from __future__ import annotations

from ..core._base import serve
from ..core.jobs import Guidance
from ._module import GuidedModule
from ._running import run_guided


def main(control_fd: int) -> None:
    """Serve the parent until it goes away."""
    serve(control_fd, Guidance(GuidedModule, run_guided))
