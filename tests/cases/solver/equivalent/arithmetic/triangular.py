# A sum of the first numbers has a closed form.
# calls: stack(0); stack(1); stack(4); stack(-5); stack(100); stack(301)


def stack(rows: int) -> int:
    if rows < 0 or rows > 300:
        return 0
    cans = 0
    for row in range(1, rows + 1):
        cans += row
    return cans


# --- new ---


def stack(rows: int) -> int:
    if rows < 0 or rows > 300:
        return 0
    return rows * (rows + 1) // 2
