# A patient of exactly 72.5 kg gets the larger dose. Intended: weight is a float, age an int.
# shows: dose(72.5, 40)


def dose(weight, age):
    if weight <= 0 or age < 0:
        raise ValueError("no such patient")
    amount = 250
    if weight > 72.5:
        amount = 500
    if age < 12:
        amount = amount // 2
    return amount


# --- new ---


def dose(weight, age):
    if weight <= 0 or age < 0:
        raise ValueError("no such patient")
    amount = 250
    if weight >= 72.5:
        amount = 500
    if age < 12:
        amount = amount // 2
    return amount
