"""What does a project call noise?"""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from swerve.model.errors import BadRule
from swerve.observe.comparison._paths import BadPath, Path, path_from

#: The rules that have a name, with what they set aside.
RULES: Mapping[str, str] = MappingProxyType(
    {
        "address": "hexadecimal numbers of 6 to 16 digits in text, `0x7f3a2c41d0e0`",
        "aliasing": "whether two places hold the same object or equal ones",
        "date": "`date` objects, and dates in text: `2024-05-01`, `1 May 2024`",
        "duration": "`timedelta` objects, and durations in text: `0.31 s`, `12ms`, `0:00:07`",
        "epoch": "numbers that are a time between 2001 and 2099, in s, ms, µs or ns since 1970",
        "message": "what exceptions and warnings say; their types still count",
        "private": "attributes whose name starts with one underscore",
        "tempname": "paths of temporary files in text: `/tmp/tmpk2_x9a1c/out.csv`",
        "timestamp": "`datetime` objects, and dates with a time in text: `2024-05-01T10:30:00Z`",
        "uuid": "`UUID` objects, and UUIDs in text, with or without dashes",
    }
)
#: The rules that take a word behind a colon.
RULES_WITH_A_WORD: Mapping[str, str] = MappingProxyType(
    {
        "path": "a place and what is below it: `path:result.id`, `path:result[*].id`, `path:**.id`",
        "type": "values of a type, by module and name: `type:shop.cart.Token`",
    }
)

_PANDAS = "pandas._libs.tslibs"
_TYPES = {
    "date": ("datetime.date",),
    "duration": ("datetime.timedelta", "numpy.timedelta64", f"{_PANDAS}.timedeltas.Timedelta"),
    "timestamp": (
        *("datetime.datetime", "datetime.time", "time.struct_time"),
        *("numpy.datetime64", f"{_PANDAS}.timestamps.Timestamp"),
    ),
    "uuid": ("uuid.UUID",),
}
_PATHS = {"message": (path_from("exception.*"), path_from("warnings[*][1]"))}


@dataclass(frozen=True, slots=True)
class Rules:
    """What a project sets aside when values are compared. Made by `rules_from`."""

    #: How far two floats may be apart, relative to the larger or to 1; exact when `None`.
    tolerance: float | None = None
    #: Names out of `RULES`.
    names: frozenset[str] = frozenset()
    paths: tuple[Path, ...] = ()
    types: frozenset[str] = frozenset()
    #: Classes and functions that got another name or place: "shop.cart.Cart" to "shop.basket.Cart".
    #: Filled by whoever knows the change, never by a project.
    renamed: tuple[tuple[str, str], ...] = ()


def rules_from(ignore: Sequence[str], tolerance: float | None = None) -> Rules:
    """Read the rules as a project writes them; `BadRule` names the first that makes no sense."""
    names: set[str] = set()
    paths: list[Path] = []
    types: set[str] = set()
    for rule in ignore:
        name, colon, word = rule.partition(":")
        if not colon and name in RULES:
            names.add(name)
            paths.extend(_PATHS.get(name, ()))
            types.update(_TYPES.get(name, ()))
        elif colon and name == "path":
            paths.append(_path(rule, word))
        elif colon and name == "type":
            types.add(_type(rule, word))
        else:
            raise _unknown(rule, name, colon)
    return Rules(_tolerance(tolerance), frozenset(names), tuple(paths), frozenset(types))


def _path(rule: str, word: str) -> Path:
    try:
        return path_from(word)
    except BadPath as error:
        raise BadRule(
            f"The path of the rule {_quoted(rule)} {error}.",
            "Write it as a report shows it: `path:result.items[2].price`; `[*]`, `.*` and `**` "
            "stand for any item, any attribute, any steps.",
        ) from error


def _type(rule: str, word: str) -> str:
    if all(part.isidentifier() or part == "<locals>" for part in word.split(".")):
        return word
    raise BadRule(
        f"The rule {_quoted(rule)} names no type.",
        "Write module and name: `type:shop.cart.Token`, or the name of a builtin: `type:bytes`.",
    )


def _unknown(rule: str, name: str, colon: str) -> BadRule:
    if name in RULES_WITH_A_WORD:
        hint = f"`{name}` needs a word: {RULES_WITH_A_WORD[name].partition(': ')[2]}."
    elif name in RULES:
        hint = f"`{name}` takes no word behind it: write `{name}`."
    elif name.startswith(("result", "exception", "receiver", "arguments", "std", "warnings")):
        hint = f"For a place in the value write `path:{rule}`."
    else:
        known = [*RULES, *(f"{name}:" for name in RULES_WITH_A_WORD)]
        near = difflib.get_close_matches(name.lower() + colon, known, n=1, cutoff=0.5)
        hint = f"Did you mean `{near[0]}`?" if near else f"There are: {', '.join(known)}."
    return BadRule(f"There is no rule {_quoted(rule)}.", hint)


def _tolerance(tolerance: float | None) -> float | None:
    if tolerance is None or (math.isfinite(tolerance) and 0 <= tolerance < 1):
        return tolerance or None
    raise BadRule(
        f"A tolerance of {tolerance} makes no sense.",
        "It is at least 0 and below 1: 1e-9 lets floats differ by a billionth of their size.",
    )


def _quoted(text: str) -> str:
    return f"`{text}`" if text.isprintable() else f"`{text!r}`"
