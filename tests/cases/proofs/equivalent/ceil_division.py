# Rounding up is written in another way.
# calls: f(10, 3); f(9, 3); f(0, 5)

def f(items: int, size: int) -> int:
    if size <= 0:
        return 0
    pages = items // size
    if items % size > 0:
        pages += 1
    return pages
# --- new ---
def f(items: int, size: int) -> int:
    if size <= 0:
        return 0
    return -(-items // size)
