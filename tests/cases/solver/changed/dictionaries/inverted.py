# The first key wins for a value that comes twice, no longer the last.
# shows: inverted({10: "red", 20: "red"})


def inverted(names: dict[int, str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for number, name in names.items():
        if len(name) < 3:
            continue
        found[name] = number
    return found


# --- new ---


def inverted(names: dict[int, str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for number, name in names.items():
        if len(name) < 3:
            continue
        found.setdefault(name, number)
    return found
