# shows: returned | timeout
# threat: values
"""Returns an object that loops wherever it is looked at."""


class Slow:
    def loop(self, *args, **kwargs):
        while True:
            pass

    __eq__ = __repr__ = __str__ = __bool__ = __len__ = __iter__ = __hash__ = loop
    __getattribute__ = __reduce__ = __reduce_ex__ = __getstate__ = __class__ = loop


def attack(place):
    return Slow()
