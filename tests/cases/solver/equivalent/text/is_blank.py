# No letter but spaces and tabs: a loop, or a strip.
# calls: is_blank(""); is_blank(" "); is_blank("\t "); is_blank("a"); is_blank(" a "); is_blank("\n")


def is_blank(line: str) -> bool:
    for letter in line:
        if letter != " " and letter != "\t":
            return False
    return True


# --- new ---


def is_blank(line: str) -> bool:
    return line.strip(" \t") == ""
