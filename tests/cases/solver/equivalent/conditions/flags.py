# A table of two booleans is read as nested expressions. Intended: two bools and an int.
# calls: access(True, True, 1); access(True, False, 1); access(False, True, 1); access(False, False, 1)
# calls: access(True, True, 0); access(False, True, -3)


def access(is_owner, is_public, level):
    if is_owner and is_public:
        return "share"
    if is_owner and not is_public:
        return "edit"
    if not is_owner and is_public and level > 0:
        return "read"
    return "none"


# --- new ---


def access(is_owner, is_public, level):
    if is_owner:
        return "share" if is_public else "edit"
    if is_public and level > 0:
        return "read"
    return "none"
