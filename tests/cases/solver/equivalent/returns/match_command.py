# A `match` instead of comparisons of strings. Intended: a str and an int.
# calls: effect("go", 3); effect("go", 0); effect("stop", 1); effect("turn", -2); effect("", 0)
# calls: effect("GO", 3)


def effect(word, amount):
    if word == "go":
        return amount
    if word == "stop":
        return 0
    if word == "turn" and amount < 0:
        return 360 + amount
    if word == "turn":
        return amount
    raise ValueError(word)


# --- new ---


def effect(word, amount):
    match word:
        case "go":
            return amount
        case "turn":
            return amount + 360 if amount < 0 else amount
        case "stop":
            return 0
        case _:
            raise ValueError(word)
