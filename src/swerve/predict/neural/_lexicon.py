"""By which numbers does the network know names and words?

Names and words that many projects use have numbers of their own. Any other word shares one with a
few, so that it can be told from most; any other name is only known by its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from ._rows import words_of

#: How many words of a lexeme count.
MOST_WORDS = 4
#: How a name is written: as a constant, as a class, as something private.
STYLES = ("CONSTANT", "Class", "_private")


class Lexicon:
    """Names and words with their numbers; 0 is nothing."""

    def __init__(self, names: Sequence[str], words: Sequence[str], shared: int) -> None:
        self.names = tuple(names)
        self.words = tuple(words)
        self.shared = shared
        self._names = {name: number for number, name in enumerate(names, 1)}
        self._first = len(STYLES) + 1
        self._words = {word: number for number, word in enumerate(words, self._first + shared)}
        self._known: dict[str, tuple[int, tuple[int, ...]]] = {}

    @property
    def number_of_names(self) -> int:
        """How many rows a table of names has."""
        return 1 + len(self.names)

    @property
    def number_of_words(self) -> int:
        """How many rows a table of words has."""
        return self._first + self.shared + len(self.words)

    def numbers(self, lexeme: str) -> tuple[int, tuple[int, ...]]:
        """The number of a lexeme as a whole, and those of its style and its words."""
        known = self._known.get(lexeme)
        if known is None:
            words = tuple(map(self._word, words_of(lexeme)[:MOST_WORDS]))
            known = self._names.get(lexeme, 0), (*_style(lexeme), *words)
            self._known[lexeme] = known
        return known

    def _word(self, word: str) -> int:
        return self._words.get(word) or self._first + crc32(word.encode()) % self.shared


def _style(lexeme: str) -> tuple[int, ...]:
    bare = lexeme.lstrip("_")
    if not bare.isidentifier():
        return ()
    if bare[0].isupper():
        return (1,) if len(bare) > 1 and bare.isupper() else (2,)
    return (3,) if bare != lexeme else ()
