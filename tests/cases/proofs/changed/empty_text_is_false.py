# A default by `or` replaces an empty string, too.
# shows: f("")

def f(title: str | None) -> str:
    return "untitled" if title is None else title
# --- new ---
def f(title: str | None) -> str:
    return title or "untitled"
