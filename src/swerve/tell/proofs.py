"""How is what a solver said about functions told to people and to programs?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from swerve.engines.prove import Settled
from swerve.engines.prove.solver import Proved, Refuted, Step, Unknown, Unsupported
from swerve.model import Pair

_LABEL = 11


@dataclass(frozen=True, slots=True)
class Proof:
    """What was claimed of a function, and what a solver says about it."""

    pair: Pair
    #: File and line of its contract; empty where the claim is that nothing changed.
    contract: str
    settled: Settled
    seconds: float
    #: Whether that contract comes with the change, so that the proof is of its own claim.
    is_own: bool = False

    @property
    def answer(self) -> str:
        """In one word: `proved`, `bounded`, `refuted`, `unsupported` or `unknown`."""
        if self.settled.witness is not None:
            return "refuted"
        match self.settled.answer:
            case Proved(bound=bound):
                return "proved" if bound is None else "bounded"
            case Unsupported():
                return "unsupported"
        return "unknown"

    @property
    def claim(self) -> str:
        """In words that stand in a sentence."""
        if not self.contract:
            return "nothing changed"
        return f"keeps {self.contract}{' of this change' if self.is_own else ''}"


def proof_lines(proof: Proof) -> Iterator[str]:
    """A proof for a person."""
    new = proof.pair.new
    place = f"{new.name}  {new.module.path}:{new.def_line}"
    answer, witness = proof.settled.answer, proof.settled.witness
    if witness is not None:
        yield f"✗ refuted     {place}  does not hold: {proof.claim}"
        yield _labelled("call", witness.call)
        yield _labelled("old", witness.old)
        yield _labelled("new", witness.new)
        if witness.why:
            yield _labelled("violates", witness.why)
        if isinstance(answer, Refuted):
            yield from map(_step, answer.trace)
        return
    match answer:
        case Proved(assumptions, bound, vacuous):
            reach = "for every call"
            if bound is not None:
                reach = f"for up to {bound} iterations of each loop"
            mark = "✓ proved     " if bound is None else "≈ bounded    "
            yield f"{mark} {place}  {proof.claim}, {reach}"
            for number, each in enumerate(assumptions):
                yield _labelled("" if number else "as long as", each)
            for each in vacuous:
                yield _labelled("warning", f"no call satisfies the update condition of {each}")
        case Unsupported(construct, line, side, file):
            where = f"{file}:{line}" if file else f"{side.value} line {line}"
            yield f"? unsupported {place}  the solver does not support {construct} ({where})"
        case Unknown(why):
            yield f"? not proved  {place}  {why}"
        case Refuted():
            why = "the solver's counterexample showed no difference when run"
            yield f"? not proved  {place}  {why}"


def proof_object(proof: Proof) -> dict[str, Any]:
    """A proof for a program."""
    answer, witness = proof.settled.answer, proof.settled.witness
    found: dict[str, Any] = {
        "id": proof.pair.id,
        "name": proof.pair.name,
        "file": proof.pair.new.module.path,
        "contract": proof.contract or None,
        "comes_with_change": proof.is_own,
        "answer": proof.answer,
        "seconds": round(proof.seconds, 3),
    }
    if witness is not None:
        found |= {"call": witness.call, "old": witness.old, "new": witness.new}
    match answer:
        case Proved(assumptions, bound, vacuous):
            found |= {"assumptions": assumptions, "bound": bound, "vacuous": vacuous}
        case Unsupported(construct, line, side, file):
            found |= {"construct": construct, "line": line, "side": side.value, "in": file or None}
        case Unknown(why):
            found["why"] = why
        case Refuted(trace=trace):
            found["trace"] = [
                {"side": each.side.value, "line": each.line, "names": dict(each.names)}
                for each in trace
            ]
    return found


def _step(step: Step) -> str:
    shown = ", ".join(f"{name} = {value}" for name, value in step.names)
    return _labelled(f"{step.side.value} {step.line}", shown)


def _labelled(label: str, text: str) -> str:
    return f"    {label:{_LABEL}}{text}".rstrip()
