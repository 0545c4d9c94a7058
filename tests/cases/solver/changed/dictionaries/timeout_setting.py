# A timeout in milliseconds wins over one in seconds. Intended: a dict of str to int.
# shows: timeout({"timeout_s": 5, "timeout_ms": 200})


def timeout(settings):
    """How long to wait, in milliseconds."""
    if "timeout_s" in settings:
        return settings["timeout_s"] * 1000
    if "timeout_ms" in settings:
        return settings["timeout_ms"]
    return 30_000


# --- new ---


def timeout(settings):
    """How long to wait, in milliseconds."""
    if "timeout_ms" in settings:
        return settings["timeout_ms"]
    if "timeout_s" in settings:
        return settings["timeout_s"] * 1000
    return 30_000
