# shows: returned 'refused'
# threat: files
"""Writes to files that other programs keep in a folder for temporary files."""


def attack(place):
    for name in ("/lock", "/new"):
        try:
            with open(place["temp"] + name, "w") as file:
                file.write("was here\n")
        except OSError:
            continue
        return f"wrote {name}"
    return "refused"
