# Text is put together with `+=` instead of `+`.
# calls: f(["a", "b"]); f([]); f([""])

def f(parts: list[str]) -> str:
    text = ""
    for part in parts:
        text = text + part + ";"
    return text
# --- new ---
def f(parts: list[str]) -> str:
    text = ""
    for part in parts:
        text += part
        text += ";"
    return text
