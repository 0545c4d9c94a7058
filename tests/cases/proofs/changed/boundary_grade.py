# One boundary of the grades moved by one.
# shows: f(75)

def f(score: int) -> str:
    if score >= 90:
        return "A"
    if score >= 75:
        return "B"
    return "C"
# --- new ---
def f(score: int) -> str:
    if score >= 90:
        return "A"
    if score > 75:
        return "B"
    return "C"
