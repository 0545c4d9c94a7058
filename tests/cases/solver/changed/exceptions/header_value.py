# A header without a colon has no value, where it was an error. Intended: a str.
# shows: header_value("Host")


def header_value(line):
    if not line or line[0] not in "HAX":
        return None
    try:
        name, value = line.split(":")
        return (name, value.strip())
    except IndexError:
        return None


# --- new ---


def header_value(line):
    if not line or line[0] not in "HAX":
        return None
    try:
        name, value = line.split(":")
        return (name, value.strip())
    except (IndexError, ValueError):
        return None
