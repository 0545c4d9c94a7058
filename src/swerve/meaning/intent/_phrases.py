"""Where in a text do words of a list stand, in any of their forms?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ._words import stem, words_in

#: Words that share a stem with a word of some list, and mean something else.
_FALSE_FRIENDS = words_in(
    """
    acceptance acceptable accelerator assertion assertions consist consisted consisting consists
    correction corrections deleter dispatcher document documented documenting documents except
    excepting exceptional extender formation ignorant implementation implementations implementer
    including infinitive introducer invalidate invalidated invalidates invalidating invalidation
    modern news nows optim optimal optimally optimizer optimizers optional optionally perform
    performed performer performing performs preference preferences provider providers regress
    regressed remover renamer replacer resolver resolvers respective respectively translator
    translators typed types type valid validity validator validators vector vectored vectors
    """
)
#: How many words a gap in a phrase may span.
_GAPS = {"..": 2, "...": 5}
_END = "$"
#: Compounds that are one word: "clean-up", "re-write", "de-duplicate", "mis-handle".
_ONE_WORD = re.compile(
    r"\b(?:(?:re|de|dis|mis|un|multi)-(?=[a-z])|(?:clean|speed|short|bug)-(?=up|cut|fix))\b", re.I
)
_TOKEN = re.compile(
    r"[^\W\d]\w*(?:['’]t\b)?"
    r"|(?P<mark>[,;+&\n]|(?<!\S)\(|[.:!?](?=\s|$)|(?<=\s)[-–—]+(?=\s))"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text, or a mark between words."""

    #: Lower case.
    text: str
    #: What words of a list are compared with; nothing for a mark.
    keys: tuple[str, ...]
    start: int
    end: int

    @property
    def is_mark(self) -> bool:
        """It is punctuation."""
        return not self.keys


@dataclass(frozen=True, slots=True)
class Match:
    """Where a phrase stands."""

    phrase: str
    #: Its tokens, without those that only fill a gap.
    tokens: tuple[int, ...]


@lru_cache(maxsize=1 << 12)
def tokens_of(text: str) -> tuple[Token, ...]:
    """Words and marks of a text; hyphens part words, but not those of "clean-up"."""
    # Each sign keeps its place, so that tokens tell where they stand.
    joined = _ONE_WORD.sub(lambda found: found[0].replace("-", "\0"), text)
    tokens = []
    for found in re.finditer(rf"(?:\w+\0)+\w+|{_TOKEN.pattern}", joined):
        word = found[0].replace("\0", "").replace("’", "'").lower()
        keys = () if found["mark"] else tuple({_key(word): 0, f"={word}": 0})
        tokens.append(Token(word, keys, *found.span()))
    return tuple(tokens)


class Phrases:
    """A list of words and phrases, to be found in any of their forms.

    Words are compared by their stems. `=word` stands for just this form, `a|b` for either, `..` for
    up to two words of any kind, `...` for up to five, and `$` for the end or a mark. Commas part
    one phrase from the next.
    """

    def __init__(self, *lists: str) -> None:
        self._lists = lists

    @cached_property
    def _by_first(self) -> dict[str, list[tuple[str, tuple[frozenset[str], ...]]]]:
        found: dict[str, list[tuple[str, tuple[frozenset[str], ...]]]] = {}
        for phrase in ",".join(self._lists).split(","):
            elements = tuple(_element(each) for each in phrase.split())
            for key in elements[0] if elements else ():
                found.setdefault(key, []).append((" ".join(phrase.split()), elements))
        return found

    def matches(self, tokens: Sequence[Token]) -> Iterator[Match]:
        """All places, those of overlapping phrases, too."""
        for place, token in enumerate(tokens):
            for key in token.keys:
                for phrase, elements in self._by_first.get(key, ()):
                    taken = _taken(tokens, place, elements)
                    if taken:
                        yield Match(phrase, taken)

    def match_at(self, tokens: Sequence[Token], place: int) -> Match | None:
        """The longest phrase that starts at a place."""
        if not 0 <= place < len(tokens):
            return None
        found = [
            Match(phrase, taken)
            for key in tokens[place].keys
            for phrase, elements in self._by_first.get(key, ())
            if (taken := _taken(tokens, place, elements))
        ]
        return max(found, key=lambda match: len(match.tokens), default=None)

    def search(self, text: str) -> str:
        """The first place in a text, as it stands there; or nothing."""
        tokens = tokens_of(text)
        found = next(self.matches(tokens), None)
        if found is None:
            return ""
        return text[tokens[found.tokens[0]].start : tokens[found.tokens[-1]].end]

    def stand_in(self, text: str) -> bool:
        """Whether a text has any of them."""
        return next(self.matches(tokens_of(text)), None) is not None

    @property
    def firsts(self) -> frozenset[str]:
        """The stems they start with."""
        return frozenset(key.lstrip("=") for key in self._by_first)


def _element(words: str) -> frozenset[str]:
    if words in _GAPS or words == _END:
        return frozenset({words})
    return frozenset(word if word[0] == "=" else _key(word) for word in words.split("|"))


def _key(word: str) -> str:
    """What is compared of a word: its stem, or all of a false friend."""
    return f"={word}" if word in _FALSE_FRIENDS else stem(word)


def _taken(
    tokens: Sequence[Token], place: int, elements: tuple[frozenset[str], ...]
) -> tuple[int, ...]:
    """The tokens from a place on that make a phrase, or none."""
    if not elements:
        return ()
    first, *others = elements
    rest = tuple(others)
    if widest := max((_GAPS.get(each, 0) for each in first), default=0):
        for end in range(place, min(place + widest, len(tokens) - 1) + 1):
            if taken := _taken(tokens, end, rest):
                return taken
            if tokens[end].is_mark:
                break
        return ()
    if place >= len(tokens) or first.isdisjoint(tokens[place].keys):
        return ()
    if not rest:
        return (place,)
    if rest == (frozenset({_END}),):
        is_end = place + 1 == len(tokens) or tokens[place + 1].is_mark
        return (place,) if is_end else ()
    taken = _taken(tokens, place + 1, rest)
    return (place, *taken) if taken else ()
