from typing import Optional

def f(x: list[int], y: int | None = None) -> tuple[list[int], int | None]:
    z: list[int] = x
    return z, y
