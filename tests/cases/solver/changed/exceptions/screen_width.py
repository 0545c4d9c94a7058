# The message names the limit for lines of 133 characters and more.
# shows: check_line("x" * 133)


def check_line(line: str) -> int:
    width = len(line)
    if width > 132:
        raise ValueError("line too long: " + str(width))
    if "\t" in line:
        raise ValueError("tab in line")
    return width


# --- new ---


def check_line(line: str) -> int:
    width = len(line)
    if width > 132:
        raise ValueError("line too long: " + str(width) + " > 132")
    if "\t" in line:
        raise ValueError("tab in line")
    return width
