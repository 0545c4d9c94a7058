# A handler in a loop skips what cannot be read.
# calls: f(["1", "x"]); f([]); f(["7"])

def f(texts: list[str]) -> list[int]:
    numbers = []
    for text in texts:
        try:
            number = int(text)
        except ValueError:
            continue
        numbers.append(number)
    return numbers
# --- new ---
def f(texts: list[str]) -> list[int]:
    numbers = []
    for text in texts:
        try:
            numbers.append(int(text))
        except ValueError:
            pass
    return numbers
