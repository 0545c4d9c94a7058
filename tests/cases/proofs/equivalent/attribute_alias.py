# A method was looked up once and is looked up again where it is used.
# calls: f(Box(3)); f(Box(0)); f(Box(-1))

class Box:
    def __init__(self, size: int):
        self.size = size


def f(box):
    size = box.size
    if size > 0:
        return size * 2
    return size
# --- new ---
class Box:
    def __init__(self, size: int):
        self.size = size


def f(box):
    if box.size > 0:
        return box.size * 2
    return box.size
