# A remainder is compared in another way.
# calls: f(3); f(4); f(-7)

def f(number: int) -> bool:
    return number % 2 == 1
# --- new ---
def f(number: int) -> bool:
    return number % 2 != 0
