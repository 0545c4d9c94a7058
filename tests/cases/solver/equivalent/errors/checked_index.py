# The error is raised by a test before, or made of another one.
# calls: stop_at([], 0); stop_at(["a"], 0); stop_at(["a"], 1); stop_at(["a", "b"], -1); stop_at(["a"], -2)
# calls: stop_at(["a", "b", "c"], 2)


def stop_at(stops: list[str], number: int) -> str:
    if number < 0 or number >= len(stops):
        raise LookupError("no such stop")
    return stops[number]


# --- new ---


def stop_at(stops: list[str], number: int) -> str:
    if number < 0:
        raise LookupError("no such stop")
    try:
        return stops[number]
    except IndexError:
        raise LookupError("no such stop") from None
