"""Does a test use what a contract says is gone, or has another name?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from swerve.meaning.contract import Contract, Presence

#: What Python raises where a name, or a call, no longer fits.
_NAMES = ("ImportError", "AttributeError", "NameError")
_CALLS = ("TypeError",)


def taken_away(why: str, contracts: Iterable[Contract]) -> str:
    """What the contract takes away that a test fails for, in words; empty where it is none."""
    return next((found for each in contracts for found in _taken(why, each)), "")


def _taken(why: str, contract: Contract) -> Iterator[str]:
    place = f"{contract.file}:{contract.span.line}"
    name, was = (each.rpartition(".")[2] for each in (contract.function, contract.old_function))
    if name != was and why.startswith(_NAMES) and _names(why, was):
        yield f"it uses `{was}`, which is called `{name}` now ({place})"
    if not why.startswith(_CALLS) or not re.search(rf"\b{re.escape(name)}\(\)", why):
        return
    for parameter in contract.parameters:
        is_named = _names(why, parameter.old_name) or _names(why, parameter.name)
        if parameter.presence is Presence.OLD and (is_named or "positional" in why):
            yield f"it gives `{name}` the parameter `{parameter.old_name}`, which is gone ({place})"
        elif parameter.presence is Presence.NEW and is_named:
            yield f"it does not give `{name}` the new parameter `{parameter.name}` ({place})"
        elif parameter.name != parameter.old_name and is_named:
            yield (
                f"it gives `{name}` the parameter `{parameter.old_name}`, which is called "
                f"`{parameter.name}` now ({place})"
            )


def _names(why: str, name: str) -> bool:
    return f"'{name}'" in why
