# A helper changed its mind.
# shows: f(0)

def _is_ok(value: int) -> bool:
    return value >= 0


def f(value: int) -> str:
    return "ok" if _is_ok(value) else "bad"
# --- new ---
def _is_ok(value: int) -> bool:
    return value > 0


def f(value: int) -> str:
    return "ok" if _is_ok(value) else "bad"
