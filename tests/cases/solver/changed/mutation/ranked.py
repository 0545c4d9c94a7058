# Long lists are sorted in place.
# shows: podium([9, 4, 7, 1, 8, 2, 6])


def podium(times: list[int]) -> list[int]:
    """Return the three best times, without those who started too early."""
    if len(times) < 7:
        return sorted(time for time in times if time >= 0)[:3]
    ordered = sorted(times)
    return [time for time in ordered if time >= 0][:3]


# --- new ---


def podium(times: list[int]) -> list[int]:
    """Return the three best times, without those who started too early."""
    if len(times) < 7:
        return sorted(time for time in times if time >= 0)[:3]
    times.sort()
    ordered = times
    return [time for time in ordered if time >= 0][:3]
