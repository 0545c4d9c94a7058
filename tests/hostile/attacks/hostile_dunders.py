# shows: returned
# threat: values
"""Returns an object that lies and fails wherever it is looked at."""


class Nasty:
    def fail(self, *args, **kwargs):
        raise SystemExit("looked at")

    __eq__ = __ne__ = __lt__ = __repr__ = __str__ = __bool__ = __len__ = __iter__ = fail
    __getattribute__ = __getattr__ = __reduce__ = __reduce_ex__ = __getstate__ = fail
    __format__ = __sizeof__ = __dir__ = __copy__ = __deepcopy__ = __call__ = __contains__ = fail

    def __hash__(self):
        raise SystemExit("looked at")

    @property
    def __class__(self):
        raise SystemExit("looked at")

    @property
    def __dict__(self):
        raise SystemExit("looked at")


def attack(place):
    return [Nasty(), {"key": Nasty()}, (Nasty(),)]
