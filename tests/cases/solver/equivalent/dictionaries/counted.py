# Counting with `get` or with a test. Intended: a list of str.
# calls: counted([]); counted(["a"]); counted(["a", "b", "a"]); counted(["", ""]); counted(["x", "y", "z"])
# calls: counted(["b", "a", "b"])


def counted(words):
    counts = {}
    for word in words:
        if word in counts:
            counts[word] += 1
        else:
            counts[word] = 1
    return counts


# --- new ---


def counted(words):
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts
