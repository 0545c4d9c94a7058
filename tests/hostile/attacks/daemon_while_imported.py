# shows: imported | import fails
# threat: survivors
# when: import
"""Leaves a program when it is imported, in a session of its own. It ends after ten seconds."""

import subprocess
import sys

subprocess.Popen(["/bin/sh", "-c", "sleep 10; :", sys.executable], start_new_session=True)
