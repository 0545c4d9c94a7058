# An f-string replaced `format`.
# calls: f("a", 1); f("", -5); f("z", 0)

def f(key: str, value: int) -> str:
    return "{}={}".format(key, value)
# --- new ---
def f(key: str, value: int) -> str:
    return f"{key}={value}"
