# A password that is the name read backwards is weak.
# shows: strength("margaret", "teragram")


def strength(user: str, password: str) -> str:
    if len(password) < 8:
        return "short"
    if user != "" and password == user:
        return "weak"
    if len(password) > 20:
        return "strong"
    return "fair"


# --- new ---


def strength(user: str, password: str) -> str:
    if len(password) < 8:
        return "short"
    if user != "" and password in (user, user[::-1]):
        return "weak"
    if len(password) > 20:
        return "strong"
    return "fair"
