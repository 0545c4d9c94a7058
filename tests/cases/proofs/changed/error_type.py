# Another exception is raised.
# shows: f(-1)

def f(age: int) -> int:
    if age < 0:
        raise ValueError("negative")
    return age
# --- new ---
def f(age: int) -> int:
    if age < 0:
        raise TypeError("negative")
    return age
