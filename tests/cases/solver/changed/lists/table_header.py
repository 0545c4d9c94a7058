# A table without rows below its header is not a table. Intended: a list of lists of str.
# shows: records([["id", "name"]])


def records(rows):
    if not rows or rows[0] != ["id", "name"]:
        return None
    found = []
    for row in rows[1:]:
        if len(row) != 2:
            continue
        found.append({"id": row[0], "name": row[1]})
    return found


# --- new ---


def records(rows):
    if len(rows) < 2 or rows[0] != ["id", "name"]:
        return None
    found = []
    for row in rows[1:]:
        if len(row) != 2:
            continue
        found.append({"id": row[0], "name": row[1]})
    return found
