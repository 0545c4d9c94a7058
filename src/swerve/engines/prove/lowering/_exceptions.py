"""Which exceptions do nothing but keep what they are given?"""

from __future__ import annotations

#: Exceptions that keep their arguments as they are given, and do nothing else.
PLAIN_EXCEPTIONS = frozenset(
    {
        "ArithmeticError",
        "AssertionError",
        "BufferError",
        "Exception",
        "IndexError",
        "KeyError",
        "LookupError",
        "NotImplementedError",
        "OverflowError",
        "RecursionError",
        "RuntimeError",
        "TypeError",
        "ValueError",
        "ZeroDivisionError",
    }
)
