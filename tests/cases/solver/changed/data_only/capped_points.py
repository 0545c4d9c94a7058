# The most points of a game went down from 9999 to 9990, seen only in the sum.
# shows: season([9995, 3])


def season(games: list[int]) -> int:
    return sum(min(max(points, 0), 9999) for points in games)


# --- new ---


def season(games: list[int]) -> int:
    return sum(min(max(points, 0), 9990) for points in games)
