"""How is a value taken out of JSON that anybody may have written?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

#: GitHub takes 65,536 characters; what is longer was not written there.
_LONGEST = 100_000


def mapping_at(value: object, *keys: str) -> Mapping[str, object]:
    """The object that a path of keys leads to; an empty one where it leads nowhere."""
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def text_at(value: object, *keys: str) -> str:
    """The text that a path of keys leads to, tidied; empty where there is none."""
    *path, last = keys
    found = mapping_at(value, *path).get(last)
    return tidy(found) if isinstance(found, str) else ""


def number_at(value: object, key: str) -> int:
    """A number above 0; else 0."""
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else 0


def items_at(value: object, key: str) -> list[object]:
    """The list under a key; empty where there is none, or only a count of it."""
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, list) else []


def tidy(text: str) -> str:
    """A text as a person reads it: without what HTML hides, and with plain line ends."""
    shown = "".join(_outside_comments(text[:_LONGEST]))
    return shown.replace("\r\n", "\n").replace("\r", "\n").strip()


def _outside_comments(text: str) -> Iterator[str]:
    """What stands outside of `<!-- -->`: templates for pull requests are full of them."""
    start = 0
    while (opening := text.find("<!--", start)) >= 0:
        closing = text.find("-->", opening)
        if closing < 0:
            break
        yield text[start:opening]
        start = closing + 3
    yield text[start:]
