"""Calls of a project's functions, recorded while its tests run as they always do."""

from swerve.recording._kept import (
    KeptCall,
    Version,
    folder_of,
    keep,
    kept_versions,
    sum_of,
    top_of,
    trouble_with,
)
from swerve.recording._recorder import Recorder

__all__ = [
    "KeptCall",
    "Recorder",
    "Version",
    "folder_of",
    "keep",
    "kept_versions",
    "sum_of",
    "top_of",
    "trouble_with",
]
