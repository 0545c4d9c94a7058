"""What does a project call noise?"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from swerve.model.errors import BadRule
from swerve.model.registry import Registry
from swerve.observe.effects import EFFECT_KINDS

from ._paths import BadPath, Path, path_from


@dataclass(frozen=True, slots=True)
class Rule:
    """What is set aside under one name."""

    #: In words, as docs/comparing.md has them.
    about: str
    #: Values of these types, by module and name.
    types: tuple[str, ...] = ()
    #: These places and what is below them, written as reports show them.
    paths: tuple[str, ...] = ()
    #: A regular expression for parts of a text. It takes time linear in the text, whatever the
    #: text: target code chooses it.
    text: str = ""
    #: A regular expression for whole names of attributes.
    attributes: str = ""
    #: What a number is one of, equal for numbers that are not told apart; `None` for others.
    numbers: Callable[[float], object | None] | None = None
    #: Whether it matters that two places hold the same object, and not equal ones.
    minds_aliasing: bool = True


def _epoch_unit(number: float) -> int | None:
    """How many of what the number counts go into a second; `None` if it is no time of our days."""
    for unit in (1, 10**3, 10**6, 10**9):
        if _EPOCH[0] * unit <= number < _EPOCH[1] * unit:
            return unit
    return None


#: 2001 and 2100, in seconds since 1970.
_EPOCH = (1_000_000_000, 4_102_444_800)
_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_DAYS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"
_DATE = r"(?<!\d)(?:19|20)\d\d-[01]\d-[0-3]\d(?!\d)"
_CLOCK = r"[0-2]?\d:[0-5]\d(?::[0-6]\d(?:[.,]\d{1,9})?)?"
_ZONE = r"(?: ?(?:Z|UTC|GMT|[+-][01]\d:?[0-5]\d)\b)?"
_UNITS = (
    r"ns|[uµμ]s|ms|s|m|h|secs?|mins?|hrs?|nanoseconds?|microseconds?|milliseconds?|seconds?"
    r"|minutes?|hours?"
)
_PANDAS = "pandas._libs.tslibs"

#: The rules that have a name. Of two that speak of the same text, the first one has it: a date
#: inside a timestamp is a part of it.
RULES: Registry[Rule] = Registry(
    "swerve.rules",
    "rule",
    {
        "uuid": Rule(
            "`UUID` objects, and UUIDs in text, with or without dashes",
            types=("uuid.UUID",),
            text=r"(?<![0-9a-fA-F-])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
            r"(?![0-9a-fA-F-])"
            # `uuid4().hex`: the digits of version and variant tell it from most digests
            r"|(?<![0-9a-fA-F])[0-9a-f]{12}[1-8][0-9a-f]{3}[89ab][0-9a-f]{15}(?![0-9a-fA-F])",
        ),
        "timestamp": Rule(
            "`datetime` objects, and dates with a time in text: `2024-05-01T10:30:00Z`",
            types=(
                *("datetime.datetime", "datetime.time", "time.struct_time"),
                *("numpy.datetime64", f"{_PANDAS}.timestamps.Timestamp"),
            ),
            text=rf"{_DATE}[T _]{_CLOCK}{_ZONE}"
            rf"|(?:\b(?:{_DAYS}),? )?\b\d\d? (?:{_MONTHS}) \d{{4}} {_CLOCK}{_ZONE}"
            rf"|\b(?:{_DAYS}) (?:{_MONTHS}) [ \d]\d {_CLOCK} \d{{4}}\b"
            r"|(?<!\d)(?:19|20)\d{6}T\d{6}Z?(?!\d)",
        ),
        "date": Rule(
            "`date` objects, and dates in text: `2024-05-01`, `1 May 2024`",
            types=("datetime.date",),
            text=rf"{_DATE}|\b\d\d? (?:{_MONTHS})[a-z]{{0,6}} \d{{4}}\b",
        ),
        "duration": Rule(
            "`timedelta` objects, and durations in text: `0.31 s`, `12ms`, `0:00:07`",
            types=("datetime.timedelta", "numpy.timedelta64", f"{_PANDAS}.timedeltas.Timedelta"),
            text=rf"(?<![\w.])\d{{1,20}}(?:\.\d{{1,20}})?(?:e-?\d\d)? ?(?:{_UNITS})\b"
            r"|(?<![\d:])(?:\d{1,5} days?, )?\d\d?:[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?![\d:])",
        ),
        "tempname": Rule(
            "paths of temporary files in text: `/tmp/tmpk2_x9a1c/out.csv`",
            text=r"(?:/private)?/(?:tmp|var/tmp|var/folders/\w\w/\w{1,40}/T)/"
            r"[^\s'\"<>:,;)\]]{1,250}"
            r"|\btmp[a-z0-9_]{8}(?![a-z0-9_])",
        ),
        "address": Rule(
            "hexadecimal numbers of 6 to 16 digits in text, `0x7f3a2c41d0e0`",
            text=r"\b0x[0-9a-fA-F]{6,16}\b",
        ),
        "whitespace": Rule(
            "how many spaces, tabs and newlines separate words in text; having none still differs",
            text=r"\s+",
        ),
        "aliasing": Rule(
            "whether two places hold the same object or equal ones", minds_aliasing=False
        ),
        "epoch": Rule(
            "numbers that are a time between 2001 and 2099, in s, ms, µs or ns since 1970",
            numbers=_epoch_unit,
        ),
        "message": Rule(
            "messages of exceptions and warnings; their types still count",
            paths=("exception.*", "warnings[*][1]"),
        ),
        "private": Rule("attributes whose name starts with one underscore", attributes=r"_(?!_).*"),
    },
    lambda part: isinstance(part, Rule),
)
#: The rules that take a word behind a colon.
RULES_WITH_A_WORD: Mapping[str, str] = MappingProxyType(
    {
        "path": "a place and what is below it: `path:result.id`, `path:result[*].id`, `path:**.id`",
        "effect": "effects of a kind, and on what: `effect:log`, `effect:file:*.log`",
        "type": "values of a type, by module and name: `type:shop.cart.Token`",
    }
)


@dataclass(frozen=True, slots=True)
class Rules:
    """What a project sets aside when values are compared. Made by `rules_from`."""

    #: How far two floats may be apart, relative to the larger or to 1. Where it is `None`, those
    #: of arrays may differ by rounding, and others not at all.
    tolerance: float | None = None
    #: Rules with their names, in the order of `RULES`.
    named: tuple[tuple[str, Rule], ...] = ()
    paths: tuple[Path, ...] = ()
    types: frozenset[str] = frozenset()
    #: Kinds of effects, each with a pattern of what they are on.
    effects: tuple[tuple[str, str], ...] = ()
    #: Classes and functions that got another name or place: "shop.cart.Cart" to "shop.basket.Cart".
    #: Filled by whoever knows the change, never by a project.
    renamed: tuple[tuple[str, str], ...] = ()
    #: By module, names that only one version of it mentions: its state cannot be compared.
    unshared: tuple[tuple[str, frozenset[str]], ...] = ()

    @property
    def set_something_aside(self) -> bool:
        """Whether there are any, but for what is known of the change."""
        return replace(self, unshared=()) != Rules()


def rules_from(ignore: Sequence[str], tolerance: float | None = None) -> Rules:
    """Read the rules as a project writes them; `BadRule` names the first that is not valid."""
    named: dict[str, Rule] = {}
    paths: list[Path] = []
    types: set[str] = set()
    effects: list[tuple[str, str]] = []
    for rule in ignore:
        name, colon, word = rule.partition(":")
        if not colon and name in RULES:
            named[name] = found = RULES.load(name)
            with RULES.blaming(name):
                paths.extend(map(path_from, found.paths))
                types.update(found.types)
        elif colon and name == "path":
            paths.append(_path(rule, word))
        elif colon and name == "type":
            types.add(_type(rule, word))
        elif colon and name == "effect":
            effects.append(_effect(rule, word))
        else:
            raise _unknown(rule, name, colon)
    in_order = (
        tuple((name, named[name]) for name in RULES.names() if name in named) if named else ()
    )
    return Rules(_tolerance(tolerance), in_order, tuple(paths), frozenset(types), tuple(effects))


def _path(rule: str, word: str) -> Path:
    try:
        return path_from(word)
    except BadPath as error:
        raise BadRule(
            f"The path of the rule {_quoted(rule)} {error}.",
            "Write it as a report shows it: `path:result.items[2].price`; `[*]`, `.*` and `**` "
            "match any item, any attribute, any number of steps.",
        ) from error


def _type(rule: str, word: str) -> str:
    if all(part.isidentifier() or part == "<locals>" for part in word.split(".")):
        return word
    raise BadRule(
        f"The rule {_quoted(rule)} does not name a type.",
        "Write module and name: `type:shop.cart.Token`, or the name of a builtin: `type:bytes`.",
    )


def _effect(rule: str, word: str) -> tuple[str, str]:
    kind, colon, pattern = word.partition(":")
    if kind in EFFECT_KINDS and bool(pattern) == bool(colon):
        return kind, pattern or "*"
    near = difflib.get_close_matches(kind, EFFECT_KINDS, n=1, cutoff=0.5)
    hint = f"Did you mean `effect:{near[0]}`?" if near else ""
    raise BadRule(
        f"The rule {_quoted(rule)} does not name a kind of effect.",
        hint
        or f"The kinds are: {', '.join(EFFECT_KINDS)}. A pattern may follow: `effect:file:*.log`.",
    )


def _unknown(rule: str, name: str, colon: str) -> BadRule:
    if name in RULES_WITH_A_WORD:
        hint = f"`{name}` needs a value: {RULES_WITH_A_WORD[name].partition(': ')[2]}."
    elif name in RULES:
        hint = f"`{name}` takes no value: write `{name}`."
    elif name.startswith(("result", "exception", "receiver", "arguments", "std", "warnings")):
        hint = f"To ignore a place in the result, write `path:{rule}`."
    else:
        known = [*sorted(RULES.names()), *(f"{name}:" for name in RULES_WITH_A_WORD)]
        near = difflib.get_close_matches(name.lower() + colon, known, n=1, cutoff=0.5)
        hint = f"Did you mean `{near[0]}`?" if near else f"The rules are: {', '.join(known)}."
    return BadRule(f"There is no rule {_quoted(rule)}.", hint)


def _tolerance(tolerance: float | None) -> float | None:
    if tolerance is None or (math.isfinite(tolerance) and 0 <= tolerance < 1):
        return tolerance
    raise BadRule(
        f"A tolerance of {tolerance} is not valid.",
        "It must be at least 0 and below 1: 1e-9 lets floats differ by a billionth of their size.",
    )


def _quoted(text: str) -> str:
    return f"`{text}`" if text.isprintable() else f"`{text!r}`"
