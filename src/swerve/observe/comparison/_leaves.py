"""Are two leaves alike: numbers, texts, bytes?"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeAlias

from swerve.observe.snapshot import Atom, Cut, Index, Node, Packed, Scalar

from ._rounding import Rounding
from ._rules import Rule, Rules

# --- which parts of a text are noise? -------------------------------------------------------------
# Noise is replaced by its name before two texts are compared: `<Cart at 0x7f3a...>` becomes
# `<Cart at (address)>`. Every expression here takes time linear in the text, whatever the text.

#: Finds noise; its groups are called like the rules.
Scrub: TypeAlias = "re.Pattern[str]"

#: Behind "at" and inside `<...>`, where Python puts an address: never compared.
_ADDRESS = re.compile(
    r"\bat 0x[0-9a-fA-F]{6,16}\b|<[^<>'\"]{1,200}?\b0x[0-9a-fA-F]{6,16}(?![0-9a-zA-Z])"
)
#: A line of a file of the tree, in a traceback or a log: a comment above moves it.
_LINE = re.compile(r"""(/srv/u/project/[^\s"':,;)]{1,300}(?:", line |:))\d{1,7}\b""")
#: As long as an address is, so it may be one. `crc32` and 64-bit hashes have other lengths.
_LIKE_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{9,12}\b")


@lru_cache(maxsize=32)
def scrub_for(named: tuple[tuple[str, Rule], ...]) -> Scrub | None:
    """What replaces the noise of these rules; nothing when none of them speaks of text."""
    groups = [f"(?P<{name.replace('-', '_')}>{rule.text})" for name, rule in named if rule.text]
    return re.compile("|".join(groups)) if groups else None


def scrubbed(text: str, scrub: Scrub | None) -> str:
    """The text with its addresses, its lines of the tree and its noise replaced."""
    if "0x" in text:
        text = _ADDRESS.sub(_without_address, text)
    if "/srv/u/project/" in text:
        text = _LINE.sub(r"\1(line)", text)
    return scrub.sub(_name_of, text) if scrub else text


def without_likely_addresses(text: str) -> str:
    """The text with everything replaced that may be an address."""
    return _LIKE_ADDRESS.sub("(address)", text) if "0x" in text else text


def _without_address(match: re.Match[str]) -> str:
    return match[0].rpartition("0x")[0] + "(address)"


def _name_of(match: re.Match[str]) -> str:
    return f"({match.lastgroup})"


# --- are two leaves alike: numbers, texts, bytes? -------------------------------------------------

Leaf: TypeAlias = Atom | Cut

_PACK_FLOAT = struct.Struct("<d").pack
_NAN = _PACK_FLOAT(math.nan)
#: Python's hash of larger integers is easy to make collide, and keys come from target code.
_SMALL = 1 << 60
_KINDS = (bool, int, float, complex, str, bytes)
#: What a tolerance does not speak of.
_EXACT = ("str", "bytes", "int")
_DIGEST_BYTES = 16


class Answer(Enum):
    """Whether two things are alike, as far as one can see."""

    SAME = "same"
    DIFFERENT = "different"
    UNCLEAR = "unclear"


class Leaves:
    """Compares leaves under the rules of a project."""

    def __init__(self, rules: Rules, rounding: Rounding | None = None) -> None:
        self._rounding = rounding if rules.tolerance is None else None
        self._tolerance = rules.tolerance
        self._scrub = scrub_for(rules.named)
        self._marks = [(name, each.numbers) for name, each in rules.named if each.numbers]
        self._aside = [kind for kind in _KINDS if kind.__name__ in rules.types]

    def answer(self, old: Scalar, new: Scalar) -> Answer:
        """Compare two values; types count, so 1, 1.0 and True all differ."""
        kind = type(old)
        if kind is not type(new):
            return Answer.DIFFERENT
        if kind in self._aside:
            return Answer.SAME
        if isinstance(old, (float, complex)) and isinstance(new, (float, complex)):
            return _answer(self._are_alike(old, new))
        if old == new:
            return Answer.SAME
        if kind is str or kind is bytes:
            return self._answer_texts(_text(old), _text(new))
        mark = self._mark(old)
        return _answer(mark is not None and mark == self._mark(new))

    def answer_at(self, i: Index, j: Index, old: Scalar, new: Scalar) -> Answer:
        """Compare the values of two nodes: in arrays, rounding does not count."""
        answer = self.answer(old, new)
        if answer is Answer.DIFFERENT and self._rounding:
            return _answer(self._rounding.explains(i, j, old, new))
        return answer

    def are_alike(self, i: Index, j: Index, old: Node, new: Node) -> bool:
        """Whether two nodes are packed numbers, all the same by the rules of `answer_at`."""
        if not isinstance(old, Packed) or not isinstance(new, Packed) or old.shape != new.shape:
            return False
        if old.letter == new.letter and old.data == new.data:
            return True
        olds, news = old.numbers(), new.numbers()
        kind = type(olds[0])
        if kind is not type(news[0]):
            return False
        pairs = _unequal(zip(olds, news, strict=True), kind, self._close(i, j))
        if not all(self.answer_at(i, j, a, b) is Answer.SAME for a, b in pairs):
            return False
        if self._rounding and kind is float:
            self._rounding.note(zip(olds, news, strict=True))
        return True

    def _close(self, i: Index, j: Index) -> float:
        """How far numbers of two nodes may lie apart, whatever they are."""
        if self._marks:
            return -1.0
        most = self._rounding.most(i, j) if self._rounding else self._tolerance
        return most or -1.0

    def answer_cut(self, old: Leaf, new: Leaf) -> Answer:
        """Compare two leaves of one type, at least one of which was too long to send."""
        old_prefix, old_length = _measured(old)
        new_prefix, new_length = _measured(new)
        shown = min(len(old_prefix), len(new_prefix))
        old_prefix, new_prefix = old_prefix[:shown], new_prefix[:shown]
        both_digests = isinstance(old, Cut) and isinstance(new, Cut) and old.digest and new.digest
        if both_digests and (old_length, _digest(old)) == (new_length, _digest(new)):
            return Answer.SAME
        if isinstance(old, Cut) and old.type == "code":
            return Answer.UNCLEAR
        if self._answer_texts(_text(old_prefix), _text(new_prefix)) is Answer.DIFFERENT:
            return Answer.DIFFERENT
        if self._has_noise(_text(old_prefix)) or self._has_noise(_text(new_prefix)):
            return Answer.UNCLEAR  # there is noise, so the rest may differ by noise alone
        if old_length != new_length:
            return Answer.DIFFERENT
        # An array of numbers, perhaps: within the tolerance, perhaps.
        is_exact = not self._tolerance or isinstance(old, Atom) or old.type in _EXACT
        return Answer.DIFFERENT if both_digests and is_exact else Answer.UNCLEAR

    def answer_packed(self, old: Node, new: Node) -> Answer:
        """Compare packed numbers with a digest of such."""
        digests = [
            blake2b(node.data, digest_size=_DIGEST_BYTES).digest()
            if isinstance(node, Packed)
            else getattr(node, "digest", b"")
            for node in (old, new)
        ]
        return Answer.SAME if digests[0] == digests[1] else Answer.UNCLEAR

    def key(self, value: Scalar, *, loose: bool = False) -> object:
        """What two values have in common when they are not `DIFFERENT`.

        Without `loose` the tolerance for floats does not count: only equal ones share a key.
        """
        kind = type(value)
        if kind in self._aside:
            return kind
        if kind is str or kind is bytes:
            return kind, without_likely_addresses(scrubbed(_text(value), self._scrub))
        if isinstance(value, int):
            if (mark := self._mark(value)) is not None:
                return kind, mark
            if -_SMALL < value < _SMALL:
                return kind, value
            return kind, value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
        if isinstance(value, (float, complex)):
            if loose and self._tolerance:
                return kind
            if (mark := self._mark(value)) is not None:
                return kind, mark
            return kind, *(_float_key(part) for part in _parts(value))
        return kind

    def _are_alike(self, old: float | complex, new: float | complex) -> bool:
        if (mark := self._mark(old)) is not None:
            return mark == self._mark(new)
        return all(map(self._are_close, _parts(old), _parts(new)))

    def _are_close(self, old: float, new: float) -> bool:
        if old == new:
            # 1 / 0.0 and 1 / -0.0 are not alike; a tolerance makes them so.
            return bool(old) or bool(self._tolerance) or _same_sign(old, new)
        if old != old or new != new:
            return old != old and new != new
        if not self._tolerance or math.isinf(old) or math.isinf(new):
            return False
        return abs(old - new) <= self._tolerance * max(1.0, abs(old), abs(new))

    def _mark(self, number: Scalar) -> tuple[str, object] | None:
        """What a rule says that a number is one of."""
        if type(number) in (int, float):
            for name, marked in self._marks:
                if (found := marked(number)) is not None:  # type: ignore[arg-type]
                    return name, found
        return None

    def _answer_texts(self, old: str, new: str) -> Answer:
        if old == new:
            return Answer.SAME
        old, new = scrubbed(old, self._scrub), scrubbed(new, self._scrub)
        if old == new:
            return Answer.SAME
        if without_likely_addresses(old) == without_likely_addresses(new):
            return Answer.UNCLEAR
        return Answer.DIFFERENT

    def _has_noise(self, text: str) -> bool:
        return without_likely_addresses(scrubbed(text, self._scrub)) != text


def _answer(same: bool) -> Answer:
    return Answer.SAME if same else Answer.DIFFERENT


def _unequal(
    pairs: Iterable[tuple[Any, Any]], kind: type, close: float
) -> Iterator[tuple[Any, Any]]:
    """Pairs of numbers of one type that may differ: not those so close, and no equal ones.

    Equal zeros are among them, for they may differ in their sign.
    """
    if kind is float:
        return ((a, b) for a, b in pairs if not (abs(a - b) <= close or (a == b and a)))
    if kind is not complex:
        return ((a, b) for a, b in pairs if a != b)
    return (
        (a, b)
        for a, b in pairs
        if not (abs(a.real - b.real) <= close and abs(a.imag - b.imag) <= close)
        and not (a == b and a.real and a.imag)
    )


def _same_sign(old: float, new: float) -> bool:
    return math.copysign(1.0, old) == math.copysign(1.0, new)


def _parts(number: float | complex) -> tuple[float, ...]:
    return (number.real, number.imag) if isinstance(number, complex) else (number,)


def _float_key(number: float) -> bytes:
    return _PACK_FLOAT(number) if number == number else _NAN


def _text(value: object) -> str:
    """Text to look for noise in; of bytes, one character each."""
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _measured(leaf: Leaf) -> tuple[str | bytes, int]:
    """What is there of a leaf, and how long the whole is."""
    if isinstance(leaf, Cut):
        return leaf.prefix, leaf.length
    value = leaf.value
    if isinstance(value, int):
        value = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
    return (value, len(value)) if isinstance(value, (str, bytes)) else (b"", -1)


def _digest(leaf: Leaf) -> bytes:
    return leaf.digest if isinstance(leaf, Cut) else b""
