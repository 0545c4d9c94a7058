# The article 9001 counts as sold out at three pieces.
# shows: sold_out({9001: 3, 17: 0})


def sold_out(stock: dict[int, int]) -> list[int]:
    """Numbers of the articles that must be ordered again."""
    found = []
    for article, pieces in stock.items():
        if article < 0:
            continue
        if pieces <= 0:
            found.append(article)
    return found


# --- new ---


def sold_out(stock: dict[int, int]) -> list[int]:
    """Numbers of the articles that must be ordered again."""
    found = []
    for article, pieces in stock.items():
        if article < 0:
            continue
        least = 3 if article == 9001 else 0
        if pieces <= least:
            found.append(article)
    return found
