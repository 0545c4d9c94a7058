"""How is what was seen kept on disk, and which projects may it be of?"""

from swerve.predict.training.events._events import (
    KINDS,
    Event,
    Header,
    Recorded,
    Span,
    event_files,
    event_from_row,
    file_name,
    read,
    write,
)
from swerve.predict.training.events._excluded import is_excluded, refuse_excluded
from swerve.predict.training.events._identity import Identity, identity_of

__all__ = [
    "KINDS",
    "Event",
    "Header",
    "Identity",
    "Recorded",
    "Span",
    "event_files",
    "event_from_row",
    "file_name",
    "identity_of",
    "is_excluded",
    "read",
    "refuse_excluded",
    "write",
]
