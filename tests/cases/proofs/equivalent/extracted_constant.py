# A number got a name.
# calls: f(3); f(0); f(-2)

def f(days: int) -> int:
    return days * 86400
# --- new ---
SECONDS_A_DAY = 86400


def f(days: int) -> int:
    return days * SECONDS_A_DAY
