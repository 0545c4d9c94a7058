# Figures 1 and 3: 8 takes another branch, 7 indexes below the list.
# shows: foo(7)
# shows: foo(8)


def foo(x: int) -> int:
    cells = ["", "", "", ""]
    y = x - 1
    if y > 7:
        z = x - 8
        if z < 4:
            if z < 0:
                raise IndexError("below the first cell")
            cells[z] = "A"
        return 0
    return 1


# --- new ---


def foo(x: int) -> int:
    cells = ["", "", "", ""]
    y = x + 1
    if y > 7:
        z = x - 8
        if z < 4:
            if z < 0:
                raise IndexError("below the first cell")
            cells[z] = "A"
        return 0
    return 1
