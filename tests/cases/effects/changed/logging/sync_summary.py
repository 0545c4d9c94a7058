# The numbers of the message are swapped.
# function: sync_users
# shows: sync_users({"ada": 1, "bob": 0, "eve": 1})
# effect: log sync

import logging

log = logging.getLogger("sync")


def sync_users(found):
    failed = 0
    for name in found:
        if not found[name]:
            failed += 1
    if failed:
        log.error("%d of %d users were not taken over", failed, len(found))
    return failed
# --- new ---
import logging

log = logging.getLogger("sync")


def sync_users(found):
    total = len(found)
    failed = total - sum(1 for done in found.values() if done)
    if failed:
        log.error("%d of %d users were not taken over", total, failed)
    return failed
