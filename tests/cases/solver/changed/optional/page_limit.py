# A limit of nothing means all from page 50 on.
# shows: window(60, 0)


def window(page: int, limit: int | None) -> tuple[int, int]:
    if page < 50:
        size = 20 if limit is None else max(limit, 0)
    else:
        size = 100 if limit is None else max(limit, 0)
    return (page * size, page * size + size)


# --- new ---


def window(page: int, limit: int | None) -> tuple[int, int]:
    if page < 50:
        size = 20 if limit is None else max(limit, 0)
    else:
        size = max(limit, 0) if limit else 100
    return (page * size, page * size + size)
