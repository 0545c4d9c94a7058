# Who earns exactly the allowance pays the filing fee now.
# shows: income_tax(104000, 10000, 1000)


def income_tax(salary: int, interest: int, losses: int) -> int:
    """Tax on a year's income, of twelve salaries; all in cents."""
    cents = 12 * salary + interest - losses
    if cents <= 1257000:
        return 0
    fee = 2500
    taxed = cents - 1257000
    if taxed <= 3770000:
        return fee + taxed * 20 // 100
    return fee + 754000 + (taxed - 3770000) * 40 // 100


# --- new ---


def income_tax(salary: int, interest: int, losses: int) -> int:
    """Tax on a year's income, of twelve salaries; all in cents."""
    cents = 12 * salary + interest - losses
    if cents < 1257000:
        return 0
    fee = 2500
    taxed = cents - 1257000
    if taxed <= 3770000:
        return fee + taxed * 20 // 100
    return fee + 754000 + (taxed - 3770000) * 40 // 100
