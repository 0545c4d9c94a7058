# The slice is one too short.
# shows: f("http://x")

def f(link: str) -> bool:
    return link[:7] == "http://"
# --- new ---
def f(link: str) -> bool:
    return link[:6] == "http://"
