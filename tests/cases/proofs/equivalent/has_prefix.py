# A slice comparison became `startswith`.
# calls: f("http://x"); f("ftp"); f("")

def f(link: str) -> bool:
    if link[:7] == "http://":
        return True
    return False
# --- new ---
def f(link: str) -> bool:
    return link.startswith("http://")
