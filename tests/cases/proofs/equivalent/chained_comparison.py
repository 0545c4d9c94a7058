# Two comparisons became a chain.
# calls: f(5); f(0); f(11)

def f(hour: int) -> bool:
    return hour >= 1 and hour <= 10
# --- new ---
def f(hour: int) -> bool:
    return 1 <= hour <= 10
