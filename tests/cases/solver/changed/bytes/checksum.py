# The sum of a packet may be 0x5a or 0x5b.
# shows: is_sound(bytes([0x2B, 0x20, 0x10]))


def is_sound(packet: bytes) -> bool:
    if len(packet) < 3:
        return False
    total = 0
    for byte in packet:
        total = (total + byte) % 256
    return total == 0x5A


# --- new ---


def is_sound(packet: bytes) -> bool:
    if len(packet) < 3:
        return False
    total = 0
    for byte in packet:
        total = (total + byte) % 256
    return total in (0x5A, 0x5B)
