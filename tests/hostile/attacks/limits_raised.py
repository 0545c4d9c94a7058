# shows: returned 'refused'
# threat: surroundings
"""Raises its own limits."""

import resource


def attack(place):
    for name in ("RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_AS"):
        number = getattr(resource, name)
        hard = resource.getrlimit(number)[1]
        try:
            resource.setrlimit(number, (hard + 1, hard + 1))
        except (ValueError, OSError):
            continue
        return f"raised {name}"
    return "refused"
