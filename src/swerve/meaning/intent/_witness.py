"""What does a judge say about a witness?"""

from __future__ import annotations

from dataclasses import replace

from swerve.model import DifferenceKind, Intent, Pair, Witness

from ._question import Judge, Question, Shown
from ._rules import set_aside

_OUTCOMES = ("raised ", "returned ", "did not ")


def judged_witness(
    witness: Witness, pair: Pair, intent: Intent, judge: Judge, *, diff: str = "", docs: str = ""
) -> Witness:
    """The witness with a judgement; one that has it already, from a contract, is left alone.

    What a rule sets aside is not judged: it is `unclear`, and has the rule.
    """
    if witness.judgement is not None:
        return witness
    question = Question(
        intent,
        Shown(
            witness.call,
            _outcome(witness, witness.old),
            _outcome(witness, witness.new),
            witness.kind,
            witness.realism,
            pair.name,
            witness.engine,
        ),
        diff,
        pair.old.source,
        pair.new.source,
        docs,
    )
    aside = set_aside(question)
    if aside is not None:
        return replace(
            witness, judgement="unclear", why=aside.why, rule=aside.rule, is_by_words=True
        )
    judged = judge.judge(question)
    why = f"{judged.why} A coincidental fix." if judged.is_coincidental_fix else judged.why
    return replace(witness, judgement=judged.judgement, why=why, is_by_words=True)


def _outcome(witness: Witness, shown: str) -> str:
    """What one side did; of an exception that differs inside, a witness shows only that part."""
    is_part = witness.kind is DifferenceKind.EXCEPTION and not shown.startswith(_OUTCOMES)
    return f"raised Exception({shown})" if is_part else shown
