"""How is a report told in a browser?"""

from swerve.tell.pages._digest import Digest
from swerve.tell.pages._entry import Entry
from swerve.tell.pages._entry_data import brief_data, entry_data
from swerve.tell.pages._page import policy_text, render_live_page, render_page, render_plain_page
