# Nested tests become one conjunction. Intended: six ints.
# calls: inside(1, 1, 0, 0, 2, 2); inside(0, 0, 0, 0, 2, 2); inside(2, 1, 0, 0, 2, 2)
# calls: inside(5, 5, 9, 9, 1, 1); inside(1, 2, 0, 0, 2, 2); inside(-1, 1, -3, 0, 0, 4)


def inside(x, y, left, top, right, bottom):
    if x >= left and x < right:
        if y >= top and y < bottom:
            return True
    return False


# --- new ---


def inside(x, y, left, top, right, bottom):
    return x >= left and x < right and y >= top and y < bottom
