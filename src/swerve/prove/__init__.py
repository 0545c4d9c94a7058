"""Two versions of a function before a solver: are they equivalent for every call?"""

from __future__ import annotations

from swerve.prove._answers import (
    Answer,
    Breach,
    Proved,
    Question,
    Refuted,
    Step,
    Unknown,
    Unsupported,
)


def prove(question: Question) -> Answer:
    """Prove two versions equivalent, refute it, or say why neither was possible.

    No code of the versions runs. Needs the extra `solver`, which is imported here only.
    """
    from swerve.prove._proving import answer_to

    return answer_to(question)


__all__ = [
    "Answer",
    "Breach",
    "Proved",
    "Question",
    "Refuted",
    "Step",
    "Unknown",
    "Unsupported",
    "prove",
]
