# shows: returned 'refused'
# threat: files
"""Writes to the user's files through links, of its own and of the user's."""

import os
import tempfile


def attack(place):
    link = os.path.join(tempfile.gettempdir(), "link")
    os.symlink(place["vault"], link)
    hard = os.path.join(tempfile.gettempdir(), "hard")
    paths = [link + "/gold", place["home"] + "/work/vault/gold", "/proc/self/root" + place["vault"]]
    try:
        os.link(place["vault"] + "/gold", hard)
        paths.append(hard)
    except OSError:
        pass
    for path in paths:
        try:
            with open(path, "a") as file:
                file.write("was here\n")
        except OSError:
            continue
        return f"wrote {path}"
    return "refused"
