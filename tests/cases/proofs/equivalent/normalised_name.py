# A chain of methods was split.
# calls: f("  A b "); f(""); f("x")

def f(name: str) -> str:
    return name.strip().lower().replace(" ", "-")
# --- new ---
def f(name: str) -> str:
    trimmed = name.strip()
    lowered = trimmed.lower()
    return lowered.replace(" ", "-")
