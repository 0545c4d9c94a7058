# The longer list is cut off instead of failing.
# shows: f([1], [])

def f(left: list[int], right: list[int]) -> int:
    total = 0
    for index in range(len(left)):
        total += left[index] * right[index]
    return total
# --- new ---
def f(left: list[int], right: list[int]) -> int:
    total = 0
    for first, second in zip(left, right):
        total += first * second
    return total
