# shows: returned 'kept'
# threat: values
# limit: 2
# agrees: never
"""Keeps more in its module than anybody looks at, with itself inside."""

from benign import SIDE

KEPT = []


def attack(place):
    KEPT.append(KEPT)
    for number in range(200_000):
        KEPT.append([number])
    KEPT.append(SIDE)
    return "kept"
