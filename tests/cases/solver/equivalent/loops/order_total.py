# A loop that adds ints becomes a sum.
# calls: total([]); total([(3, 2)]); total([(3, 2), (10, 0)]); total([(-5, 2)]); total([(1, -1), (2, 7)])
# calls: total([(100, 100), (1, 1), (7, 3)])


def total(lines: list[tuple[int, int]]) -> int:
    amount = 0
    for price, count in lines:
        if count > 0:
            amount += price * count
    return amount


# --- new ---


def total(lines: list[tuple[int, int]]) -> int:
    return sum(price * count for price, count in lines if count > 0)
