# shows: returned 'refused'
# threat: files
"""Writes to the project: to the copy that runs, and to the user's own."""

import os


def attack(place):
    paths = [__file__, os.path.join(os.path.dirname(__file__), "new.py")]
    paths += [place["project"] + "/pyproject.toml", place["project"] + "/new.py"]
    for path in paths:
        try:
            with open(path, "a") as file:
                file.write("# was here\n")
        except OSError:
            continue
        return f"wrote {path}"
    return "refused"
