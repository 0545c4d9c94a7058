"""Which values does code certainly read, by what its source alone says?"""

from swerve.learn.static._certain import coarse_of
from swerve.learn.static._static import Failed, certain_reads, static_events, write_static_events

__all__ = [
    "Failed",
    "certain_reads",
    "coarse_of",
    "static_events",
    "write_static_events",
]
