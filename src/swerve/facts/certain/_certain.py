"""What can be known about a value without running the code that makes it?

A value that is known for certain has one coarse class. Its fine class may depend on the run: it
then has several words, the fine classes it can have.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from swerve.facts.classes import ValueClass


@dataclass(frozen=True, slots=True)
class Module:
    """A module that was imported."""

    #: Dotted, and absolute; empty where it is relative.
    name: str


@dataclass(frozen=True, slots=True)
class Real:
    """A member of the standard library or a builtin, as it is here."""

    value: Any
    #: As the tables of results have it: `os.path.join`, `len`.
    name: str


@dataclass(frozen=True, slots=True)
class Instance:
    """A value of a class: a real one, or facts about one of the file."""

    of: Any


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a value."""

    receiver: Certain
    name: str


@dataclass(frozen=True, slots=True)
class Certain:
    """A value of which at least the coarse class is certain; without words, one that is not."""

    words: frozenset[str]
    #: Why it is certain.
    rule: str
    #: `Module`, `Real`, `Instance`, `Method`, or facts about a class or function of the file.
    what: Any = None
    #: What going over it gives.
    element: Certain | None = None

    def because(self, rule: str) -> Certain:
        """The same, certain for another reason."""
        return replace(self, rule=rule)


#: Bound, and nothing is known about the value.
UNKNOWN = Certain(frozenset(), "")

_WORDS: dict[type, tuple[str, ...]] = {
    bool: ("true", "false"),
    int: ("negative int", "zero int", "positive int"),
    float: ("negative float", "zero float", "positive float"),
    str: ("empty string", "string"),
    bytes: ("bytes",),
    bytearray: ("bytes",),
    list: ("empty list", "list"),
    tuple: ("empty tuple", "tuple"),
    dict: ("empty dict", "dict"),
    set: ("empty set", "set"),
    frozenset: ("empty set", "set"),
    type(None): ("none",),
}
_MUTABLE = frozenset({"list", "dict", "set"})
#: Of the fine classes of a coarse one, the one that is met most.
_USUAL = frozenset(
    {"true", "positive int", "positive float", "string", "list", "tuple", "set", "dict"}
)


def words_of_type(kind: type) -> frozenset[str]:
    """The fine classes that instances of a real class have."""
    for base, words in _WORDS.items():
        if issubclass(kind, base):
            return frozenset(words)
    return frozenset({word_of_members(set(dir(kind)))})


def word_of_members(members: set[str]) -> str:
    """The class of objects that have these special methods, and are no builtin values."""
    if "__call__" in members:
        return "callable"
    return "resource" if {"__enter__", "__exit__"} <= members else "object"


def of_type(kind: type, rule: str, element: Certain | None = None) -> Certain:
    """Some instance of a real class."""
    return Certain(words_of_type(kind), rule, Instance(kind), element)


def of_text(rule: str) -> Certain:
    """Text, or bytes: they are of one coarse class."""
    return Certain(words_of_type(str) | {"bytes"}, rule)


@lru_cache(maxsize=1024)
def coarse_of(words: frozenset[str]) -> str:
    """The coarse class that all words have in common; empty where there is none."""
    found = {ValueClass(word).coarse.value for word in words}
    return found.pop() if len(found) == 1 else ""


def joined(one: Certain, other: Certain) -> Certain:
    """What is certain of a value that is one or the other."""
    words = one.words | other.words
    if not (one.words and other.words) or not coarse_of(words):
        return UNKNOWN
    return Certain(
        words,
        one.rule if one.rule == other.rule else min(one.rule, other.rule),
        one.what if one.what == other.what else None,
        one.element if one.element == other.element else None,
    )


def widened(value: Certain) -> Certain:
    """What is left when others may have put something in, or taken it out."""
    coarse = coarse_of(value.words) if value.words else ""
    if coarse not in _MUTABLE:
        return value
    return replace(value, words=frozenset({coarse, f"empty {coarse}"}))


def counts_of(words: frozenset[str]) -> dict[str, int]:
    """How an event has it: one word that is certain, or several with the usual one in front."""
    if len(words) == 1:
        return dict.fromkeys(words, 1)
    return {word: 2 if word in _USUAL else 1 for word in sorted(words)}


_NUMBERS = ("integer", "float", "boolean")


def element_of(whole: Certain) -> Certain:
    """What an item of a value is."""
    if whole.element is not None:
        return whole.element
    if isinstance(whole.what, Instance) and whole.what.of is str:
        return Certain(frozenset({"string"}), "element", whole.what)
    return UNKNOWN


def is_plain(value: Certain) -> bool:
    """It is of a builtin class, whose operators do what they are known for."""
    what = value.what
    plain = (str, bytes, int, float, bool, list, tuple, dict, set)
    return isinstance(what, Instance) and what.of in plain


def combined(operator: ast.operator, left: Certain, right: Certain) -> Certain:
    """What an operator makes of two values."""
    rule = "operator"
    one, other = (coarse_of(each.words) if each.words else "" for each in (left, right))
    kind = left.what.of if isinstance(left.what, Instance) else None
    if isinstance(operator, ast.Mod) and kind in (str, bytes):
        return of_type(kind, rule)
    if not one or not other:
        return UNKNOWN
    if isinstance(operator, ast.Add) and one == other and one in ("string", "list", "tuple"):
        whole = joined(left, right)
        is_filled = any(each.words == {one} for each in (left, right))
        return replace(whole, words=frozenset({one}) if is_filled else whole.words, rule=rule)
    if one in _NUMBERS and other in _NUMBERS and kind in (int, float, bool):
        return _number(operator, one, other, rule)
    if isinstance(operator, ast.Mult) and one in ("string", "list", "tuple") and other == "integer":
        return of_type(kind, rule) if kind in (str, bytes, list, tuple) else UNKNOWN
    if one == other == "set" and isinstance(operator, (ast.BitOr, ast.BitAnd, ast.Sub)):
        return of_type(set, rule)
    return UNKNOWN


def _number(operator: ast.operator, one: str, other: str, rule: str) -> Certain:
    if isinstance(operator, ast.Pow):
        return UNKNOWN
    if isinstance(operator, ast.Div) or "float" in (one, other):
        return of_type(float, rule)
    is_bitwise = isinstance(operator, (ast.BitAnd, ast.BitOr, ast.BitXor))
    return of_type(bool if is_bitwise and one == other == "boolean" else int, rule)
