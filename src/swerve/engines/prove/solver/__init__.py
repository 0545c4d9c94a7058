"""Two versions of a function before a solver: are they equivalent, or as a contract says?"""

from __future__ import annotations

from ._answers import (
    FEW_DIGITS,
    Answer,
    Breach,
    Fields,
    Proved,
    Question,
    Refuted,
    Step,
    Unknown,
    Unsupported,
)


def prove(question: Question) -> Answer:
    """Prove two versions equivalent, or that they keep a contract; refute it, or say what stops.

    No code of the versions runs. Needs the extra `solver`, which is imported here only.
    """
    from ._proving import answer_to

    return answer_to(question)


def suspects(question: Question) -> tuple[str, ...]:
    """Callees of which one has to change, where the contract of a question is refuted.

    By qualified name, in the order of the calls; empty where nothing is refuted, or where no other
    result of any single callee would keep the contract.
    """
    from ._suspects import suspects_of

    return suspects_of(question) if question.contract is not None else ()
