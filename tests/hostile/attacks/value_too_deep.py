# shows: returned
# threat: values
# limit: 1
"""Returns lists in lists, a hundred thousand deep."""


def attack(place):
    value = []
    for _ in range(100_000):
        value = [value]
    return value
