"""What is known about a pull request, wherever it came from?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from swerve.model import Words, WordsKind, intent_from


@dataclass(frozen=True, slots=True)
class CommitMessage:
    """One commit of a pull request."""

    #: Full id; empty where only the message is known.
    id: str
    message: str


@dataclass(frozen=True, slots=True)
class Comment:
    """Something that was said about a pull request. No names of those who said it are kept."""

    #: "comment", "review", "review comment on shop/cart.py".
    where: str
    text: str
    #: By the author of the pull request; false where nobody knows.
    is_by_author: bool = False


@dataclass(frozen=True, slots=True)
class LinkedIssue:
    """An issue that a pull request closes, or that speaks of it."""

    #: "#12".
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class PullRequest:
    """Everything a pull request says, and the two revisions it is between."""

    title: str
    body: str
    #: Full ids of commits; in a file written by hand, any names that git knows.
    base: str
    head: str
    #: "owner/name"; empty where it is not known.
    repository: str = ""
    #: 0 where it is not known.
    number: int = 0
    commits: tuple[CommitMessage, ...] = ()
    #: Their names, each on one line.
    labels: tuple[str, ...] = ()
    #: In the order in which it was said.
    discussion: tuple[Comment, ...] = ()
    issues: tuple[LinkedIssue, ...] = ()
    #: What of it could not be read, for a person.
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called: "pull request #12"."""
        return f"pull request #{self.number}" if self.number else "pull request"

    @property
    def words(self) -> tuple[Words, ...]:
        """What was said about the change, what weighs most first, without what is empty."""
        return intent_from(*(words for words in self._words() if words.text.strip())).words

    def _words(self) -> Iterator[Words]:
        yield Words(self.name, self.title, WordsKind.TITLE)
        yield Words(self.name, self.body, WordsKind.DESCRIPTION)
        for commit in self.commits:
            yield Words(f"commit {commit.id[:10]}".strip(), commit.message, WordsKind.COMMIT)
        for comment in self.discussion:
            kind = WordsKind.REMARK if comment.is_by_author else WordsKind.DISCUSSION
            yield Words(comment.where, comment.text, kind)
        yield Words(self.name, "\n".join(self.labels), WordsKind.LABEL)
        for issue in self.issues:
            yield Words(f"issue {issue.name}", issue.title, WordsKind.ISSUE)
