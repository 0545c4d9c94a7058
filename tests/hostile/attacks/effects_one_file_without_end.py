# shows: timeout
# threat: disk
"""Writes to one file until it is stopped, and takes no refusal for an answer."""


def attack(place):
    with open("file", "wb", 0) as file:
        while True:
            try:
                file.write(b"x" * 65536)
            except OSError:
                continue
