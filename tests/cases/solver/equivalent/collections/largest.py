# A running maximum instead of `max`: on a tie the first one stays in both.
# calls: longest([]); longest(["a"]); longest(["a", "b"]); longest(["ab", "c", "de"]); longest(["", ""])
# calls: longest(["x", "yz", "abc"])


def longest(words: list[str]) -> str:
    best = ""
    for word in words:
        if len(word) > len(best):
            best = word
    return best


# --- new ---


def longest(words: list[str]) -> str:
    return max(words, key=len, default="")
