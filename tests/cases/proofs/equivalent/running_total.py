# A list of partial sums is built in another way.
# calls: f([1, 2, 3]); f([]); f([5])

def f(values: list[int]) -> list[int]:
    totals = []
    total = 0
    for value in values:
        total += value
        totals.append(total)
    return totals
# --- new ---
def f(values: list[int]) -> list[int]:
    total = 0
    totals: list[int] = []
    for value in values:
        total = value + total
        totals += [total]
    return totals
