# The umask is set and set back by a helper around the same write.
# function: share_note
# calls: share_note("notes/today.txt", "call Ada")
# calls: share_note("notes/today.txt", "")

import os


def share_note(path, text):
    before = os.umask(0o002)
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8", errors="replace") as note:
            return note.write(text)
    finally:
        os.umask(before)
# --- new ---
import os
from contextlib import contextmanager


@contextmanager
def _umask(mask):
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def share_note(path, text):
    with _umask(0o002):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, mode="w", encoding="utf-8", errors="replace") as note:
            written = note.write(text)
    return written
