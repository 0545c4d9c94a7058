# shows: raised MemoryError | out of memory
# threat: memory
"""Asks for more memory than it may have, in one go."""


def attack(place):
    return bytearray(3 << 30)
