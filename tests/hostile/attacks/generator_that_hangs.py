# shows: returned | timeout
# threat: values
"""Returns a generator that loops instead of yielding."""


def attack(place):
    def hanging():
        yield 1
        while True:
            pass

    return hanging()
