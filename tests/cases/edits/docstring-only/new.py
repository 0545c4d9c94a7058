def area(w, h):
    """The area of a rectangle."""
    return w * h
