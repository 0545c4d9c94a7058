# exception is error with exc_info=True, and the logger is bound to a shorter name.
# function: load_catalog
# calls: load_catalog('{"pen": 150}')
# calls: load_catalog("{pen")

import json
import logging

catalog_logger = logging.getLogger("catalog")


def load_catalog(text: str) -> int:
    try:
        catalog = json.loads(text)
    except ValueError:
        catalog_logger.error("catalog can not be read", exc_info=True)
        return 0
    if not isinstance(catalog, dict):
        catalog_logger.warning("catalog is a %s", type(catalog).__name__)
        return 0
    return len(catalog)
# --- new ---
import json
import logging

log = logging.getLogger("catalog")


def load_catalog(text: str) -> int:
    try:
        catalog = json.loads(text)
    except ValueError:
        log.exception("catalog can not be read")
        return 0
    if isinstance(catalog, dict):
        log.debug("catalog with %d entries", len(catalog))
        return len(catalog)
    log.warning("catalog is a %s", type(catalog).__name__)
    return 0
