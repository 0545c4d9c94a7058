"""Is a difference what the author meant, going by words, names and values alone?

No model is asked and nothing is learned: rules in the order a reviewer would ask them, each of
them one sentence. Where they do not reach, the answer is `unclear`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from swerve.model import DifferenceKind

from ._claims import QUIET, Claim, Claims, claims_of_change, claims_of_title, hint_of
from ._difference import Difference, Sort, difference_shown
from ._outcome import Raised
from ._phrases import Phrases
from ._question import Judged, Question
from ._relation import Relation, relation_between
from ._script import Used, used_by
from ._words import Said, said_in, said_in_sentence

#: Words of a line after the title that claims anything; "fix", "skip ci" only name a commit.
_FEWEST_WORDS = 3
#: Messages of errors about something that is not there.
_ABSENT = re.compile(
    r"has no attribute '?(\w+)|cannot import name '?(\w+)|No module named '?([\w.]+)"
    r"|unexpected keyword argument '?(\w+)"
)
#: Messages of errors that nobody raises on purpose.
_SLIP = re.compile(
    r"'\w+' object has no attribute|unsupported operand|not supported between instances"
    r"|object is not (?:iterable|subscriptable|callable)|NoneType|object cannot be interpreted"
    r"|referenced before assignment|cannot access local variable|values to unpack"
)
_SLIP_TYPES = frozenset(
    {
        "NameError",
        "UnboundLocalError",
        "ZeroDivisionError",
        "IndexError",
        "RecursionError",
        "AssertionError",
    }
)
#: Messages of errors that somebody raises on purpose, to refuse an input.
_REFUSAL = re.compile(
    r"\b(?:must|should|invalid|at least|at most|required?|requires|cannot be|not allowed|only"
    r"|expected|not a valid|needs?)\b",
    re.IGNORECASE,
)
#: Ways to say that a wrong input went unnoticed.
_UNNOTICED = Phrases("silent, unnoticed, without error|warning, without any|an error|warning")
#: Ways to say that something is no longer found under its name.
_GONE = Phrases(
    "rename, move, remove, removal, drop, delete, replace, deprecate, private, privatize, merge"
)
#: Results that tell of something gone wrong, or missing.
_HOLE = re.compile(r"(?<![\w.])(?:nan|-?inf|NaT|None|<NA>)(?!\w)", re.IGNORECASE)
_NO_NUMBER = re.compile(r"(?<![\w.])(?:nan|-?inf|NaT)(?!\w)", re.IGNORECASE)
#: Ways to speak of them.
_OF_HOLES = Phrases(
    "nan, nat, =na, none, null, =missing, mask, undefined, inf, infinite, infinity, overflow",
    "invalid, empty, absent, optional, degenerate, domain, division, out of",
)
#: Defaults that stand in too many sentences to mean one.
_COMMON_DEFAULT = re.compile(r"None|True|False|-?[01]|\W*")
#: Ways to promise that nothing changes for users, wherever it is said.
_PROMISE = Phrases(
    "no functional|behaviour|behavior|behavioural|behavioral|semantic change",
    "no user facing|visible change",
    "not|never|without|don't|doesn't .. change|alter|affect .. behaviour|behavior|result|output"
    "|semantics",
    "behaviour|behavior|result|output|semantics =is|=are|stay|remain =unchanged|=identical",
    "behaviour|behavior|result|output|semantics =is|=are|stay|remain the =same",
    "behaviour|behavior|result|output|semantics should =be|=stay|=remain =unchanged|=identical",
    "behaviour|behavior|result|output|semantics should =be|=stay|=remain the =same",
    "pure|purely refactor, pure|purely internal refactor, purely a|an refactor|internal",
)


@dataclass(frozen=True, slots=True)
class _Case:
    """Everything a rule looks at."""

    said: Said
    title: Claims
    #: What the sentences after the title claim, those that claim anything.
    rest: tuple[tuple[str, Claims], ...]
    difference: Difference
    relation: Relation
    #: A sentence after the title that claims to change just what is shown; or empty.
    aside: str
    #: Errors that the documentation or the tests of the change announce.
    announced: frozenset[str]

    @property
    def is_quiet(self) -> bool:
        """The author promises to leave behaviour alone."""
        if not self.title.firm - QUIET and _PROMISE.stand_in(self.said.text):
            return True
        if self.relation.is_runtime and not self.title.found and not self.loud:
            return True
        if not self.quiet or self.loud or self.aside or self.relation.titled:
            return False
        # "Switch", "merge" or "cache" may be what is done to behaviour, if the words show it.
        return self.title.is_firm or not (self.relation.passed or self.relation.shown)

    @property
    def loud(self) -> frozenset[Claim]:
        """What the author claims to do to behaviour: the title tells, else what follows it."""
        if self.title.found:
            return self.title.main
        return frozenset(claim for _, claims in self.rest for claim in claims.loud) or (
            hint_of(self.said).loud
        )

    @property
    def quiet(self) -> tuple[Claim, ...]:
        """What the author claims the change to be without touching behaviour."""
        if self.title.found:
            return self.title.quiet
        found = tuple(claim for _, claims in self.rest for claim in claims.quiet)
        return tuple(dict.fromkeys(found)) or hint_of(self.said).quiet

    @property
    def promise(self) -> str:
        """What a quiet change is said to be, for a sentence."""
        if not self.quiet:
            return "The change is described as leaving behaviour alone"
        return f"The change is described as {self.quiet[0].value}"


class OfflineJudge:
    """Judges by rules."""

    asks_once: ClassVar[bool] = False

    def judge(self, question: Question) -> Judged:
        """Answer from what was said and what is shown."""
        used = used_by(question.shown.call)
        names = used.names | frozenset(question.shown.function.split("."))
        said = said_in(question.words, names - {""})
        if said.is_silent:
            return Judged("unclear", "There is no description of the change.")
        if value := _announced_default(question, said):
            return Judged("intended", f"The description gives the new default: `{value}`.")
        case = _case(question, said, used)
        difference = case.difference
        if difference.sort is Sort.ERROR_APPEARS and difference.new_error is not None:
            return _on_error_that_appears(case, difference.new_error)
        if difference.sort is Sort.ERROR_GONE and difference.old_error is not None:
            return _on_error_that_is_gone(case, difference.old_error)
        if difference.sort is Sort.WARNING:
            return Judged("intended", "Only warnings differ, and the description mentions them.")
        if difference.sort is Sort.OTHER_ERROR and not case.relation.names_error:
            return Judged(
                "unclear", "Both versions raise, and the description mentions neither error."
            )
        if difference.sort in (Sort.OTHER_MESSAGE, Sort.OTHER_ERROR):
            return Judged("intended", "Both versions raise, and the description is about errors.")
        return _on_value(case)


def _announced_default(question: Question, said: Said) -> str:
    """The new default of a parameter, where the words have it; or nothing."""
    if question.shown.kind is not DifferenceKind.DEFAULT:
        return ""
    value = question.shown.new.partition("=")[2].strip("'\"")
    if _COMMON_DEFAULT.fullmatch(value):
        return ""
    found = re.search(rf"(?<![\w.]){re.escape(value)}(?![.\w]*\d)", said.text)
    return value if found else ""


def _case(question: Question, said: Said, used: Used) -> _Case:
    shown = question.shown
    difference = difference_shown(shown, used.handlers)
    rest = tuple(
        (sentence, claims)
        for sentence in said.rest
        if len(sentence.split()) >= _FEWEST_WORDS and (claims := claims_of_title(sentence)).found
    )
    return _Case(
        said,
        claims_of_change(said),
        rest,
        difference,
        relation_between(said, used, shown, difference),
        next(
            (
                sentence
                for sentence, claims in rest
                if claims.firm - QUIET
                and relation_between(said_in_sentence(sentence), used, shown, difference).is_as_said
            ),
            "",
        ),
        _announced(question, difference.new_error),
    )


def _announced(question: Question, error: Raised | None) -> frozenset[str]:
    """The error that appears, where documentation or the change's own tests speak of it."""
    if error is None:
        return frozenset()
    documented = re.search(
        rf"\brais\w+\b[\s\S]*\b{re.escape(error.type_name)}\b", question.docs, re.I
    )
    is_known = bool(documented) or expects_error(question, error.type_name)
    return frozenset({error.type_name} if is_known else ())


