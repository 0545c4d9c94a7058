"""How is a report told in a browser?"""

from ._digest import Digest
from ._entry import Entry
from ._entry_data import brief_data, entry_data
from ._page import policy_text, render_live_page, render_page, render_plain_page
