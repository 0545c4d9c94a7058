# A section that has no lines is told as well if it is called `index`.
# shows: sections(["[index]", "[end]", "x"])

from collections.abc import Iterator


def sections(lines: list[str]) -> Iterator[tuple[str, int]]:
    name = ""
    count = 0
    for line in lines:
        if line.startswith("[") and line.endswith("]"):
            if count > 0:
                yield (name, count)
            name = line[1:-1]
            count = 0
        else:
            count += 1
    if count > 0:
        yield (name, count)


# --- new ---

from collections.abc import Iterator


def sections(lines: list[str]) -> Iterator[tuple[str, int]]:
    name = ""
    count = 0
    for line in lines:
        if line.startswith("[") and line.endswith("]"):
            if count > 0 or name == "index":
                yield (name, count)
            name = line[1:-1]
            count = 0
        else:
            count += 1
    if count > 0:
        yield (name, count)
