def area(w, h):
    """Area."""
    return w * h
