# A warning needs no colon any more.
# shows: severity("WARN disk almost full")


def severity(line: str) -> int:
    if line.startswith("ERROR:"):
        return 3
    if line.startswith("WARN:"):
        return 2
    if line.startswith("INFO:") or line.startswith("NOTE:"):
        return 1
    return 0


# --- new ---


def severity(line: str) -> int:
    if line.startswith("ERROR:"):
        return 3
    if line.startswith("WARN"):
        return 2
    if line.startswith("INFO:") or line.startswith("NOTE:"):
        return 1
    return 0
