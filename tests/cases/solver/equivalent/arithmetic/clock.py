# Parts of a time by `divmod`, or by quotient and rest; negative ints included.
# calls: clock(0); clock(59); clock(3600); clock(86399); clock(86400); clock(-1)


def clock(seconds: int) -> tuple[int, int, int]:
    inside = seconds % 86400
    return (inside // 3600, inside % 3600 // 60, inside % 60)


# --- new ---


def clock(seconds: int) -> tuple[int, int, int]:
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return (hours % 24, minute, second)
