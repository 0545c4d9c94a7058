# A pass of comparisons over a list of numbers counts the inversions.
# calls: f([1, 3, 2]); f([]); f([2, 1])

def f(values: list[int]) -> int:
    count = 0
    index = 0
    while index < len(values) - 1:
        if values[index] > values[index + 1]:
            count += 1
        index += 1
    return count
# --- new ---
def f(values: list[int]) -> int:
    count = 0
    for index in range(len(values) - 1):
        if values[index + 1] < values[index]:
            count += 1
    return count
