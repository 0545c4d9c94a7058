"""Differences that are meant: looked at closer, grouped by kind, and written down as contracts."""

from swerve.apps.approve._drafting import Drafts
from swerve.apps.approve._looking import Found, look_closer
from swerve.apps.approve._model import FunctionCalls, Group, Kind, Lost, Meant, grouped
from swerve.apps.approve._one import Approved, approved, top_of, write_files