def expects_error(question: Question, type_name: str) -> bool:
    """Whether the change adds a line to a test that waits for an error of this type."""
    waits = re.compile(rf"(?:raises|assertRaises\w*)\(\s*(?:[\w.]*\.)?{re.escape(type_name)}\b")
    return any(waits.search(each.text) for each in question.words.tests)


def _on_error_that_appears(case: _Case, error: Raised) -> Judged:
    shown = error.type_name
    absent = _absent(error).lower()
    if absent in case.said.names and _GONE.stand_in(case.said.text):
        return Judged(
            "intended", f"The description says that `{absent}` is removed, and {shown} confirms it."
        )
    if not absent and Claim.REMOVAL in case.loud and not is_slip(error):
        return Judged("intended", f"The description is about a removal, which causes {shown}.")
    if shown in case.announced:
        return Judged("intended", f"The documentation or the tests of the change mention {shown}.")
    if case.relation.speaks_of_refusing and case.relation.names_error:
        return Judged("intended", f"The description mentions {shown}, which is now raised.")
    if case.is_quiet:
        return Judged("unintended", f"{case.promise}, but {shown} is now raised.")
    # Who announces a refusal may leave it to Python to refuse.
    is_refusal = case.relation.is_about_refusing and shown in {"TypeError", "ValueError"}
    if is_slip(error) and not is_refusal:
        return Judged("unintended", f"{shown} is now raised, which is unlikely to be on purpose.")
    if case.relation.speaks_of_refusing:
        return Judged(
            "intended", f"The description is about rejecting input, and {shown} is now raised."
        )
    is_checked = case.relation.is_about_checking or _UNNOTICED.stand_in(case.said.text)
    if is_checked and _REFUSAL.search(error.message):
        return Judged(
            "intended",
            f"The description is about checking input, and {shown} is now raised.",
        )
    if Claim.CHANGE in case.title.firm and case.relation.named and _REFUSAL.search(error.message):
        return Judged(
            "unclear",
            f"{shown} rejects what was accepted; the description does not say what changes.",
        )
    return Judged(
        "unintended",
        f"{shown} is now raised, and the description says nothing about rejecting input.",
    )


