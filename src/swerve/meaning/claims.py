"""What does a contract that comes with the change leave on a witness?"""

from __future__ import annotations

from dataclasses import replace

from swerve.model import Witness


def as_claim(witness: Witness, file: str) -> Witness:
    """A witness that such a contract judged: what it allows is told, and not taken for meant."""
    if witness.judgement == "unintended":
        return witness
    said = f"intended, {witness.why}; {file} comes with this change"
    claim = said if witness.judgement == "intended" else ""
    return replace(witness, judgement=None, why=None, claim=claim)
