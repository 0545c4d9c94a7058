# Indices into two lists became `zip`.
# calls: f([1, 2], [3, 4]); f([], []); f([1, 2, 3], [4])

def f(left: list[int], right: list[int]) -> int:
    total = 0
    size = min(len(left), len(right))
    for index in range(size):
        total += left[index] * right[index]
    return total
# --- new ---
def f(left: list[int], right: list[int]) -> int:
    total = 0
    for first, second in zip(left, right):
        total += first * second
    return total
