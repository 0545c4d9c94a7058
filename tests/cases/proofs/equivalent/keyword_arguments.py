# Arguments of a call are bound to names first.
# calls: f(3); f(0); f(-1)

def box(width, *, height):
    return [width, height]


def f(size):
    return box(size + 1, height=size + 2)
# --- new ---
def box(width, *, height):
    return [width, height]


def f(size):
    width = size + 1
    height = size + 2
    return box(width, height=height)
