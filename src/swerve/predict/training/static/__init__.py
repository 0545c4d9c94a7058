"""Which events does source code give that was never run?"""

from swerve.predict.training.static._static import (
    Failed,
    certain_reads,
    static_events,
    write_static_events,
)

__all__ = ["Failed", "certain_reads", "static_events", "write_static_events"]
