# An `elif` ladder becomes a table that is searched. Intended: an int.
# calls: letter(100); letter(90); letter(89); letter(60); letter(59); letter(0); letter(-1)


def letter(points):
    if points >= 90:
        return "A"
    elif points >= 75:
        return "B"
    elif points >= 60:
        return "C"
    else:
        return "F"


# --- new ---

STEPS = ((90, "A"), (75, "B"), (60, "C"))


def letter(points):
    for least, name in STEPS:
        if points >= least:
            return name
    return "F"
