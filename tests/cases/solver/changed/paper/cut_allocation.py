# Figure 7 after parsing: an open range behind all closed ones is looked up beyond the array.
# shows: cut("abcdefg", [(1, 3)], 8, ":")
# shows: cut("abcdefg", [(1, 7)], 8, ":")


def cut(line: str, closed: list[tuple[int, int]], open_from: int, delimiter: str) -> str:
    """Select characters, counted from 1; `open_from` begins a range to the end, 0 for none."""
    last = 0
    for low, high in closed:
        if not 1 <= low <= high <= 100:
            raise ValueError("range")
        last = max(last, high)
    if open_from > 100:
        raise ValueError("range")
    if last < open_from:
        last = open_from
    printable = [False] * (last + 1)
    starts = set()
    for low, high in sorted(closed):
        if not printable[low]:
            starts.add(low)
        for place in range(low, high + 1):
            printable[place] = True
    if delimiter and open_from > 0 and not printable[open_from]:
        starts.add(open_from)
    text = ""
    for place, letter in enumerate(line, 1):
        if (place < len(printable) and printable[place]) or 0 < open_from <= place:
            if text and place in starts:
                text += delimiter
            text += letter
    return text


# --- new ---


def cut(line: str, closed: list[tuple[int, int]], open_from: int, delimiter: str) -> str:
    """Select characters, counted from 1; `open_from` begins a range to the end, 0 for none."""
    last = 0
    for low, high in closed:
        if not 1 <= low <= high <= 100:
            raise ValueError("range")
        last = max(last, high)
    if open_from > 100:
        raise ValueError("range")
    printable = [False] * (last + 1) if last else []
    starts = set()
    for low, high in sorted(closed):
        if not printable[low]:
            starts.add(low)
        for place in range(low, high + 1):
            printable[place] = True
    if delimiter and open_from > 0 and last and not printable[open_from]:
        starts.add(open_from)
    text = ""
    for place, letter in enumerate(line, 1):
        if (place < len(printable) and printable[place]) or 0 < open_from <= place:
            if text and place in starts:
                text += delimiter
            text += letter
    return text
