"""What did a language model answer, if that can be told for certain?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from swerve.meaning.llm import Malformed, one_object

from ._citing import is_cited
from ._prompt import ASIDE, INTENTS
from ._question import Judged, Judgement, Question
from ._weighing import quoted

_MOST_CHARACTERS = 500
#: What the answers that set a difference aside mean, as a note and in words.
_NOTES = {
    "minor": ("minor", "the change in output is minor"),
    "random": ("noise:random", "the difference is likely due to chance"),
    "internal": ("internal", "the example uses internals of the project"),
    "illegal": ("illegal-input", "the example passes invalid inputs"),
}


@dataclass(frozen=True, slots=True)
class Reply:
    """The answers of one reply."""

    intent: Judgement
    repairs: bool
    explanation: str
    #: What it rests on: a sentence of the author, or a test; empty where there is nothing.
    cites: str = ""
    #: Answers that say the difference is of no interest, such as "minor".
    aside: tuple[str, ...] = ()


def read_reply(text: str, mark: str, *, is_single: bool) -> Reply | Malformed:
    """Read a reply; whatever is missing or of a wrong kind makes it malformed, all of it."""
    found = one_object(text, mark)
    if isinstance(found, Malformed):
        return found
    aside = []
    for name, (passes, set_aside) in {} if is_single else ASIDE.items():
        answer = _answer(found.get(name))
        if answer not in (passes, set_aside):
            return Malformed(f"its answer to `{name}` is not one of the choices")
        if answer == set_aside:
            aside.append(set_aside)
    intent = found.get("intent")
    judgement = _judgement(_answer(intent))
    if judgement is None:
        return Malformed("its answer to `intent` is not one of the choices")
    repairs = intent.get("repairs") if isinstance(intent, dict) else None
    if not isinstance(repairs, bool):
        return Malformed("it does not say whether the change fixes something")
    explanation = found.get("explanation")
    if not isinstance(explanation, str) or not explanation.strip():
        return Malformed("it has no explanation")
    cites = found.get("cites")
    if not isinstance(cites, str):
        return Malformed("it does not say what it cites")
    return Reply(judgement, repairs, _one_line(explanation), cites, tuple(aside))


def judged_by(reply: Reply, question: Question) -> Judged:
    """What follows from a reply.

    An answer counts only where it cites what is there. A difference that is not meant and of no
    interest is no finding: but that it is fine was not said either.
    """
    if reply.intent == "unclear":
        return Judged("unclear", reply.explanation)
    if reply.intent == "unintended" and reply.aside:
        notes = tuple(_NOTES[each][0] for each in reply.aside)
        why = ", ".join(_NOTES[each][1] for each in reply.aside)
        return Judged("unclear", f"{why[0].upper()}{why[1:]}.", notes=notes)
    cites = _one_line(reply.cites.strip().strip("\"'`“”"))
    if not is_cited(reply.cites, question):
        told = f"it cites {quoted(cites)}, which is not there" if cites else "it cites nothing"
        why = (
            f"The language model says “{reply.intent}”, and cites no sentence of the author and "
            "no test."
        )
        return Judged("unclear", why, confidence="low", notes=(f"no citation: {told}",))
    is_fix = reply.intent == "unintended" and reply.repairs
    stop = "" if reply.explanation.endswith((".", "!", "?")) else "."
    why = f"{reply.explanation}{stop} The language model cites {quoted(cites)}."
    return Judged(reply.intent, why, is_coincidental_fix=is_fix)


def _answer(part: Any) -> str:
    """The answer of a part that has its reasons, too; empty when it has not."""
    if not isinstance(part, dict) or not isinstance(part.get("thoughts"), str):
        return ""
    answer = part.get("answer")
    return answer if isinstance(answer, str) else ""


def _judgement(answer: str) -> Judgement | None:
    for each in INTENTS:
        if answer == each:
            return each
    return None


def _one_line(text: str) -> str:
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= _MOST_CHARACTERS else f"{line[: _MOST_CHARACTERS - 3]}..."
