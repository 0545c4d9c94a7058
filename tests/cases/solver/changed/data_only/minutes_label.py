# The last minute of a day is shown as the one before. Intended: an int.
# shows: label(2879)


def label(minute):
    inside = minute % 1440
    hour = inside // 60
    return [hour, inside - 60 * hour]


# --- new ---


def label(minute):
    inside = min(minute % 1440, 1438)
    hour = inside // 60
    return [hour, inside - 60 * hour]
