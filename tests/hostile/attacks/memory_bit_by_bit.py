# shows: out of memory
# threat: memory
# limit: 2
"""Takes memory in small pieces and uses each. Ends at 600 MiB, should nobody mind."""


def attack(place):
    kept = []
    try:
        for _ in range(600):
            kept.append(bytearray(b"x" * (1 << 20)))
    except MemoryError:
        pass
    while True:
        pass
