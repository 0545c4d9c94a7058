# The umask is not set back to what it was before.
# function: write_private
# shows: write_private("keys/id", "secret")
# effect: umask

import os
from pathlib import Path


def write_private(path: str, text: str) -> int:
    """Write a file that nobody else reads, in a folder that nobody else enters."""
    before = os.umask(0o077)
    try:
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        return target.write_text(text, encoding="utf-8")
    finally:
        os.umask(before)
# --- new ---
import os
from pathlib import Path

PRIVATE = 0o077


def _write(target: Path, text: str) -> int:
    os.umask(PRIVATE)
    target.parent.mkdir(parents=True, exist_ok=True)
    return target.write_text(text, encoding="utf-8")


def write_private(path: str, text: str) -> int:
    """Write a file that nobody else reads, in a folder that nobody else enters."""
    return _write(Path(path), text)
