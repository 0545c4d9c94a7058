# Whoever uses exactly the quota no longer gets the warning.
# function: check_quota
# shows: check_quota({"ada": 100, "bob": 20}, quota=100)
# effect: log storage.quota

import logging

_log = logging.getLogger("storage").getChild("quota")


def check_quota(used: dict[str, int], quota: int = 1000) -> dict[str, float]:
    """Return how much of the quota each user has used, in percent."""
    shares = {}
    for user in sorted(used):
        if used[user] >= quota:
            _log.warning("%s has no space left", user)
        shares[user] = round(100 * used[user] / quota, 1)
    return shares
# --- new ---
import logging

_log = logging.getLogger("storage").getChild("quota")


def _warn(user: str, share: float) -> None:
    if share > 100:
        _log.warning("%s has no space left", user)


def check_quota(used: dict[str, int], quota: int = 1000) -> dict[str, float]:
    """Return how much of the quota each user has used, in percent."""
    shares = {user: round(100 * used[user] / quota, 1) for user in sorted(used)}
    for user, share in shares.items():
        _warn(user, share)
    return shares
