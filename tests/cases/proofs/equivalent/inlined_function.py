# A small helper was put where it was used.
# calls: f(3); f(-2); f(0)

def _square(number: int) -> int:
    return number * number


def f(number: int) -> int:
    return _square(number) + _square(number + 1)
# --- new ---
def f(number: int) -> int:
    following = number + 1
    return number * number + following * following
