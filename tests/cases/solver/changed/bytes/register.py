# The register 0xCAFE answers 1.
# shows: answer(b"\xca\xfe\x07")


def answer(message: bytes) -> int:
    if len(message) != 3:
        raise ValueError("length")
    register = message[0] * 256 + message[1]
    if register < 0x1000:
        return message[2]
    if register >= 0xF000:
        return -1
    return 0


# --- new ---


def answer(message: bytes) -> int:
    if len(message) != 3:
        raise ValueError("length")
    register = message[0] * 256 + message[1]
    if register < 0x1000:
        return message[2]
    if register >= 0xF000:
        return -1
    if register == 0xCAFE:
        return 1
    return 0
