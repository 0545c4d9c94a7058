"""What a run of a function would have sent, made from values at hand."""

from __future__ import annotations

from swerve.model.behaviour import Behaviour, Raised, Returned, StopReason, Unfinished
from swerve.observe.comparison import NO_NOISE, Agreement, Different, Noise, Rules, compare
from swerve.worker.snapshot.snapshot import LIMITS, Limits, take_snapshot

NO_RULES = Rules()


def returned(result: object, *, limits: Limits = LIMITS, **others: object) -> Behaviour:
    """A run that returned, and more roots; `arguments_a` stands for `arguments.a`."""
    roots = [("result", result), *_named(others)]
    return Behaviour(Returned(), take_snapshot(roots, limits))


def raised(error: BaseException, **others: object) -> Behaviour:
    """A run that raised."""
    return Behaviour(Raised(), take_snapshot([("exception", error), *_named(others)]))


def ended(reason: StopReason, detail: str = "") -> Behaviour:
    """A run that did not finish."""
    return Behaviour(Unfinished(reason, detail))


def _named(others: dict[str, object]) -> list[tuple[str, object]]:
    return [(name.replace("arguments_", "arguments."), value) for name, value in others.items()]


def values_compared(
    old: object, new: object, rules: Rules = NO_RULES, noise: Noise = NO_NOISE
) -> Agreement:
    """Compare two results."""
    return compare(returned(old), returned(new), rules, noise)


def difference(old: object, new: object, rules: Rules = NO_RULES) -> Different:
    """Compare two results that must differ."""
    found = values_compared(old, new, rules)
    assert isinstance(found, Different), found
    return found


class Thing:
    """An object with attributes."""

    def __init__(self, **attributes: object) -> None:
        self.__dict__.update(attributes)
