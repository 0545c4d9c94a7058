"""What is a judge asked, and what does it answer?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol, TypeAlias

from swerve.model import DifferenceKind, Intent, Realism

Judgement: TypeAlias = Literal["intended", "unintended", "unclear"]
#: How sure a judgement is: a test or a contract shows it, words tell it, words hint at it.
Confidence: TypeAlias = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A difference as a judge sees it."""

    #: A call, or a whole script with prints.
    call: str
    #: What each side did: what it returned or raised, or all that a script wrote.
    old: str
    new: str
    kind: DifferenceKind | None = None
    realism: Realism | None = None
    #: Qualified name of the function that changed; empty when that is not known.
    function: str = ""
    #: Who found it; empty when that is not known.
    engine: str = ""
    #: The test that makes the call; empty where none does.
    test: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a difference is what the author of a change meant."""

    words: Intent
    shown: Shown
    #: Unified diff of the change.
    diff: str = ""
    #: The function before and after.
    old_code: str = ""
    new_code: str = ""
    #: Docstrings of what the call uses.
    docs: str = ""
    #: What is known of the change around the difference, each a sentence.
    evidence: tuple[str, ...] = ()
    #: Other differences of the function that are like it.
    others: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer."""

    judgement: Judgement
    #: One sentence for the reader.
    why: str
    #: The difference removes an error or a wrong value that the words do not speak of.
    is_coincidental_fix: bool = False
    confidence: Confidence = "medium"
    notes: tuple[str, ...] = ()


class Judge(Protocol):
    """Tells whether a difference is meant."""

    #: One answer holds for all differences of a function that are of one kind, and stands as it is.
    asks_once: ClassVar[bool]

    def judge(self, question: Question) -> Judged:
        """Answer, without ever raising because of what the question holds."""
        ...
