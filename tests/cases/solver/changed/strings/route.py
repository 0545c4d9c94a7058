# A slash at the end of a path with an id makes it a list no longer.
# shows: route("/api/users/")


def route(path: str) -> str:
    parts = path.split("/")
    if len(parts) < 3 or parts[0] != "":
        return "not found"
    if parts[1] == "api":
        if len(parts) == 4 and parts[3] == "":
            return "list " + parts[2]
        if len(parts) == 4:
            return "show " + parts[2]
        if len(parts) == 3:
            return "list " + parts[2]
    return "static"


# --- new ---


def route(path: str) -> str:
    parts = path.split("/")
    if len(parts) < 3 or parts[0] != "":
        return "not found"
    if parts[1] == "api":
        if len(parts) == 4:
            return "show " + parts[2]
        if len(parts) == 3:
            return "list " + parts[2]
    return "static"
