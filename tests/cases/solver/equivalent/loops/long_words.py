# A loop that appends becomes a comprehension.
# calls: long_words("", 3); long_words("a bb ccc dddd", 3); long_words("  x  ", 0); long_words("abc", 9)
# calls: long_words("A-B c\nd", 1); long_words("eins zwei drei", -1)


def long_words(text: str, least: int) -> list[str]:
    found = []
    for word in text.split():
        if len(word) >= least:
            found.append(word.lower())
    return found


# --- new ---


def long_words(text: str, least: int) -> list[str]:
    return [word.lower() for word in text.split() if not len(word) < least]
