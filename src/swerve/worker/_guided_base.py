"""Who starts the processes in which functions run with what they lack made up?

The base, as everywhere. How to make up what is missing takes as long to load as all the rest, so
only cells that need it have it.
"""

from __future__ import annotations

from ._base import serve
from ._guided_module import GuidedModule
from ._guided_running import run_guided
from ._jobs import Guidance


def main(control_fd: int) -> None:
    """Serve the parent until it goes away."""
    serve(control_fd, Guidance(GuidedModule, run_guided))
