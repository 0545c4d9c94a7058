# Figures 1 and 3 with arithmetic of 32 bits: the smallest number parts the other way.
# shows: foo(7)
# shows: foo(-2147483648)


def wrapped(number: int) -> int:
    return (number + 2147483648) % 4294967296 - 2147483648


def foo(x: int) -> int:
    if not -2147483648 <= x <= 2147483647:
        raise OverflowError("no machine word")
    cells = ["", "", "", ""]
    y = wrapped(x - 1)
    if y > 7:
        z = wrapped(x - 8)
        if z < 4:
            if z < 0:
                raise IndexError("below the first cell")
            cells[z] = "A"
        return 0
    return 1


# --- new ---


def wrapped(number: int) -> int:
    return (number + 2147483648) % 4294967296 - 2147483648


def foo(x: int) -> int:
    if not -2147483648 <= x <= 2147483647:
        raise OverflowError("no machine word")
    cells = ["", "", "", ""]
    y = wrapped(x + 1)
    if y > 7:
        z = wrapped(x - 8)
        if z < 4:
            if z < 0:
                raise IndexError("below the first cell")
            cells[z] = "A"
        return 0
    return 1
