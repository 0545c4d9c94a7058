# An empty nickname of Dr. Who counts as none. Intended: a str, and a str or None.
# shows: greeting("Dr. Who", "")


def greeting(name, nickname=None):
    if name.startswith("Dr. "):
        called = name if nickname is None else nickname
    else:
        called = nickname or name
    return "Dear " + called + ","


# --- new ---


def greeting(name, nickname=None):
    if name.startswith("Dr. "):
        called = nickname or name
    else:
        called = nickname or name
    return "Dear " + called + ","
