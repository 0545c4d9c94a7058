# The inner loop becomes a function that returns.
# calls: seat([], "a"); seat([["a"]], "a"); seat([["b", "a"], ["a"]], "a"); seat([[], ["c"]], "c")
# calls: seat([["x"], ["y"]], "z"); seat([["q", "q"]], "q")


def seat(rows: list[list[str]], name: str) -> tuple[int, int] | None:
    found = None
    for i, row in enumerate(rows):
        for k, person in enumerate(row):
            if person == name:
                found = (i, k)
                break
        if found is not None:
            break
    return found


# --- new ---


def place_in(row: list[str], name: str) -> int:
    return row.index(name) if name in row else -1


def seat(rows: list[list[str]], name: str) -> tuple[int, int] | None:
    for i, row in enumerate(rows):
        place = place_in(row, name)
        if place >= 0:
            return (i, place)
    return None
