"""How does a file come to be watched when it is imported?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from types import CodeType
from typing import Any
from warnings import catch_warnings, simplefilter

from ._compiled_probes import noting, put_probes, with_probes
from ._monitoring import Monitor, code_inside
from ._places import Place, places_in
from ._seen import Seen
from .conditions import behind, is_part, wrap_parts

#: Gives a probe for lines its number.
Number = Callable[[Sequence[int]], int]


def probed(
    loader: Any, path: str, source: bytes, lines: frozenset[int], number: Number, seen: Seen
) -> CodeType:
    """The code of a file, with probes in it."""
    tree = ast.parse(source, path)
    places = _watched_places(tree, source, _without_parts(lines))
    _watch_parts(tree, lines, number)
    put_probes(places, [number(place.lines) for place in places])
    return with_probes(loader.source_to_code(tree, path), seen)


def with_parts(
    loader: Any, path: str, source: bytes, lines: frozenset[int], number: Number, seen: Seen
) -> CodeType | None:
    """The code of a file in which parts of expressions are watched; None where there are none."""
    if not any(map(is_part, lines)):
        return None
    tree = _parsed_silently(source)
    if not _watch_parts(tree, lines, number):
        return None
    return with_probes(loader.source_to_code(tree, path), seen)


def _watch_parts(tree: ast.Module, lines: frozenset[int], number: Number) -> bool:
    return wrap_parts(
        tree, lines.__contains__, lambda part, node: behind(noting(number((part,))), node)
    )


def _without_parts(lines: frozenset[int]) -> frozenset[int]:
    return frozenset(line for line in lines if not is_part(line))


def _watched_places(tree: ast.Module, source: bytes, lines: frozenset[int]) -> list[Place]:
    """Places with watched lines, and only these lines in them."""
    found: list[Place] = []
    for place in places_in(tree, source, lines):
        own = [line for line in place.lines if line in lines]
        if own and found and found[-1].is_just_before(place):
            found[-1].lines.extend(own)
        elif own:
            found.append(place._replace(lines=own))
    return found


def monitored(
    code: CodeType, source: bytes, lines: frozenset[int], number: Number, monitor: Monitor
) -> None:
    """Have the monitor hear of lines of the code.

    The first line of a place, and lines without instructions, count with any line of the place: the
    first of `assert (` has instructions only for when it fails.
    """
    lines = _without_parts(lines)
    all_code = list(code_inside(code))
    with_instructions = {line for one in all_code for _, _, line in one.co_lines() if line}
    heard: dict[int, list[int]] = {}
    starts: dict[tuple[int, str], list[int]] = {}
    for place in places_in(_parsed_silently(source), source, lines):
        own = [line for line in place.lines if line in lines]
        if own and place.kind == "start":
            starts[place.function()] = own
            continue
        for line in own:
            for at in _events_for(line, place, with_instructions):
                heard.setdefault(at, []).append(line)
    numbers = {at: number(own) for at, own in heard.items()}
    start_numbers = {key: number(own) for key, own in starts.items()}
    for one in all_code:
        here = {at: numbers[at] for _, _, at in one.co_lines() if at in numbers}
        start = start_numbers.get((one.co_firstlineno, one.co_name), 0)
        if one is not code and not start:
            # Python 3.13.0 does not tell of a line that a function starts on.
            start = here.get(one.co_firstlineno, 0)
        if here or start:
            monitor.attach(one, here, start)


def _events_for(line: int, place: Place, with_instructions: set[int]) -> list[int]:
    if line in with_instructions and line != place.first:
        return [line]
    found = [other for other in place.lines if other in with_instructions]
    return found or [at for at in [place.first] if at in with_instructions]


def _parsed_silently(source: bytes) -> ast.Module:
    """Parse what was compiled before, and warned of then."""
    with catch_warnings():
        simplefilter("ignore")
        return ast.parse(source)
