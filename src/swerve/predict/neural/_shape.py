"""How large is a network, and how does it count distances?"""

from __future__ import annotations

from dataclasses import dataclass

from swerve.facts.classes import ValueClass

from ._rows import SHAPES

CLASSES = len(ValueClass)
_NEAR, _STEPS, _FARTHEST = 8, 8, 512
#: Distances are told apart one by one when near, ever more roughly when far, each way.
BUCKETS = 2 * (_NEAR + _STEPS) - 1


@dataclass(frozen=True, slots=True)
class Shape:
    """What must be known of a network beside its weights."""

    names: int
    words: int
    width: int = 256
    narrow: int = 256
    inner: int = 1024
    heads: int = 8
    layers: int = 4
    shapes: int = len(SHAPES)

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """The arrays of weights by name, with how large each is."""
        width = self.width
        found: dict[str, tuple[int, ...]] = {
            "shapes.weight": (self.shapes, width),
            "names.weight": (self.names, self.narrow),
            "words.weight": (self.words, self.narrow),
            "widen.weight": (width, self.narrow),
            "after.weight": (width,),
            "classes.weight": (CLASSES, width),
            "classes.bias": (CLASSES,),
        }
        for number in range(self.layers):
            found |= {
                f"layers.{number}.before.weight": (width,),
                f"layers.{number}.neighbours": (3, width),
                f"layers.{number}.inward.weight": (3 * width, width),
                f"layers.{number}.distance": (BUCKETS, self.heads),
                f"layers.{number}.outward.weight": (width, width),
                f"layers.{number}.between.weight": (width,),
                f"layers.{number}.wide.weight": (self.inner, width),
                f"layers.{number}.wide.bias": (self.inner,),
                f"layers.{number}.narrow.weight": (width, self.inner),
            }
        return found


def buckets_of_distances(length: int) -> list[int]:
    """The bucket of each distance from `1 - length` to `length - 1`."""
    return [_bucket(distance) for distance in range(1 - length, length)]


def _bucket(distance: int) -> int:
    far = abs(distance)
    step = far
    if far >= _NEAR:
        step = _NEAR
        limit = float(_NEAR)
        growth = (_FARTHEST / _NEAR) ** (1 / _STEPS)
        while far >= limit * growth and step < _NEAR + _STEPS - 1:
            limit *= growth
            step += 1
    middle = _NEAR + _STEPS - 1
    return middle + step if distance > 0 else middle - step
