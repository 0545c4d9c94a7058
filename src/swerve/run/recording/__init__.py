"""Calls of a project's functions, recorded while its tests run as they always do."""

from ._kept import (
    KeptCall,
    Listing,
    Version,
    folder_of,
    keep,
    kept_versions,
    listed,
    sum_of,
    top_of,
    trouble_with,
)
from ._recorder import Recorder
