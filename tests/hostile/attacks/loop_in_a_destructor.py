# shows: timeout | returned
# threat: time
"""Returns an object whose destructor loops."""


class Clinging:
    def __del__(self):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass


def attack(place):
    return [Clinging()]
