# Padding by hand, or by a method of str.
# calls: padded("", 0); padded("ab", 5); padded("abcdef", 3); padded("x", -1); padded("7", 1); padded("é", 4)


def padded(text: str, width: int) -> str:
    if not 0 <= width <= 200:
        raise ValueError("width")
    missing = width - len(text)
    if missing > 0:
        return "." * missing + text
    return text


# --- new ---


def padded(text: str, width: int) -> str:
    if not 0 <= width <= 200:
        raise ValueError("width")
    return text.rjust(width, ".")
