# Archives made by tar are taken for plain gzip files. Intended: name is a str.
# shows: file_kind("backup.tar.gz")


def file_kind(name):
    if name.startswith("."):
        return "hidden"
    if name.endswith(".tar.gz"):
        return "archive"
    if name.endswith(".gz"):
        return "compressed"
    if name.endswith((".jpg", ".png")):
        return "image"
    return "other"


# --- new ---


def file_kind(name):
    if name.startswith("."):
        return "hidden"
    if name.endswith(".gz"):
        return "compressed"
    if name.endswith(".tar.gz"):
        return "archive"
    if name.endswith((".jpg", ".png")):
        return "image"
    return "other"
