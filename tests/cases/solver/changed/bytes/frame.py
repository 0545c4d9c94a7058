# A frame may be followed by one byte more than it says. Intended: bytes.
# shows: payload(b"\x02ab\n")


def payload(frame):
    """Return what a frame carries; its first byte says how many bytes that are."""
    if len(frame) == 0:
        return None
    size = frame[0]
    if size == 0 or len(frame) != size + 1:
        return None
    return frame[1 : size + 1]


# --- new ---


def payload(frame):
    """Return what a frame carries; its first byte says how many bytes that are."""
    if len(frame) == 0:
        return None
    size = frame[0]
    if size == 0 or not size + 1 <= len(frame) <= size + 2:
        return None
    return frame[1 : size + 1]
