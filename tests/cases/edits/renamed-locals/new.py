def total(prices):
    amount = 0

    for price in prices:  # add up
        amount += price
    return [x for x in prices if x > amount]
