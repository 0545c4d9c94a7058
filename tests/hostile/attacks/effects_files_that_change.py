# shows: returned 'started'
# threat: scratch
# agrees: never
"""Has a thread that makes a file, a pipe and a link of one name in turn, while they are read."""

import os
import threading


def change():
    while True:
        try:
            with open("name", "w") as file:
                file.write("x" * 30000)
            os.remove("name")
            os.mkfifo("name")
            os.remove("name")
            os.symlink("/dev/zero", "name")
            os.remove("name")
        except OSError:
            continue


def attack(place):
    threading.Thread(target=change, daemon=True).start()
    return "started"
