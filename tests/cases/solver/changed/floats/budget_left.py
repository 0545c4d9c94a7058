# A budget that is spent to the cent is used up, not open. Intended: floats.
# shows: budget_state(100.0, 62.5, 37.5)


def budget_state(budget, spent, planned):
    if budget <= 0:
        return "none"
    left = budget - spent - planned
    if left < 0:
        return "exceeded"
    return "open"


# --- new ---


def budget_state(budget, spent, planned):
    if budget <= 0:
        return "none"
    left = budget - spent - planned
    if left < 0:
        return "exceeded"
    return "used up" if left == 0 else "open"
