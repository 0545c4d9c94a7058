# Counting with a test became counting with `get`.
# calls: f(["a", "b", "a"]); f([]); f(["x"])

def f(words: list[str]) -> dict[str, int]:
    counts = {}
    for word in words:
        if word in counts:
            counts[word] = counts[word] + 1
        else:
            counts[word] = 1
    return counts
# --- new ---
def f(words: list[str]) -> dict[str, int]:
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts
