# A port that is written with a plus sign is refused.
# shows: port_of("+8080")


def port_of(value: int | str) -> int:
    if isinstance(value, str):
        if value == "http":
            return 80
        number = int(value)
    else:
        number = value
    if not 0 < number < 65536:
        raise ValueError("port")
    return number


# --- new ---


def port_of(value: int | str) -> int:
    if isinstance(value, str):
        if value == "http":
            return 80
        if value.startswith("+"):
            raise ValueError("sign")
        number = int(value)
    else:
        number = value
    if not 0 < number < 65536:
        raise ValueError("port")
    return number
