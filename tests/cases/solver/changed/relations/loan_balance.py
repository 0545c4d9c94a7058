# A loan that is paid off to the cent is closed, not open. Intended: ints.
# shows: loan_state(12000, 1000, 12, 0)


def loan_state(principal, payment, months, fee):
    if principal <= 0 or payment <= 0 or months <= 0 or fee < 0:
        return "invalid"
    owed = principal + fee * months
    paid = payment * months
    if paid > owed:
        return "overpaid"
    if paid * 2 < owed:
        return "early"
    return "open"


# --- new ---


def loan_state(principal, payment, months, fee):
    if principal <= 0 or payment <= 0 or months <= 0 or fee < 0:
        return "invalid"
    owed = principal + fee * months
    paid = payment * months
    if paid > owed:
        return "overpaid"
    if paid * 2 < owed:
        return "early"
    if owed - paid == 0:
        return "closed"
    return "open"
