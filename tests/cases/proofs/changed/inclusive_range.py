# The end of the range is included now.
# shows: f(3)

def f(count: int) -> int:
    total = 0
    for number in range(count):
        total += number
    return total
# --- new ---
def f(count: int) -> int:
    total = 0
    for number in range(count + 1):
        total += number
    return total
