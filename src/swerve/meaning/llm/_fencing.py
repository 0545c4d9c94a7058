"""How do texts of others stand in a prompt without being taken for a part of it?

Whoever writes a pull request writes into the prompt about it. Every such text stands between two
lines that carry a mark. The mark is a digest of all of them, so none of them can hold it: neither
to close its fence early, nor to look like a reply, which has to repeat the mark.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b

_PLACE = re.compile(r"\{\{(\w+)\}\}")


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
