# A word that would fill the line exactly starts a new one.
# shows: wrap("ab cd ef", 5)


def wrap(text: str, width: int) -> list[str]:
    """Break a text into lines; a word longer than the width gets a line of its own."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if line == "":
            line = word
        elif len(line) + 1 + len(word) <= width:
            line = line + " " + word
        else:
            lines.append(line)
            line = word
    lines.append(line)
    return lines


# --- new ---


def wrap(text: str, width: int) -> list[str]:
    """Break a text into lines; a word longer than the width gets a line of its own."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if line == "":
            line = word
        elif len(line) + 1 + len(word) < width:
            line = line + " " + word
        else:
            lines.append(line)
            line = word
    lines.append(line)
    return lines
