# More than 150 percent is accepted up to 160.
# shows: percentage("155%")


def percentage(text: str) -> int:
    if not text.endswith("%"):
        raise ValueError("a percentage ends with %")
    number = int(text[:-1])
    if number < 0 or number > 150:
        raise ValueError("out of range")
    return number


# --- new ---


def percentage(text: str) -> int:
    if not text.endswith("%"):
        raise ValueError("a percentage ends with %")
    number = int(text[:-1])
    if number < 0 or number > 160:
        raise ValueError("out of range")
    return number
