# Spaces around are no longer removed.
# shows: f(" a")

def f(text: str) -> str:
    return text.strip()
# --- new ---
def f(text: str) -> str:
    return text
