"""How is a report told in a browser?"""

from swerve.pages._digest import Digest
from swerve.pages._entry import Entry
from swerve.pages._entry_data import brief_data, entry_data
from swerve.pages._page import policy_text, render_live_page, render_page, render_plain_page

__all__ = [
    "Digest",
    "Entry",
    "brief_data",
    "entry_data",
    "policy_text",
    "render_live_page",
    "render_page",
    "render_plain_page",
]
