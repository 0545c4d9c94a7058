# The number 1313 is given out, where it was left out. Intended: two ints.
# shows: invoice_numbers(1310, 5)


def invoice_numbers(first, count):
    number = first
    given = 0
    while given < min(count, 50):
        if number != 1313:
            yield number
            given += 1
        number += 1


# --- new ---


def invoice_numbers(first, count):
    number = first
    given = 0
    while given < min(count, 50):
        yield number
        given += 1
        number += 1
