# Attacks along the falling diagonal of a chess board are missed. Intended: four ints.
# shows: attacks(2, 7, 5, 4)


def attacks(row, column, other_row, other_column):
    for place in (row, column, other_row, other_column):
        if not 1 <= place <= 8:
            raise ValueError("off the board")
    if row == other_row and column == other_column:
        return False
    if row == other_row or column == other_column:
        return True
    return row - column == other_row - other_column or row + column == other_row + other_column


# --- new ---


def attacks(row, column, other_row, other_column):
    for place in (row, column, other_row, other_column):
        if not 1 <= place <= 8:
            raise ValueError("off the board")
    if row == other_row and column == other_column:
        return False
    if row == other_row or column == other_column:
        return True
    return row - column == other_row - other_column
