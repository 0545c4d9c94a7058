# A recursive function got a guard clause.
# calls: f(5); f(0); f(1)

def f(number):
    if number > 1:
        return number * f(number - 1)
    else:
        return 1
# --- new ---
def f(number):
    if not number > 1:
        return 1
    return number * f(number - 1)
