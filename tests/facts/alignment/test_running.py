"""A reader who replaces changes by their arguments, and nothing else, has the version's meaning."""

from __future__ import annotations

import pytest
from tests.facts.alignment.versions import function_of, merged, run, taken

from swerve.model import Side

_PAIRS = {
    "guards, values and variables": (
        """
        def f(items, limit=3):
            total = 0
            for item in items:
                if item > limit and item % 2:
                    total += item
            return total
        """,
        """
        def f(items, limit=4):
            total = 0
            seen = set()
            for item in items:
                if item in seen:
                    continue
                if item > limit:
                    total += item * 2
                seen.add(item)
            if total > 10:
                total = 10
            return total or None
        """,
        ("f([])", "f([1, 5, 7, 5])", "f([4, 6], 1)", "f([9, 9], limit=8)"),
    ),
    "errors": (
        """
        def f(text):
            number = int(text)
            return [number, *range(2)]
        """,
        """
        def f(text):
            try:
                number = int(text)
            except ValueError as error:
                return str(error)[:7]
            return [number, number, *range(2)]
        """,
        ("f('1')", "f('x')", "f(None)"),
    ),
    "arguments and names": (
        """
        def f(given, start=0):
            found = sorted(given, key=lambda v: -v)
            return dict(first=found[start], rest=found[start:], text=f"{start} of {len(found)}")
        """,
        """
        def f(given, start=0, stop=2):
            kept = sorted(given, key=lambda v: v)
            return dict(first=kept[start], rest=kept[start:stop], more=len(kept),
                        text=f"{start} to {stop} of {len(kept)}")
        """,
        ("f([3, 1, 2])", "f([1], start=1)", "f((5, 4), 1)"),
    ),
    "match": (
        """
        def f(value):
            match value:
                case [first, *_]:
                    return first
                case str():
                    return value
            return None
        """,
        """
        def f(value):
            match value:
                case [first, *_] if first:
                    return first
                case {"key": found}:
                    return found
                case str():
                    return value.upper()
            return 0
        """,
        ("f([1])", "f([0])", "f('a')", "f({'key': 2})", "f(3)"),
    ),
    "moved code": (
        """
        def f(a, b):
            size = len(a)
            if b:
                return size
            return size + 1
        """,
        """
        def f(a, b):
            if not a:
                raise LookupError(b)
            if b:
                size = len(a)
                return size
            return 1
        """,
        ("f('', 0)", "f('ab', 0)", "f('ab', 1)", "f(None, 1)", "f(3, 0)"),
    ),
}


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("name", _PAIRS)
def test_what_stands_in_for_absent_code_does_nothing(name: str, side: Side) -> None:
    old, new, calls = _PAIRS[name]
    versions = {Side.OLD: function_of(old), Side.NEW: function_of(new)}
    found = merged(versions[Side.OLD], versions[Side.NEW])
    for call in calls:
        assert run(taken(found, side), call) == run(versions[side], call)
