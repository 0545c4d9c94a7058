# A list was built first; now the strings are joined as they come.
# calls: f(["a", "b"]); f([]); f(["x"])

def f(words: list[str]) -> str:
    upper = []
    for word in words:
        upper.append(word.upper())
    return ", ".join(upper)
# --- new ---
def f(words: list[str]) -> str:
    return ", ".join(word.upper() for word in words)
