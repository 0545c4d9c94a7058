# The wider test comes first now.
# shows: f(150)

def f(weight: int) -> str:
    if weight > 100:
        return "freight"
    if weight > 10:
        return "parcel"
    return "letter"
# --- new ---
def f(weight: int) -> str:
    if weight > 10:
        return "parcel"
    if weight > 100:
        return "freight"
    return "letter"
