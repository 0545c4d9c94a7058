# The message gets its values as arguments instead of by formatting, and debug messages are new.
# function: merge_carts
# calls: merge_carts({"pen": 2}, {"pen": 1, "ink": 4}, limit=5)
# calls: merge_carts({"pen": 1}, {})

import logging

logger = logging.getLogger("shop.cart")


def merge_carts(kept: dict[str, int], added: dict[str, int], limit: int = 99) -> dict[str, int]:
    merged = dict(kept)
    for item, count in added.items():
        merged[item] = merged.get(item, 0) + count
    total = sum(merged.values())
    if total > limit:
        logger.warning(f"cart has {total} pieces, allowed are {limit}")
    return merged
# --- new ---
import logging

logger = logging.getLogger("shop.cart")


def merge_carts(kept: dict[str, int], added: dict[str, int], limit: int = 99) -> dict[str, int]:
    merged = dict(kept)
    for item, count in added.items():
        merged[item] = merged.get(item, 0) + count
        logger.debug("%s: %d", item, merged[item])
    total = sum(merged.values())
    logger.debug("merged %d and %d lines", len(kept), len(added))
    if total > limit:
        logger.warning("cart has %s pieces, allowed are %s", total, limit)
    return merged
