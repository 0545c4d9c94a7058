"""What does a contract say about two runs in a world that was made up?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from swerve.behaviour import Behaviour
from swerve.compare import Rules
from swerve.contract import (
    Contract,
    Intended,
    ObservedCall,
    SideRun,
    Signature,
    Unintended,
    judge,
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement as witnesses carry it."""

    #: `intended`, `unintended` or `unclear`.
    judgement: str
    why: str

    @property
    def is_intended(self) -> bool:
        """Whether it is."""
        return self.judgement == "intended"


#: Asked about a world in which the old and the new version differ.
Judge: TypeAlias = Callable[[Behaviour, Behaviour], Judged]


def judge_by(contract: Contract, rules: Rules) -> Judge:
    """Ask a contract. What it says about arguments stays unclear: they were made up on the way."""
    unknown = replace(contract.signature, defaults=())
    contract = replace(contract, signature=unknown)

    def judged(old: Behaviour, new: Behaviour) -> Judged:
        said = judge(contract, observed(old, new), rules=rules)
        match said:
            case Intended():
                return Judged("intended", said.why)
            case Unintended():
                return Judged("unintended", said.why)
        return Judged("unclear", said.why)

    return judged


def observed(old: Behaviour, new: Behaviour) -> ObservedCall:
    """Two runs in one world as a call, of which nothing is known before it was made."""
    return ObservedCall(SideRun(b"", old, _UNKNOWN), SideRun(b"", new, _UNKNOWN))


_UNKNOWN = Signature("")
