# That too little is there is logged as information where it was a warning.
# function: reserve
# shows: reserve({"pen": 3}, "pen", 5)
# shows: reserve({}, "ink", 1)
# effect: log shop.stock

import logging

log = logging.getLogger("shop.stock")


def reserve(stock: dict[str, int], item: str, wanted: int) -> int:
    """Return how many of the wanted pieces can be reserved."""
    there = stock.get(item, 0)
    if there < wanted:
        log.warning("only %d of %d %s in stock", there, wanted, item)
        return there
    return wanted
# --- new ---
import logging

log = logging.getLogger("shop.stock")


def reserve(stock: dict[str, int], item: str, wanted: int) -> int:
    """Return how many of the wanted pieces can be reserved."""
    there = stock.get(item, 0)
    granted = min(there, wanted)
    level = logging.INFO if granted < wanted else logging.DEBUG
    log.log(level, "only %d of %d %s in stock", there, wanted, item)
    return granted
