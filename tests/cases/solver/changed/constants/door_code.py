# The code 7919 opens the cellar, no longer the roof. Intended: an int.
# shows: door_for(7919)


def door_for(code):
    floor, rest = divmod(code, 1000)
    if floor == 0:
        return "lobby"
    if floor == 7:
        if rest % 100 == 19 and rest // 100 == 9:
            return "roof"
        return "office"
    if floor == 3 and rest == 77:
        return "archive"
    return "closed"


# --- new ---


def door_for(code):
    floor, rest = divmod(code, 1000)
    if floor == 0:
        return "lobby"
    if floor == 7:
        if rest % 100 == 19 and rest // 100 == 9:
            return "cellar"
        return "office"
    if floor == 3 and rest == 77:
        return "archive"
    return "closed"
