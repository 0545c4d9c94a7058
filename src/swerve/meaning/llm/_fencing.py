"""How do texts of others stand in a prompt without being taken for a part of it?

Whoever writes a pull request writes into the prompt about it. Every such text stands between two
lines that carry a mark. The mark is a digest of all of them, so none of them can hold it: neither
to close its fence early, nor to look like a reply, which has to repeat the mark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, TypeAlias

_PLACE = re.compile(r"\{\{(\w+)\}\}")
#: Characters of a reply that are looked at, and places in it where an object may begin.
_MOST_CHARACTERS, _MOST_PLACES = 200_000, 200
_THOUGHT = "</think>"

JsonObject: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fence:
    """Texts that are fenced with one mark, by the names they have in the template."""

    mark: str
    texts: Mapping[str, str]


def fenced(texts: Mapping[str, str], most_characters: Mapping[str, int] | None = None) -> Fence:
    """Put each text between lines with a mark; long ones lose their middle."""
    bounds = most_characters or {}
    kept = {
        name: shortened(text, bounds[name]) if name in bounds else text
        for name, text in texts.items()
    }
    digest = blake2b(digest_size=8)
    for name, text in sorted(kept.items()):
        part = f"{name} {len(text)} {text}"
        digest.update(part.encode("utf-8", "surrogatepass"))
    mark = digest.hexdigest()
    blocks = {name: _block(name, text, mark) for name, text in kept.items()}
    return Fence(mark, blocks)


def filled(template: str, values: Mapping[str, str]) -> str:
    """Put values where a template names them, in one pass: what is in a value stays as it is."""
    return _PLACE.sub(lambda place: values[place[1]], template)


def shortened(text: str, most: int) -> str:
    """The beginning and the end of a long text, and how much is missing between them."""
    if len(text) <= most:
        return text
    head = most * 2 // 3
    tail = most - head
    left_out = len(text) - head - tail
    return f"{text[:head]}\n[... {left_out} characters left out ...]\n{text[len(text) - tail :]}"


def _block(name: str, text: str, mark: str) -> str:
    said = text if text.strip() else "(nothing)"
    label = name.replace("_", " ")
    return f"<<<{mark} begin {label}>>>\n{said}\n<<<{mark} end {label}>>>"


# --- the object that a reply holds ----------------------------------------------------------------


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
        return Malformed("it contains several answers")
    return Malformed("it contains no JSON object with the mark of the request")


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
    raise _Unfit(f"{word} is not JSON")
