# The log file is kept open between the calls and never closed.
# function: log_access
# shows: log_access("/index.html", 200)
# shows: log_access("/missing", 404)
# effect: open logs/access.log

import os


def log_access(page: str, status: int, folder: str = "logs") -> None:
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "access.log"), "a", encoding="utf-8") as log:
        log.write(f"{status} {page}\n")
# --- new ---
import os

_logs = {}


def _log_in(folder):
    if folder not in _logs:
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "access.log")
        _logs[folder] = open(path, "a", encoding="utf-8", buffering=1)
    return _logs[folder]


def log_access(page: str, status: int, folder: str = "logs") -> None:
    _log_in(folder).write(f"{status} {page}\n")
