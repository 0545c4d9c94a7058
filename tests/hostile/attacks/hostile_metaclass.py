# shows: returned
# threat: values
"""Returns a class, and an instance, whose own class lies about both."""


class Meta(type):
    def __getattribute__(cls, name):
        raise SystemExit(name)

    def __instancecheck__(cls, thing):
        raise SystemExit("asked")

    __subclasscheck__ = __repr__ = __hash__ = __eq__ = __dir__ = __instancecheck__


def attack(place):
    made = type.__call__(Meta, "Made", (), {"__slots__": ("field",)})
    return [made, object.__new__(made)]
