# An escape is remembered, and a comma after it no longer ends the cell. Intended: line is a str.
# shows: cells("ab\\,c")


def cells(line):
    found = []
    cell = ""
    is_escaped = False
    for letter in line:
        if letter == "," and not is_escaped:
            found.append(cell)
            cell = ""
        else:
            cell += letter
        is_escaped = False
    found.append(cell)
    return found


# --- new ---


def cells(line):
    found = []
    cell = ""
    is_escaped = False
    for letter in line:
        if is_escaped:
            cell = cell[:-1] + letter
        elif letter == ",":
            found.append(cell)
            cell = ""
        else:
            cell += letter
        is_escaped = letter == "\\"
    found.append(cell)
    return found
