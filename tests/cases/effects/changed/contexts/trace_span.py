# A span that ends with an exception stays among the open ones.
# function: traced_sum
# shows: traced_sum("checkout", ["12", "x"])
# effect: state OPEN_SPANS

from contextlib import contextmanager

OPEN_SPANS: list[str] = []


@contextmanager
def span(name: str):
    OPEN_SPANS.append(name)
    try:
        yield name
    finally:
        OPEN_SPANS.pop()


def traced_sum(name: str, amounts: list[str]) -> int:
    total = 0
    with span(name):
        for number, amount in enumerate(amounts):
            with span(f"{name}/{number}"):
                total += int(amount)
    return total
# --- new ---
OPEN_SPANS: list[str] = []


class span:
    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> str:
        OPEN_SPANS.append(self.name)
        return self.name

    def __exit__(self, kind, error, trace) -> None:
        if kind is None:
            OPEN_SPANS.pop()


def traced_sum(name: str, amounts: list[str]) -> int:
    total = 0
    with span(name):
        for number, amount in enumerate(amounts):
            with span(f"{name}/{number}"):
                total += int(amount)
    return total
