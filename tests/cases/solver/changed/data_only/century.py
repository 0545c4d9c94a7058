# Years that end a century are given to the next. Intended: an int.
# shows: century(1900)


def century(year):
    number = (year - 1) // 100 + 1
    return f"{number}. century"


# --- new ---


def century(year):
    number = year // 100 + 1
    return f"{number}. century"
