# A part of an expression got a name.
# calls: f(3, 4); f(0, 0); f(-1, 2)

def f(width: int, height: int) -> int:
    return 2 * (width + height) + width * height
# --- new ---
def f(width: int, height: int) -> int:
    border = width + height
    area = width * height
    return 2 * border + area
