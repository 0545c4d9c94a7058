# A tag that is left open is an error at the end.
# shows: spans(["<b>", "x"])

from collections.abc import Iterator


def spans(tokens: list[str]) -> Iterator[str]:
    is_open = False
    for token in tokens:
        if token == "<b>":
            is_open = True
        elif token == "</b>":
            is_open = False
        else:
            yield token.upper() if is_open else token


# --- new ---

from collections.abc import Iterator


def spans(tokens: list[str]) -> Iterator[str]:
    is_open = False
    for token in tokens:
        if token == "<b>":
            is_open = True
        elif token == "</b>":
            is_open = False
        else:
            yield token.upper() if is_open else token
    if is_open:
        raise ValueError("open tag")
