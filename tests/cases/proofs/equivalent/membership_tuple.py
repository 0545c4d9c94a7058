# A chain of equalities became a membership test.
# calls: f("a"); f("d"); f("")

def f(letter: str) -> bool:
    return letter == "a" or letter == "b" or letter == "c"
# --- new ---
def f(letter: str) -> bool:
    return letter in ("a", "b", "c")
