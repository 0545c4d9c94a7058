"""Which JSON object did a model reply with?"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

#: Characters of a reply that are looked at, and places in it where an object may begin.
_MOST_CHARACTERS, _MOST_PLACES = 200_000, 200
_THOUGHT = "</think>"

JsonObject: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Malformed:
    """Why a reply cannot be read, in words that stand in a sentence."""

    why: str


class _Unfit(ValueError):
    """JSON that Python reads and that leaves open what is meant."""


def one_object(text: str, mark: str) -> JsonObject | Malformed:
    """The one object in a reply that carries the mark of its request.

    Words around it are let pass: models that know nothing of schemas write them. Objects without
    the mark are not meant, such as those that stood in the words of others and were quoted; of
    several with the mark, nobody knows which is.
    """
    text = text.rpartition(_THOUGHT)[2].strip()
    if not text:
        return Malformed("it is empty")
    if len(text) > _MOST_CHARACTERS:
        return Malformed(f"it has {len(text)} characters")
    found = [each for each in _objects(text) if each.get("mark") == mark]
    if len(found) == 1:
        return found[0]
    if found:
        return Malformed("it holds several answers")
    return Malformed("it holds no JSON object with the mark of the request")


def _objects(text: str) -> list[JsonObject]:
    """The objects in a text that are in no other."""
    decoder = json.JSONDecoder(object_pairs_hook=_without_doubles, parse_constant=_refused)
    found: list[JsonObject] = []
    at = 0
    for _ in range(_MOST_PLACES):
        at = text.find("{", at)
        if at < 0:
            break
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            at += 1
            continue
        except RecursionError:  # no answer looks like this, and each place in it takes as long
            break
        found.append(value)
        at = end
    return found


def _without_doubles(pairs: list[tuple[str, Any]]) -> JsonObject:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise _Unfit("a name occurs twice")
    return made


def _refused(word: str) -> float:
    raise _Unfit(f"{word} is no JSON")
