# Brackets may be nested six deep, not five.
# shows: is_balanced("(((((())))))")


def is_balanced(text: str) -> bool:
    depth = 0
    for letter in text:
        if letter == "(":
            depth += 1
            if depth > 5:
                raise ValueError("nested too deep")
        elif letter == ")":
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


# --- new ---


def is_balanced(text: str) -> bool:
    depth = 0
    for letter in text:
        if letter == "(":
            depth += 1
            if depth > 6:
                raise ValueError("nested too deep")
        elif letter == ")":
            depth -= 1
            if depth < 0:
                return False
    return depth == 0
