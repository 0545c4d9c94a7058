"""Where is scratch at the levels without mounts of their own?"""

from __future__ import annotations

from swerve.model.leftovers import make_folder
from swerve.worker.core.scratch import Scratch


def open_scratch() -> str:
    """Make a scratch folder among the temporary files of the machine."""
    folder = make_folder("swerve-cell-")
    Scratch(folder)  # with its folders
    return folder
