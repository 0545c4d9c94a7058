"""How is a difference in a file, a table or a log drawn in few lines?"""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice

from swerve.model import Traced, Witness
from swerve.model.plurals import counted

_MOST = 6


def effect_at(witness: Witness) -> Traced | None:
    """The effect that holds the place where the versions part."""
    around = [
        each
        for each in witness.effects
        if witness.place == each.place
        or witness.place.startswith((f"{each.place},", f"{each.place} "))
    ]
    return max(around, key=lambda each: len(each.place), default=None)


def small_diff(witness: Witness) -> list[str]:
    """The lines that differ, with one around; none where old and new say it as well."""
    effect = effect_at(witness)
    if effect is None or effect.old is None or effect.new is None:
        return []
    old, new = effect.old.splitlines(), effect.new.splitlines()
    if max(len(old), len(new)) < 2:
        return []
    lines = [
        f"{line[:1]} {line[1:]}"
        for line in islice(unified_diff(old, new, n=1, lineterm=""), 2, None)
        if not line.startswith("@@")
    ]
    more = len(lines) - _MOST
    return lines if more <= 0 else [*lines[: _MOST - 1], f"  … {counted(more + 1, 'more line')}"]
