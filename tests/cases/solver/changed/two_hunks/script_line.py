# A script is remembered as one, and later its arguments are cut off.
# shows: command("#!env python -u -B")


def command(line: str) -> list[str]:
    is_script = False
    text = line
    if text.startswith("#!"):
        text = text[2:]
    words = text.split(" ")
    if len(words) > 8:
        words = words[:8]
    return words


# --- new ---


def command(line: str) -> list[str]:
    is_script = False
    text = line
    if text.startswith("#!"):
        text = text[2:]
        is_script = True
    words = text.split(" ")
    if len(words) > 8:
        words = words[:8]
    if is_script and len(words) > 3:
        words = words[:3]
    return words
