# shows: returned 'refused'
# threat: worker
"""Opens the memory of the processes above it, to write there."""

import os


def parent_of(process):
    with open(f"/proc/{process}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])


def attack(place):
    process = os.getppid()
    while process > 1 and process not in place["never"]:
        try:
            open(f"/proc/{process}/mem", "r+b").close()
        except OSError:
            pass
        else:
            return f"opened {process}"
        process = parent_of(process)
    return "refused"
