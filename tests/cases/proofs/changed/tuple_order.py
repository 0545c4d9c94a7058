# The parts of a result were swapped.
# shows: f(7, 2)

def f(total: int, size: int) -> tuple[int, int]:
    if size < 1:
        return 0, 0
    return total // size, total % size
# --- new ---
def f(total: int, size: int) -> tuple[int, int]:
    if size < 1:
        return 0, 0
    return total % size, total // size
