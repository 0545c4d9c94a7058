# The page is copied from the temporary file instead of moved, and the temporary file stays.
# function: publish
# shows: publish(Path("site/index.html"), "<h1>Hello</h1>")
# effect: file site/index.html.tmp

import os
from pathlib import Path


def publish(target: Path, html: str) -> int:
    """Put a page in its place in one step, so that no reader sees half of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(target.name + ".tmp")
    draft.write_text(html, encoding="utf-8")
    os.replace(draft, target)
    return target.stat().st_size
# --- new ---
import shutil
from pathlib import Path


def publish(target: Path, html: str) -> int:
    """Put a page in its place in one step, so that no reader sees half of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(target.name + ".tmp")
    draft.write_text(html, encoding="utf-8")
    shutil.copyfile(draft, target)
    return target.stat().st_size
