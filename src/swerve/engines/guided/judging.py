"""What does a contract say about two runs in a world that was made up?"""

from __future__ import annotations

from dataclasses import replace

from swerve.meaning.contract import (
    Contract,
    Intended,
    ObservedCall,
    SideRun,
    Signature,
    Unintended,
    judge,
    signature_of,
)
from swerve.model import Function, Pair
from swerve.observe.comparison import Rules

from ._entries import entry_of
from ._judged import Judge, Judged
from ._runs import Guidance


def judge_by(contract: Contract, pair: Pair, rules: Rules) -> Judge:
    """Ask a contract."""
    contract = replace(contract, signature=_without_defaults(contract.signature))
    old_signature, new_signature = signatures_of(pair)

    def judged(old: Guidance, new: Guidance) -> Judged:
        call = observed(old, new, (old_signature, new_signature))
        said = judge(contract, call, rules=rules)
        match said:
            case Intended():
                return Judged("intended", said.why)
            case Unintended():
                return Judged("unintended", said.why)
        return Judged("unclear", said.why)

    return judged


def observed(old: Guidance, new: Guidance, signatures: tuple[Signature, Signature]) -> ObservedCall:
    """Two runs in one world, as a call."""
    shown = {**old.shown, **new.shown}
    old_signature, new_signature = signatures
    return ObservedCall(
        SideRun(entry_of(shown, old_signature), old.behaviour, old_signature),
        SideRun(entry_of(shown, new_signature), new.behaviour, new_signature),
    )


def signatures_of(pair: Pair) -> tuple[Signature, Signature]:
    """How both versions are called. All arguments are made up, so that no default is used."""
    return _signature(pair.old), _signature(pair.new)


def _signature(function: Function) -> Signature:
    found = signature_of(function.module.text, function.name)
    return Signature(function.name) if found is None else _without_defaults(found)


def _without_defaults(signature: Signature) -> Signature:
    return replace(signature, defaults=())
