# shows: returned
# threat: values
# limit: 1
"""Returns more than fits: a long list, a long text, a huge number, many objects."""


class Point:
    def __init__(self, x):
        self.x = x


def attack(place):
    return [list(range(300_000)), "x" * 8_000_000, 1 << 4_000_000, [Point(n) for n in range(20_000)]]
