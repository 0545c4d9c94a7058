# Two letters for each block of customers, where it was one.
# shows: invoice_key("DE", 40960, 2)


def invoice_key(country: str, customer: int, year: int) -> str:
    letters = country[:2].upper()
    block = abs(customer) // 40960
    return letters + "-" + "X" * min(block, 3) + str(customer) + "-" + str(year)


# --- new ---


def invoice_key(country: str, customer: int, year: int) -> str:
    letters = country[:2].upper()
    block = abs(customer) // 40960
    return letters + "-" + "XX" * min(block, 3) + str(customer) + "-" + str(year)
