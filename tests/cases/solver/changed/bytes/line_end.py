# All line ends go, not one. Intended: bytes.
# shows: chomp(b"ab\n\n")


def chomp(line):
    if line[:1] == b"#":
        return b""
    if line.endswith(b"\n"):
        line = line[:-1]
    return line


# --- new ---


def chomp(line):
    if line[:1] == b"#":
        return b""
    return line.rstrip(b"\n")
