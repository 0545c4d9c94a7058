# The order of the tests for a leap year changed.
# calls: f(2000); f(1900); f(2024); f(2023)

def f(year: int) -> bool:
    return (year % 4 == 0 and year % 100 != 0) or year % 400 == 0
# --- new ---
def f(year: int) -> bool:
    if year % 400 == 0:
        return True
    if year % 100 == 0:
        return False
    return year % 4 == 0
