# One kind of card shows three digits, not four.
# shows: mask_card("5018000011112222")


def mask_card(number: str) -> str:
    if len(number) != 16:
        return "?" * len(number)
    shown = 4
    if number[:2] == "34" or number[:2] == "37":
        shown = 5
    return "*" * (16 - shown) + number[-shown:]


# --- new ---


def mask_card(number: str) -> str:
    if len(number) != 16:
        return "?" * len(number)
    shown = 4
    if number[:2] == "34" or number[:2] == "37":
        shown = 5
    elif number[:4] == "5018":
        shown = 3
    return "*" * (16 - shown) + number[-shown:]
