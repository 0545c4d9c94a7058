# setdefault and get do what the question for the name did, and the cache has a short local name.
# function: unique_name
# calls: unique_name("report")
# calls: unique_name("")

_USED: dict[str, int] = {"index": 1}


def unique_name(stem: str) -> str:
    """A name that was not given out before."""
    if stem not in _USED:
        _USED[stem] = 0
    _USED[stem] = _USED[stem] + 1
    if _USED[stem] == 1:
        return stem
    return "%s-%d" % (stem, _USED[stem])
# --- new ---
_USED: dict[str, int] = {"index": 1}


def unique_name(stem: str) -> str:
    """A name that was not given out before."""
    used = _USED
    count = used.get(stem, 0) + 1
    used[stem] = count
    return stem if count == 1 else f"{stem}-{count}"
