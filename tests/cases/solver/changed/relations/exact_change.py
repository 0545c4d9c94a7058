# Who pays with the exact coins gets a ticket at once, if there are more than three of them.
# shows: vend(135, 4, 3, 1)


def vend(price: int, quarters: int, dimes: int, nickels: int) -> str:
    if price <= 0 or quarters < 0 or dimes < 0 or nickels < 0:
        return "reject"
    paid = 25 * quarters + 10 * dimes + 5 * nickels
    if paid < price:
        return "wait"
    if paid - price > 100:
        return "reject"
    return "change"


# --- new ---


def vend(price: int, quarters: int, dimes: int, nickels: int) -> str:
    if price <= 0 or quarters < 0 or dimes < 0 or nickels < 0:
        return "reject"
    paid = 25 * quarters + 10 * dimes + 5 * nickels
    if paid < price:
        return "wait"
    if paid - price > 100:
        return "reject"
    if paid == price and quarters + dimes + nickels > 3:
        return "ticket"
    return "change"
