"""Is a difference what the author meant, going by words, names and values alone?

No model is asked and nothing is learned: rules in the order a reviewer would ask them, each of
them one sentence. Where they do not reach, the answer is `unclear`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from swerve.intent._claims import QUIET, Claim, claims_of, claims_of_title
from swerve.intent._difference import Difference, Sort, difference_between
from swerve.intent._outcome import Raised
from swerve.intent._question import Judged, Question
from swerve.intent._relation import Relation, relation_between
from swerve.intent._script import Used, used_by
from swerve.intent._words import Said, said_in

#: Messages of errors about something that is not there.
_ABSENT = re.compile(
    r"has no attribute '?(\w+)|cannot import name '?(\w+)|No module named '?([\w.]+)"
    r"|unexpected keyword argument '?(\w+)"
)


@dataclass(frozen=True, slots=True)
class _Case:
    """Everything a rule looks at."""

    said: Said
    title: frozenset[Claim]
    rest: frozenset[Claim]
    used: Used
    difference: Difference
    relation: Relation

    @property
    def claims(self) -> frozenset[Claim]:
        """What the title claims; all that was said where it claims nothing."""
        return self.title or self.rest

    @property
    def is_quiet(self) -> bool:
        """The author promises to leave behaviour alone."""
        return bool(self.claims) and self.claims <= QUIET

    @property
    def quiet_words(self) -> str:
        """What a quiet change is said to be."""
        return " and ".join(sorted(claim.value for claim in self.claims & QUIET))

    @property
    def where(self) -> str:
        """What words and difference have in common, for a sentence."""
        relation = self.relation
        common = (*relation.named, *relation.passed, *relation.shown)[:3]
        return ", ".join(f"`{each}`" for each in common)


class OfflineJudge:
    """Judges by rules."""

    def judge(self, question: Question) -> Judged:
        """Answer from what was said and what is shown."""
        said = said_in(question.words)
        if said.is_silent:
            return Judged("unclear", "Nobody said what the change is for.")
        difference = difference_between(question.shown.old, question.shown.new)
        used = used_by(question.shown.call)
        case = _Case(
            said,
            claims_of_title(said.title),
            frozenset(claim for each in said.rest for claim in claims_of(each)),
            used,
            difference,
            relation_between(said, used, question.shown, difference),
        )
        if difference.sort is Sort.ERROR_APPEARS and difference.new_error is not None:
            return _on_error_that_appears(case, difference.new_error)
        if difference.sort is Sort.ERROR_GONE and difference.old_error is not None:
            return _on_error_that_is_gone(case, difference.old_error)
        if difference.sort is Sort.WARNING:
            return _on_warning(case)
        if difference.sort in (Sort.OTHER_MESSAGE, Sort.OTHER_ERROR):
            return _on_other_error(case)
        return _on_value(case)


def _on_error_that_appears(case: _Case, error: Raised) -> Judged:
    shown = error.type_name
    absent = _absent(error)
    if Claim.REMOVAL in case.title | case.rest and (
        not absent or absent.lower() in case.said.names or case.relation.is_where_said
    ):
        return Judged("intended", f"The words speak of a removal, and {shown} is what it causes.")
    if case.is_quiet:
        return Judged(
            "unintended", f"The change is said to be {case.quiet_words}, yet {shown} is raised now."
        )
    if case.relation.names_error:
        return Judged("intended", f"The words name {shown}, which is raised now.")
    if case.relation.speaks_of_raising:
        return Judged("intended", f"The words speak of refusing inputs, and {shown} is raised now.")
    return Judged(
        "unintended", f"{shown} is raised now, and the words do not speak of refusing anything."
    )


def _on_error_that_is_gone(case: _Case, error: Raised) -> Judged:
    shown = error.type_name
    absent = _absent(error)
    if absent and (absent.lower() in case.said.names or absent.lower() in case.said.text.lower()):
        return Judged("intended", f"The old version lacks `{absent}`, which the words speak of.")
    if case.is_quiet:
        if absent:
            return Judged("unclear", f"The old version lacks `{absent}`; the words are silent.")
        return Judged(
            "unintended",
            f"The change is said to be {case.quiet_words}, yet {shown} is no longer raised.",
            is_coincidental_fix=True,
        )
    if case.claims & {Claim.FIX, Claim.ADDITION}:
        claim = "a fix" if Claim.FIX in case.claims else "an addition"
        return Judged("intended", f"The words claim {claim}, and {shown} is no longer raised.")
    if case.relation.is_where_said or case.relation.is_as_said:
        return Judged("intended", f"{shown} is gone where the words point: {case.where}.")
    return Judged("unclear", f"{shown} is gone, and the words do not say what they are about.")


def _on_warning(case: _Case) -> Judged:
    return Judged("intended", "Only warnings differ, and the words speak of warnings.")


def _on_other_error(case: _Case) -> Judged:
    if case.relation.speaks_of_raising or case.relation.names_error:
        return Judged("intended", "Another error is raised, and the words speak of errors.")
    return Judged("unclear", "Both versions raise; which error is meant was not said.")


def _on_value(case: _Case) -> Judged:
    relation = case.relation
    if case.is_quiet:
        return Judged(
            "unintended", f"The change is said to be {case.quiet_words}, yet the result differs."
        )
    if case.claims & {Claim.FIX, Claim.CHANGE, Claim.REMOVAL}:
        if relation.is_where_said or relation.is_as_said:
            return Judged("intended", f"The result differs where the words point: {case.where}.")
        return Judged("unclear", "The result differs where the words do not point.")
    if Claim.ADDITION in case.claims:
        if relation.passed or relation.shown:
            return Judged("intended", f"The call uses what is said to be added: {case.where}.")
        return Judged(
            "unintended",
            "The words claim an addition, yet a call that does not use it gives another result.",
        )
    return Judged("unclear", "The words do not say what the change does to results.")


def _absent(error: Raised) -> str:
    """The name that an error says is not there."""
    found = _ABSENT.search(error.message)
    return next((name for name in found.groups() if name), "") if found else ""
