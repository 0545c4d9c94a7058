"""What did the author say: which sentences, which names, which words?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from swerve.model import Intent, WordsKind

from ._message import closes_issue, is_by_machine, without_frame

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
#: Lines of a form that is filled in, the same for every change.
_FORM = re.compile(r"^\s*(?:[-*+]\s*\[[ xX]?\]|#{1,6}\s|[-=_*]{3,}\s*$|>\s)")
_LINK = re.compile(r"https?://\S+")
_NUMBER_OF_ISSUE = re.compile(r"(?:\b(?:gh|GH)-?|#)\d+\b")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
_CODE = re.compile(r"`+([^`]+)`+")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]{2,}|[a-z]+")
_DOTTED = re.compile(r"\b[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+\b")
_CALLED = re.compile(r"\b([A-Za-z_]\w*)\(")
#: Titles come first, and discussions count least.
_ABOUT = (WordsKind.TITLE, WordsKind.COMMIT, WordsKind.PATCH, WordsKind.CHANGELOG)


@dataclass(frozen=True)
class Said:
    """What the author wrote, cleaned of forms, links and signatures."""

    #: One line: the title of the pull request, or of a commit.
    title: str
    #: All sentences after the title.
    rest: tuple[str, ...]
    #: Code that was quoted, of any length.
    quoted: tuple[str, ...]
    #: A line links to an issue that is closed: "Fixes #12".
    closes_issue: bool = False

    @property
    def is_silent(self) -> bool:
        """Nothing was said at all."""
        return not self.title and not self.rest and not self.closes_issue

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Title and the rest."""
        return (self.title, *self.rest)

    @cached_property
    def text(self) -> str:
        """All of it."""
        return "\n".join((*self.sentences, *self.quoted))

    @cached_property
    def names(self) -> frozenset[str]:
        """Identifiers that stand there as code, and every identifier of the title, lower case."""
        found = set(_IDENTIFIER.findall(self.title))
        for sentence in self.rest:
            found |= names_in(sentence)
        for code in self.quoted:
            found |= set(_IDENTIFIER.findall(code))
        return frozenset(name.lower() for name in found)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of all words."""
        return stems_of(self.text)


def said_in(intent: Intent, names: frozenset[str] = frozenset()) -> Said:
    """Read the words about a change.

    Of several commits without a title above them, the title is that of the first that speaks of
    one of `names`.
    """
    titles: list[str] = []
    rest: list[str] = []
    quoted: list[str] = []
    for words in intent.words:
        text = _COMMENT.sub(" ", words.text)
        quoted += [match[0].strip("`") for match in _FENCE.finditer(text)]
        text = _FENCE.sub("\n", text)
        sentences = sentences_of(text)
        is_titled = intent.words[0].kind is WordsKind.TITLE
        # A title that says nothing ("Merge branch 'x'") leaves its place to what follows.
        is_about = words.kind in _ABOUT or (is_titled and not titles)
        if sentences and is_about and not (titles and is_titled):
            line = _first_line(text)
            titles.append(line)
            sentences = [each for each in sentences if each not in line]
        rest += sentences
    known = {name.lower() for name in names}
    title = next(
        (each for each in titles if known & set(_IDENTIFIER.findall(each.lower()))),
        titles[0] if titles else "",
    )
    others = tuple(dict.fromkeys(each for each in (*titles, *rest) if each != title))
    for sentence in (title, *others):
        quoted += _CODE.findall(sentence)
    is_closing = any(closes_issue(words.text) for words in intent.words)
    return Said(title, others, tuple(quoted), is_closing)


def sentences_of(text: str) -> list[str]:
    """Sentences that a person wrote for this change."""
    lines = [
        _NUMBER_OF_ISSUE.sub("", _LINK.sub("", without_frame(line)))
        for line in text.splitlines()
        if not _FORM.match(line) and not is_by_machine(line)
    ]
    parts = (part.strip(" \t*-+()") for part in _SENTENCE_END.split("\n".join(lines)))
    return [part for part in parts if _IDENTIFIER.search(part)]


def _first_line(text: str) -> str:
    """The first line that says anything, whole: both of what "fix x; speed up y" claims."""
    return next(" ".join(found) for line in text.splitlines() if (found := sentences_of(line)))


def names_in(sentence: str) -> set[str]:
    """Identifiers in a sentence that are written as code: dotted, called, or with inner marks."""
    found = {part for dotted in _DOTTED.findall(sentence) for part in dotted.split(".")}
    found |= set(_CALLED.findall(sentence))
    for code in _CODE.findall(sentence):
        found |= set(_IDENTIFIER.findall(code))
    for word in _IDENTIFIER.findall(sentence):
        if "_" in word.strip("_") or re.search(r"[a-z][A-Z]", word):
            found.add(word)
    return found


def stems_of(text: str) -> frozenset[str]:
    """Stems of the words in a text; parts of identifiers are words, too."""
    return frozenset(stem(word) for word in _WORD.findall(text))


def words_in(text: str) -> frozenset[str]:
    """What a list of words holds that is written as a text."""
    return frozenset(text.split())


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """What the forms of an English word have in common, lower case."""
    # Slow to load; by this name, it is the same whether a compiled one is installed or not.
    from snowballstemmer.english_stemmer import EnglishStemmer

    # A stemmer remembers the word that it works on, and threads must not share that.
    return str(EnglishStemmer().stemWord(word.lower()))


def said_in_sentence(sentence: str) -> Said:
    """One sentence, read as if nothing else was said."""
    return Said("", (sentence,), tuple(_CODE.findall(sentence)))
