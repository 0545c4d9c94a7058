# Segments along the line x = 12 have no length. Intended: a Segment.
# shows: length(Segment(Point(12, 3), Point(12, 8)))

from typing import NamedTuple


class Point(NamedTuple):
    x: int
    y: int


class Segment(NamedTuple):
    start: Point
    end: Point


def length(segment):
    across = abs(segment.start.x - segment.end.x)
    up = abs(segment.start.y - segment.end.y)
    if across == 0:
        return up
    if up == 0:
        return across
    return across + up


# --- new ---

from typing import NamedTuple


class Point(NamedTuple):
    x: int
    y: int


class Segment(NamedTuple):
    start: Point
    end: Point


def length(segment):
    across = abs(segment.start.x - segment.end.x)
    up = abs(segment.start.y - segment.end.y)
    if across == 0:
        return up if segment.start.x != 12 else 0
    if up == 0:
        return across
    return across + up
