# A return in `finally` swallows the error.
# shows: f(0)

def f(size: int) -> int:
    try:
        result = 10 // size
    finally:
        done = True
    return result
# --- new ---
def f(size: int) -> int:
    result = 0
    try:
        result = 10 // size
    finally:
        return result
