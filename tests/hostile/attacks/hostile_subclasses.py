# shows: returned
# threat: values
"""Returns subclasses of the builtin types that lie about what they hold."""


def fail(self, *args, **kwargs):
    raise KeyboardInterrupt("looked at")


METHODS = ("__len__", "__iter__", "__getitem__", "__repr__", "__str__", "__eq__", "__contains__")


def hostile(base):
    extra = {"keys": fail, "values": fail, "items": fail, "__index__": fail, "__int__": fail}
    return type("Hostile", (base,), {**dict.fromkeys(METHODS, fail), **extra})


def attack(place):
    return [hostile(base)() for base in (list, tuple, dict, str, bytes, int, float, set)]
