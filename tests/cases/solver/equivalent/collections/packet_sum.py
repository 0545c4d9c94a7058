# A sum over bytes, with the rest taken at each step or at the end.
# calls: checksum(b""); checksum(b"\x00"); checksum(b"\xff\xff"); checksum(b"abc"); checksum(b"\x80" * 4)
# calls: checksum(b"\x01\xff")


def checksum(packet: bytes) -> int:
    total = 0
    for byte in packet:
        total = (total + byte) % 256
    return total


# --- new ---


def checksum(packet: bytes) -> int:
    return sum(packet) % 256
