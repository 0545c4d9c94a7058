# Who has exactly the rights that are asked for is refused.
# shows: may({"read", "write"}, {"read", "write"})


def may(granted: set[str], asked: set[str]) -> bool:
    if "root" in granted:
        return True
    if len(asked) < 2:
        return asked.issubset(granted)
    return asked <= granted


# --- new ---


def may(granted: set[str], asked: set[str]) -> bool:
    if "root" in granted:
        return True
    if len(asked) < 2:
        return asked.issubset(granted)
    return asked < granted
