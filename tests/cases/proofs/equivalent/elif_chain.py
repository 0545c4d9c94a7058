# Returns replaced a chain of assignments.
# calls: f(95); f(80); f(10)

def f(score: int) -> str:
    if score >= 90:
        grade = "A"
    elif score >= 75:
        grade = "B"
    elif score >= 50:
        grade = "C"
    else:
        grade = "F"
    return grade
# --- new ---
def f(score: int) -> str:
    if score >= 90:
        return "A"
    if score >= 75:
        return "B"
    if score >= 50:
        return "C"
    return "F"
