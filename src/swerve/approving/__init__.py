"""Differences that are meant: looked at closer, grouped by kind, and written down as contracts."""

from swerve.approving._drafting import Drafts
from swerve.approving._kinds import grouped
from swerve.approving._looking import Found, look_closer
from swerve.approving._model import Group, Kind, Lost, Meant, Seen
from swerve.approving._one import Approved, approved
from swerve.approving._promises import with_promises
from swerve.approving._writing import top_of, write_files

__all__ = [
    "Approved",
    "Drafts",
    "Found",
    "Group",
    "Kind",
    "Lost",
    "Meant",
    "Seen",
    "approved",
    "grouped",
    "look_closer",
    "top_of",
    "with_promises",
    "write_files",
]
