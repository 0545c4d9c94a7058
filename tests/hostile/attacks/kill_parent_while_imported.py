# shows: import fails
# threat: worker
# when: import
"""Kills the process that started the one that imports it."""

import os
import signal

with open(f"/proc/{os.getppid()}/cmdline", "rb") as file:
    is_worker = b"/worker/_boot.py" in file.read()
if os.getppid() > 1 and is_worker:
    os.kill(os.getppid(), signal.SIGKILL)
while True:
    pass
