# `or` instead of a test for None: an empty name gives the same text either way.
# calls: display(None); display(""); display("Ada"); display(" "); display("None"); display("x")


def display(name: str | None) -> str:
    if name is None or name == "":
        return "anonymous"
    return name


# --- new ---


def display(name: str | None) -> str:
    return name or "anonymous"
