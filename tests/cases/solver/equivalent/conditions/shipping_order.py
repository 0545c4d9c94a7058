# Tests that exclude each other stand in another order.
# calls: band(-1); band(0); band(499); band(500); band(1999); band(2000); band(5000); band(5001)


def band(grams: int) -> str:
    if grams < 0:
        raise ValueError("weight")
    if grams < 500:
        return "letter"
    if grams < 2000:
        return "small"
    if grams <= 5000:
        return "parcel"
    return "freight"


# --- new ---


def band(grams: int) -> str:
    if grams > 5000:
        return "freight"
    if 2000 <= grams <= 5000:
        return "parcel"
    if 500 <= grams < 2000:
        return "small"
    if grams >= 0:
        return "letter"
    raise ValueError("weight")
