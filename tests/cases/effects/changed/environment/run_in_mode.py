# The variable is not removed again where it was unset before.
# function: render_in_mode
# shows: render_in_mode("preview", ["title", "body"])
# effect: environment APP_MODE

import os


def render_in_mode(mode: str, blocks: list[str]) -> str:
    """Render a page as it looks in another mode than the current one."""
    before = os.environ.get("APP_MODE")
    os.environ["APP_MODE"] = mode
    try:
        return "\n".join(_render(block) for block in blocks)
    finally:
        if before is None:
            del os.environ["APP_MODE"]
        else:
            os.environ["APP_MODE"] = before


def _render(block: str) -> str:
    return f"<{block} class={os.environ.get('APP_MODE', 'live')!r}>"
# --- new ---
import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def _mode(mode: str) -> Iterator[None]:
    before = os.environ.get("APP_MODE")
    os.environ["APP_MODE"] = mode
    try:
        yield
    finally:
        if before:
            os.environ["APP_MODE"] = before


def render_in_mode(mode: str, blocks: list[str]) -> str:
    """Render a page as it looks in another mode than the current one."""
    with _mode(mode):
        return "\n".join(_render(block) for block in blocks)


def _render(block: str) -> str:
    return f"<{block} class={os.environ.get('APP_MODE', 'live')!r}>"
