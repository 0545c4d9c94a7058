# The loop that warned and removed is split in two; the warnings are the same, in the same order.
# function: thin_out
# calls: thin_out([3, -1, 8, -7])
# calls: thin_out([])

import logging

logger = logging.getLogger("sensors.filter")


def thin_out(values: list[int]) -> list[int]:
    kept = []
    for value in values:
        if value < 0:
            logger.warning("negative reading: %d", value)
        else:
            kept.append(value)
    if len(kept) < len(values) / 2:
        logger.critical("more than half of the readings are bad")
    return kept
# --- new ---
import logging

logger = logging.getLogger("sensors.filter")


def thin_out(values: list[int]) -> list[int]:
    bad = [value for value in values if value < 0]
    for value in bad:
        logger.warning("negative reading: %d", value)
    if logger.isEnabledFor(logging.DEBUG):
        logger.debug("%d of %d readings are kept", len(values) - len(bad), len(values))
    kept = [value for value in values if value >= 0]
    if len(bad) > len(kept):
        logger.critical("more than half of the readings are bad")
    return kept
