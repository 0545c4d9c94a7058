# Division and remainder are taken from one quotient.
# calls: f(125); f(0); f(59)

def f(seconds: int) -> tuple[int, int]:
    return seconds // 60, seconds % 60
# --- new ---
def f(seconds: int) -> tuple[int, int]:
    minutes = seconds // 60
    rest = seconds - 60 * minutes
    return minutes, rest
