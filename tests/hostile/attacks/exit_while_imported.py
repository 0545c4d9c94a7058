# shows: import fails
# threat: end
# when: import
"""Ends the process that imports it."""

import os

os._exit(0)
