# The bad value is passed over in silence where a warning told of it.
# function: parse_timeout
# shows: parse_timeout({"timeout": "soon"})
# shows: parse_timeout({"timeout": None}, default=5)
# effect: log settings

import logging

logger = logging.getLogger("settings")


def parse_timeout(options, default=30):
    raw = options.get("timeout", default)
    try:
        seconds = int(raw)
    except (TypeError, ValueError):
        logger.warning("timeout %r is no number, %d is taken", raw, default)
        return default
    return max(seconds, 1)
# --- new ---
import logging
from contextlib import suppress

logger = logging.getLogger("settings")


def _integer(raw):
    with suppress(TypeError, ValueError):
        return int(raw)
    return None


def parse_timeout(options, default=30):
    seconds = _integer(options.get("timeout", default))
    if seconds is None:
        logger.debug("no timeout, %d is taken", default)
        return default
    return max(seconds, 1)
