"""What was said about a change, and by whom?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class WordsKind(Enum):
    """Which words they are: what weighs most comes first."""

    TITLE = "title"
    DESCRIPTION = "description"
    COMMIT = "commit"
    #: What stands before the diff in a patch.
    PATCH = "patch"
    #: What its author says when it is discussed.
    REMARK = "remark"
    #: What people sort it by: "bug", "refactoring".
    LABEL = "label"
    #: The title of an issue that the change is linked to.
    ISSUE = "issue"
    #: Lines that the change adds to a changelog.
    CHANGELOG = "changelog"
    #: The docstring of a changed function, before or after, where the two differ.
    DOCSTRING = "docstring"
    #: What others say when it is discussed.
    DISCUSSION = "discussion"
    #: Lines that the change adds to a test.
    TEST = "test"


@dataclass(frozen=True, slots=True)
class Words:
    """Something a person wrote about the change."""

    #: Where it stands: "commit 694c6d3d74", "patch fix.patch", "CHANGES.rst".
    source: str
    text: str
    kind: WordsKind = WordsKind.COMMIT


#: Words that are not about the change as a whole.
_NO_SUBJECT = (WordsKind.REMARK, WordsKind.LABEL, WordsKind.DOCSTRING, WordsKind.DISCUSSION)


@dataclass(frozen=True, slots=True)
class Intent:
    """What the author meant, what weighs most first; empty when nothing was said."""

    words: tuple[Words, ...] = ()
    #: What it adds to tests: what is expected of it, in code.
    tests: tuple[Words, ...] = ()

    def __or__(self, other: Intent) -> Intent:
        """All that either says."""
        return intent_from(*self.words, *self.tests, *other.words, *other.tests)

    @property
    def subject(self) -> str:
        """The first line of what weighs most; empty when nothing sums up the change."""
        first = self.summing_up[:1]
        return first[0].text.strip().splitlines()[0] if first else ""

    @property
    def summing_up(self) -> tuple[Words, ...]:
        """The words of the weightiest kind that there is: the title, or all commit messages."""
        said = [each for each in self.words if each.kind not in _NO_SUBJECT and each.text.strip()]
        return tuple(each for each in said if each.kind is said[0].kind)


def intent_from(*words: Words) -> Intent:
    """Put words in order: by weight, and within a kind as they are given."""
    weights = list(WordsKind)
    ordered = sorted(words, key=lambda each: weights.index(each.kind))
    return Intent(
        tuple(each for each in ordered if each.kind is not WordsKind.TEST),
        tuple(each for each in ordered if each.kind is WordsKind.TEST),
    )
