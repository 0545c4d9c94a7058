from typing import overload

@overload
def f(x: int) -> float: ...
@overload
def f(x: str) -> str: ...
def f(x):
    return x
