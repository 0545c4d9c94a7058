"""Which parts of what a call is given may a condition speak of?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from swerve.meaning.contract._budget import CannotTell
from swerve.meaning.contract._things import Thing

#: Parts of one value that are looked at.
_MOST = 12
_DEPTH = 2


@dataclass(frozen=True, slots=True)
class Part:
    """An argument, or something in it: `order.lines`, `options.get('tax')`."""

    name: str
    #: Attributes, and keys of dicts.
    steps: tuple[tuple[str, bool], ...] = ()

    @property
    def text(self) -> str:
        """The part as a condition writes it."""
        written = (f".get({step!r})" if is_key else f".{step}" for step, is_key in self.steps)
        return self.name + "".join(written)

    def of(self, value: Any) -> Any:
        """The part of a value; `KeyError` or `AttributeError` where it has none."""
        for step, is_key in self.steps:
            if is_key:
                if not isinstance(value, dict):
                    raise KeyError(step)
                value = value.get(step)
            elif isinstance(value, Thing):
                value = value.field(step)
            else:
                raise AttributeError(step)
        return value


def parts_in(name: str, values: Sequence[Any]) -> list[Part]:
    """The parts that all these values have; a key counts that some of them have."""
    found: dict[Part, int] = {}
    for value in values:
        for part in _below(Part(name), value):
            found[part] = found.get(part, 0) + 1
    common = [
        part
        for part, count in found.items()
        if count == len(values) or (part.steps and part.steps[-1][1])
    ]
    return common[:_MOST]


def _below(part: Part, value: Any) -> Iterator[Part]:
    if len(part.steps) == _DEPTH:
        return
    steps: list[tuple[str, bool]] = []
    if isinstance(value, dict):
        steps = [(key, True) for key in value if type(key) is str]
    elif isinstance(value, Thing):
        steps = [(field, False) for field in value.fields if field.isidentifier()]
    for step in steps[:_MOST]:
        inner = Part(part.name, (*part.steps, step))
        yield inner
        try:
            below = Part("", (step,)).of(value)
        except (CannotTell, KeyError, AttributeError, RecursionError):
            continue
        yield from _below(inner, below)
