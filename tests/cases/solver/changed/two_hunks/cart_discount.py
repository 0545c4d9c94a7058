# Gift articles are counted, and three of them in a cart over 200 give a discount.
# shows: cart_total([(7001, 90), (7002, 80), (7003, 70)])


def cart_total(cart: list[tuple[int, int]]) -> int:
    total = 0
    for article, price in cart:
        if price < 0:
            raise ValueError("a price is not negative")
        total += price
    return total


# --- new ---


def cart_total(cart: list[tuple[int, int]]) -> int:
    total = 0
    gifts = 0
    for article, price in cart:
        if price < 0:
            raise ValueError("a price is not negative")
        total += price
        if 7000 < article < 7100:
            gifts += 1
    if gifts == 3 and total > 200:
        total -= 25
    return total
