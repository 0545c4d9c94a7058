"""Differences that are meant: looked at closer, grouped by kind, and written down as contracts."""

from ._drafting import Drafts
from ._looking import Found, look_closer
from ._model import FunctionCalls, Group, Kind, Lost, Meant, grouped
from ._one import Approved, approved, top_of, write_files
