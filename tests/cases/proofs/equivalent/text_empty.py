# A length comparison became a truth test.
# calls: f(""); f("a"); f("abc")

def f(text: str) -> str:
    if len(text) == 0:
        return "empty"
    return text
# --- new ---
def f(text: str) -> str:
    if not text:
        return "empty"
    return text
