# Gears without play make the new version divide by zero.
# shows: ratio(97, 10)


def ratio(teeth: int, pinion: int) -> int:
    if teeth <= 0 or pinion <= 0:
        raise ValueError("no teeth")
    play = teeth - 2 * pinion - 77
    if play == 0:
        return 0
    return 1000 * teeth // play


# --- new ---


def ratio(teeth: int, pinion: int) -> int:
    if teeth <= 0 or pinion <= 0:
        raise ValueError("no teeth")
    play = teeth - 2 * pinion - 77
    return 1000 * teeth // play
