# An item is appended twice.
# shows: f([])

def f(values: list[int]) -> None:
    values.append(1)
# --- new ---
def f(values: list[int]) -> None:
    values.append(1)
    values.append(1)
