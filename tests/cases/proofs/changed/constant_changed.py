# A constant got another value.
# shows: f(1)

RATE = 19


def f(amount: int) -> int:
    return amount * RATE
# --- new ---
RATE = 20


def f(amount: int) -> int:
    return amount * RATE
