# A sum over a table is written with two sums.
# calls: f(3, 4); f(0, 5); f(2, 0)

def f(rows: int, columns: int) -> int:
    total = 0
    for row in range(rows):
        for column in range(columns):
            total += row * column
    return total
# --- new ---
def f(rows: int, columns: int) -> int:
    total = 0
    for i in range(rows):
        for j in range(columns):
            total = total + j * i
    return total
