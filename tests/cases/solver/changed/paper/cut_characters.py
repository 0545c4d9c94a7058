# Figure 7 with the list of ranges as text, as in row 6 of table 5: `1-3,8-` is an error.
# shows: cut("1-3,8-", ":", "abcdefg")
# shows: cut("1-7,8-", ":", "abcdefg")


def ranges_of(spec: str) -> tuple[list[tuple[int, int]], int]:
    """Return the closed ranges and where the open one begins, 0 for none."""
    closed = []
    open_from = 0
    for part in spec.split(","):
        low, dash, high = part.partition("-")
        first = int(low) if low else 1
        if not 1 <= first <= 100 or (dash and not low and not high):
            raise ValueError("invalid range")
        if dash and not high:
            open_from = first if open_from == 0 else min(open_from, first)
            continue
        last = int(high) if dash else first
        if last < first or last > 100:
            raise ValueError("invalid range")
        closed.append((first, last))
    return closed, open_from


def cut(spec: str, delimiter: str, line: str) -> str:
    closed, open_from = ranges_of(spec)
    last = max([high for _, high in closed], default=0)
    if last < open_from:
        last = open_from
    printable = [False] * (last + 1)
    starts = set()
    for low, high in sorted(closed):
        if not printable[low]:
            starts.add(low)
        for place in range(low, high + 1):
            printable[place] = True
    if delimiter and open_from and not printable[open_from]:
        starts.add(open_from)
    text = ""
    for place, letter in enumerate(line, 1):
        if (place < len(printable) and printable[place]) or (open_from and place >= open_from):
            if text and place in starts:
                text += delimiter
            text += letter
    return text


# --- new ---


def ranges_of(spec: str) -> tuple[list[tuple[int, int]], int]:
    """Return the closed ranges and where the open one begins, 0 for none."""
    closed = []
    open_from = 0
    for part in spec.split(","):
        low, dash, high = part.partition("-")
        first = int(low) if low else 1
        if not 1 <= first <= 100 or (dash and not low and not high):
            raise ValueError("invalid range")
        if dash and not high:
            open_from = first if open_from == 0 else min(open_from, first)
            continue
        last = int(high) if dash else first
        if last < first or last > 100:
            raise ValueError("invalid range")
        closed.append((first, last))
    return closed, open_from


def cut(spec: str, delimiter: str, line: str) -> str:
    closed, open_from = ranges_of(spec)
    last = max([high for _, high in closed], default=0)
    printable = [False] * (last + 1) if last else []
    starts = set()
    for low, high in sorted(closed):
        if not printable[low]:
            starts.add(low)
        for place in range(low, high + 1):
            printable[place] = True
    if delimiter and open_from and last and not printable[open_from]:
        starts.add(open_from)
    text = ""
    for place, letter in enumerate(line, 1):
        if (place < len(printable) and printable[place]) or (open_from and place >= open_from):
            if text and place in starts:
                text += delimiter
            text += letter
    return text
