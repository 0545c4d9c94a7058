# All leading letters v go, not one.
# shows: parse_version("vv1.2")


def parse_version(text: str) -> tuple[int, ...]:
    if text.startswith("v"):
        text = text[1:]
    parts = text.split(".")
    if len(parts) > 4:
        raise ValueError("too many parts")
    return tuple(int(part) for part in parts)


# --- new ---


def parse_version(text: str) -> tuple[int, ...]:
    text = text.lstrip("v")
    parts = text.split(".")
    if len(parts) > 4:
        raise ValueError("too many parts")
    return tuple(int(part) for part in parts)
