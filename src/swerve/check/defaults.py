"""What does a contract say about a default value that changed?

No call shows it: static reading found it. So it is a call that leaves the parameter out.
"""

from __future__ import annotations

from swerve.meaning.contract import (
    Contract,
    Intended,
    NotRelevant,
    ObservedCall,
    SideRun,
    Signature,
    Unintended,
    contract_file,
    judge,
    signature_of,
)
from swerve.model import DifferenceKind, Pair, Witness
from swerve.model.behaviour import Behaviour, Returned
from swerve.worker.snapshot.snapshot import take_snapshot

#: Of a call that nobody made: what it gives is not known.
_UNSEEN = take_snapshot([("stdout", "")])


def is_default(witness: Witness) -> bool:
    """Whether a witness tells of a default value."""
    return witness.kind is DifferenceKind.DEFAULT


def default_contract(witness: Witness, signatures: tuple[Signature, Signature]) -> str:
    """A contract that means this default value, and nothing else."""
    name, _, old = witness.old.partition("=")
    _, _, new = witness.new.partition("=")
    same = f"{name} == prev({name}) and result == prev(result)"
    clauses = (f"when_required({name} == {old})", f"ensures({name} == {new} or {same})")
    comment = f"{witness.call} # {witness.old} -> {witness.new}"
    return contract_file(*signatures, f"the default of {name}", clauses, [comment])


def judged_default(contract: Contract, witness: Witness, pair: Pair) -> tuple[str, str]:
    """A judgement, as witnesses carry it, and why."""
    old, new = (
        SideRun(b"", Behaviour(Returned(), _UNSEEN), signature_of(each.module.text, each.name))
        for each in (pair.old, pair.new)
    )
    said = judge(contract, ObservedCall(old, new))
    match said:
        case Intended():
            return "intended", said.why
        case Unintended():
            return "unintended", said.why
        case NotRelevant():
            place = f"{contract.file}:{contract.span.line}"
            why = "but no update condition holds for this call"
            return "unintended", f"{place}: {witness.because}, {why}"
    return "unclear", said.why
