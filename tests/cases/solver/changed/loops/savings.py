# From the thirtieth month on the fee is 3, not 2. Intended: three ints.
# shows: saved(100, 10, 31)


def saved(start, monthly, months):
    if not 0 < months <= 60 or monthly <= 2:
        return start
    balance = start
    for month in range(1, months + 1):
        balance += monthly
        balance -= 2
        if balance > 5000:
            balance += 1
    return balance


# --- new ---


def saved(start, monthly, months):
    if not 0 < months <= 60 or monthly <= 2:
        return start
    balance = start
    for month in range(1, months + 1):
        balance += monthly
        balance -= 2 if month < 30 else 3
        if balance > 5000:
            balance += 1
    return balance
