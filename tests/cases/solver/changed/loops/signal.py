# Three high samples after a low one are a signal; two do.
# shows: signal_at([5, 90, 95, 20])


def signal_at(samples: list[int]) -> int:
    """Return where a signal starts; -1 if there is none."""
    state = 0
    for i, sample in enumerate(samples):
        if sample < 10:
            state = 1
        elif 90 <= sample < 120 and state > 0:
            state += 1
            if state == 4:
                return i - 2
        else:
            state = 0
    return -1


# --- new ---


def signal_at(samples: list[int]) -> int:
    """Return where a signal starts; -1 if there is none."""
    state = 0
    for i, sample in enumerate(samples):
        if sample < 10:
            state = 1
        elif 90 <= sample < 120 and state > 0:
            state += 1
            if state == 3:
                return i - 1
        else:
            state = 0
    return -1
