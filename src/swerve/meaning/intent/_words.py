"""What did the author say: which sentences, which names, which words?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from swerve.model import Intent, WordsKind

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
#: Lines of a form that is filled in, the same for every change.
_FORM = re.compile(r"^\s*(?:[-*+]\s*\[[ xX]?\]|#{1,6}\s|[-=_*]{3,}\s*$|>\s)")
#: Lines that machines and etiquette add.
_TRAILER = re.compile(
    r"^\s*[A-Z][\w-]*-by:|^\s*Co-authored|^\s*Merge (?:pull request|branch|remote-tracking)\b",
    re.IGNORECASE,
)
#: What a machine writes around the title of a change that goes to an older branch, too.
_BACKPORT = re.compile(r"^\s*Backport (?:PR )?\S+ (?:on|to) (?:branch )?\S+ \((.+)\)\s*$", re.I)
_LINK = re.compile(r"https?://\S+")
_NUMBER_OF_ISSUE = re.compile(r"(?:\b(?:gh|GH)-?|#)\d+\b")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
_CODE = re.compile(r"`+([^`]+)`+")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]{2,}|[a-z]+")
_DOTTED = re.compile(r"\b[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+\b")
_CALLED = re.compile(r"\b([A-Za-z_]\w*)\(")
#: Endings that are taken off so that words of one family meet.
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "es", "ed", "s", "ly", "e")
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

    @property
    def is_silent(self) -> bool:
        """Nothing was said at all."""
        return not self.title and not self.rest

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
    return Said(title, others, tuple(quoted))


def sentences_of(text: str) -> list[str]:
    """Sentences that a person wrote for this change."""
    lines = [
        _NUMBER_OF_ISSUE.sub("", _LINK.sub("", _BACKPORT.sub(r"\1", line)))
        for line in text.splitlines()
        if not _FORM.match(line) and not _TRAILER.match(line)
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


def stem(word: str) -> str:
    """A word without its ending, lower case."""
    word = word.lower()
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def said_in_sentence(sentence: str) -> Said:
    """One sentence, read as if nothing else was said."""
    return Said("", (sentence,), tuple(_CODE.findall(sentence)))