def _on_error_that_is_gone(case: _Case, error: Raised) -> Judged:
    shown = error.type_name
    absent = _absent(error)
    if absent and absent.lower() in case.said.text.lower():
        return Judged(
            "intended", f"The old version lacks `{absent}`, which the description mentions."
        )
    if case.is_quiet:
        if absent:
            return Judged(
                "unclear", f"The old version lacks `{absent}`; the description does not mention it."
            )
        return Judged(
            "unintended",
            f"{case.promise}, but {shown} is no longer raised.",
            is_coincidental_fix=True,
        )
    if Claim.FIX in case.loud and (case.relation.exists or not _REFUSAL.search(error.message)):
        return Judged("intended", f"The description claims a fix, and {shown} is no longer raised.")
    if case.relation.is_as_said:
        return Judged(
            "intended",
            f"{shown} is no longer raised for what the description mentions: "
            f"{case.relation.common}.",
        )
    if Claim.ADDITION in case.loud and not absent and _REFUSAL.search(error.message):
        # What an addition is for is often just what was refused before.
        is_other = case.relation.unused or _NO_NUMBER.search(case.difference.new_text)
        return Judged(
            "unintended" if is_other else "unclear",
            f"The old version rejected this with {shown}; the description does not mention it.",
        )
    if case.loud - {Claim.FIX}:
        claim = min(case.loud - {Claim.FIX}, key=lambda each: list(Claim).index(each)).value
        return Judged(
            "intended", f"The description claims {claim}, and {shown} is no longer raised."
        )
    return Judged(
        "unclear", f"{shown} is no longer raised, and the description does not explain why."
    )


def _on_value(case: _Case) -> Judged:
    relation = case.relation
    if case.is_quiet:
        return Judged(
            "unintended",
            f"{case.promise}, but the result differs.",
            is_coincidental_fix=_gains_result(case.difference),
        )
    if case.aside and not case.loud:
        return Judged("intended", f"The description says so in passing: {case.aside}")
    if _loses_result(case.difference) and not _OF_HOLES.stand_in(case.said.text):
        return Judged(
            "unintended", "A result is lost (nan, None), and the description does not mention that."
        )
    if case.loud & {Claim.FIX, Claim.CHANGE, Claim.REMOVAL}:
        if relation.exists:
            return Judged(
                "intended",
                f"The result differs for what the description mentions: {relation.common}.",
            )
        return Judged(
            "unclear",
            "The result differs, but the call uses nothing that the description mentions.",
        )
    if Claim.ADDITION in case.loud:
        if relation.is_runtime and not case.aside:
            return Judged(
                "unintended",
                f"The description claims an addition (`{relation.unused}`) that leaves results "
                "alone, but the result differs.",
            )
        if relation.passed or relation.shown:
            return Judged("intended", f"The call uses what was added: {relation.common}.")
        if relation.unused:
            return Judged(
                "unintended",
                f"The description claims an addition (`{relation.unused}`), but a call without it "
                "gives a different result.",
            )
        return Judged("unclear", "It is unclear whether the call uses what was added.")
    if relation.exists:
        return Judged("intended", f"The description mentions what differs: {relation.common}.")
    return Judged("unclear", "The description does not say what the change does to results.")


def _loses_result(difference: Difference) -> bool:
    """Whether only the new side shows values that are missing."""
    old, new = "\n".join(difference.old_lines), "\n".join(difference.new_lines)
    return bool(_HOLE.search(new)) and not _HOLE.search(old)


def _gains_result(difference: Difference) -> bool:
    """Whether only the old side shows what calculations give that went wrong."""
    old, new = "\n".join(difference.old_lines), "\n".join(difference.new_lines)
    return bool(_NO_NUMBER.search(old)) and not _NO_NUMBER.search(new)


def _absent(error: Raised) -> str:
    """The name that an error says is not there."""
    found = _ABSENT.search(error.message)
    return next((name for name in found.groups() if name), "") if found else ""


def is_slip(error: Raised) -> bool:
    """Whether code ran into the error by mistake."""
    return error.type_name in _SLIP_TYPES or bool(_SLIP.search(error.message))
