# A name is cut after 63 characters, not after 64.
# shows: display_name("Maximiliane " * 6, 7)


def display_name(name: str, number: int) -> str:
    shown = name[:64].replace("\n", " ")
    return "#" + str(number) + " " + shown


# --- new ---


def display_name(name: str, number: int) -> str:
    shown = name[:63].replace("\n", " ")
    return "#" + str(number) + " " + shown
