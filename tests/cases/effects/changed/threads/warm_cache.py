# The generator that would submit the work is never consumed, so that no page is fetched.
# function: warm
# shows: warm(["/", "/about", "/shop"])
# shows: warm(["/"], workers=1)
# effect: state PAGES

import threading
from concurrent.futures import ThreadPoolExecutor

PAGES = {}
_lock = threading.Lock()


def _fetch(path):
    page = f"<title>{path}</title>"
    with _lock:
        PAGES[path] = page


def warm(paths, workers=4):
    """Fetch pages in advance; return how many were asked for."""
    wanted = sorted(set(paths))
    with ThreadPoolExecutor(max_workers=workers) as pool:
        for path in wanted:
            pool.submit(_fetch, path)
    return len(wanted)
# --- new ---
import threading
from concurrent.futures import ThreadPoolExecutor

PAGES = {}
_lock = threading.Lock()


def _fetch(path):
    page = f"<title>{path}</title>"
    with _lock:
        PAGES[path] = page


def warm(paths, workers=4):
    """Fetch pages in advance; return how many were asked for."""
    wanted = sorted(set(paths))
    with ThreadPoolExecutor(max_workers=workers) as pool:
        (pool.submit(_fetch, path) for path in wanted)
    return len(wanted)
