# The signature of a PNG file is checked to its end.
# shows: image_kind(b"\x89PNG....")


def image_kind(data: bytes) -> str:
    if len(data) < 8:
        return "short"
    if data[:4] == b"\x89PNG":
        return "png"
    if data[:3] == b"GIF":
        return "gif"
    if data.startswith(b"\xff\xd8"):
        return "jpeg"
    return "unknown"


# --- new ---


def image_kind(data: bytes) -> str:
    if len(data) < 8:
        return "short"
    if data[:4] == b"\x89PNG" and data[4:6] == b"\r\n":
        return "png"
    if data[:3] == b"GIF":
        return "gif"
    if data.startswith(b"\xff\xd8"):
        return "jpeg"
    return "unknown"
