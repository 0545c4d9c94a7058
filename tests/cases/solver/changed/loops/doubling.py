# Growth stops after nine steps, not after ten. Intended: an int.
# shows: steps_to(600)


def steps_to(goal):
    """How often 1 must be doubled to reach a goal; -1 if it takes too long."""
    size = 1
    for step in range(11):
        if size >= goal:
            return step
        size *= 2
    return -1


# --- new ---


def steps_to(goal):
    """How often 1 must be doubled to reach a goal; -1 if it takes too long."""
    size = 1
    for step in range(10):
        if size >= goal:
            return step
        size *= 2
    return -1
