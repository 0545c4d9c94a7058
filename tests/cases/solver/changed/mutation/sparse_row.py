# The last row of a table that ends with an empty one is filled up in place.
# shows: widest([["a", "b"], []])


def widest(rows: list[list[str]]) -> int:
    width = 0
    for row in rows:
        width = max(width, len(row))
    if width == 2 and rows[-1] == []:
        return 1
    return width


# --- new ---


def widest(rows: list[list[str]]) -> int:
    width = 0
    for row in rows:
        width = max(width, len(row))
    if width == 2 and rows[-1] == []:
        rows[-1].append("")
        return 1
    return width
