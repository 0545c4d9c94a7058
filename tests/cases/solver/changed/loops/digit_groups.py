# Numbers of more than two groups get a dash between the last ones.
# shows: grouped(1234567)


def grouped(number: int) -> str:
    if number < 0:
        return "-" + grouped(-number)
    groups = []
    while number >= 1000:
        groups.append(str(number % 1000 + 1000)[1:])
        number //= 1000
    text = str(number)
    for group in reversed(groups):
        text += "," + group
    return text


# --- new ---


def grouped(number: int) -> str:
    if number < 0:
        return "-" + grouped(-number)
    groups = []
    while number >= 1000:
        groups.append(str(number % 1000 + 1000)[1:])
        number //= 1000
    text = str(number)
    for group in reversed(groups):
        text += ("," if len(text) < 5 else "-") + group
    return text
