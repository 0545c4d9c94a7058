# An f-string replaces additions.
# calls: label("a", 0); label("", 1); label("x", -5); label("two words", 22); label("{}", 3); label("%", 10)


def label(name: str, number: int) -> str:
    if number < 0:
        return name + " (" + str(-number) + " below)"
    return name + " #" + str(number)


# --- new ---


def label(name: str, number: int) -> str:
    return f"{name} ({-number} below)" if number < 0 else f"{name} #{number!s}"
