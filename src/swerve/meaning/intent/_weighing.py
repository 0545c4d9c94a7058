"""What follows from all that is known about the differences of one function?

Tests come before words. Differences of one kind are one region: where a test of the change shows
that one of them is meant, the others are. What only words speak of is weighed by where the edit
stands that makes the difference, and by who could make the call.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TypeAlias

from swerve.model import DifferenceKind, Realism, Witness

from ._claims import Claim, claims_of_title, hint_of
from ._difference import Difference, Sort, difference_shown
from ._offline import expects_error, is_slip
from ._question import Confidence, Judged, Question
from ._relation import Relation, relation_between
from ._script import given_names, used_by
from ._threads import Edit, Spoken, numbers_said
from ._words import Said, said_in, stems_of

#: What tells differences of one function apart: how they sort, the two errors, what differs.
Region: TypeAlias = "tuple[Sort, str, str, str]"

#: Differences that are seen beside the result.
_BESIDE_RESULT = (DifferenceKind.CALLS, DifferenceKind.WARNING, DifferenceKind.OUTPUT)
_NAME = re.compile(r"[A-Za-z_]\w*")
_ATTRIBUTE = re.compile(r"\.([A-Za-z_]\w*)")
_NOTHING = ("None", "nan", "(missing)")
#: What a function gives that has lost its `return` or its `yield`.
_DROPPED = ("None", "yields 0 items")
_GIVES = re.compile(r"\b(?:return|yield)\b")
#: Messages of Python about calls that do not fit a signature.
_OF_CALL = re.compile(
    r"\btakes .*positional argument|missing \d+ required|unexpected keyword argument"
    r"|multiple values for argument"
)
_COMMENT = re.compile(r"^\s*#(.*)$", re.MULTILINE)
#: Words of a comment that says why.
_FEWEST_WORDS = 5
_MOST_QUOTED = 90
MADE_UP = "made-up input"


_TOLD = {
    Spoken.OF: "The words are about the lines that were edited here.",
    Spoken.PARTLY: "The words are about some of the lines that were edited here, not about all.",
    Spoken.BESIDE: "The words are about lines that were edited elsewhere.",
}


@dataclass(frozen=True, slots=True)
class Around:
    """What is known of the change around a difference."""

    spoken: Spoken
    #: Nothing but texts was edited, and the two sides differ in those.
    is_reworded: bool
    #: A test of the change calls the function and fails without the change.
    is_pinned: bool
    #: Those that may make the difference.
    edits: tuple[Edit, ...] = ()
    #: For which calls the versions part, as a condition.
    when: str = ""
    #: Whether it is known which edits make the difference.
    is_sure: bool = False
    #: An error with the same message comes for some calls and goes for others.
    is_inverted: bool = False

    @property
    def names(self) -> frozenset[str]:
        """What only one version of the function names."""
        return frozenset(name for edit in self.edits for name in edit.names)

    @property
    def stems(self) -> frozenset[str]:
        """Stems of the words that only one version of an edit has."""
        return frozenset(word for edit in self.edits for word in edit.own_stems)

    @property
    def told(self) -> tuple[str, ...]:
        """The same, each a sentence."""
        told = [_TOLD[self.spoken]] if self.spoken in _TOLD else []
        told += ["Only texts in quotes were edited."] if self.is_reworded else []
        if self.is_pinned:
            told.append("Tests that come with the change call the function, and fail without it.")
        told += [f"The two versions differ when `{self.when}`."] if self.when else []
        return tuple(told)


def region_of(witness: Witness, difference: Difference) -> Region:
    """The region that a difference belongs to."""
    errors = difference.old_error, difference.new_error
    old, new = (each.type_name if each is not None else "" for each in errors)
    attributes = _ATTRIBUTE.findall(witness.path)
    return difference.sort, old, new, attributes[-1] if attributes else ""


def weighed(question: Question, judged: Judged, around: Around) -> Judged:
    """What the words say of a difference, with what else is known of it."""
    return _Weighing(question, judged, around).judged()


class _Weighing:
    def __init__(self, question: Question, judged: Judged, around: Around) -> None:
        shown = question.shown
        used = used_by(shown.call)
        names = used.names | frozenset(shown.function.split("."))
        self._question = question
        self._judged = judged
        self._around = around
        self._said: Said = said_in(question.words, names - {""})
        self._difference = difference_shown(shown, used.handlers)
        self._relation: Relation = relation_between(self._said, used, shown, self._difference)
        self._claims = claims_of_title(self._said.title)
        self._is_made_up = shown.realism is Realism.INJECTED

    def judged(self) -> Judged:
        """The answer."""
        if self._is_dropped:
            why = f"{self._headline} does not mention the `return` that is gone."
            return self._answer("unintended", why)
        if self._is_beside and (self._around.is_sure or not self._relation.is_as_said):
            why = f"{self._headline} is about other edits, and nothing speaks of this one."
            return self._answer("unintended", why, "low" if self._around.names else "medium")
        if self._is_of_signature:
            why = "The call depends on the signature, which was edited."
            return self._answer("intended", why)
        is_other_work = self._is_quiet and Claim.DOCS not in self._claims.quiet
        if self._around.is_reworded and not is_other_work:
            return self._answer("intended", "Only texts were edited here, and these differ.")
        if self._around.is_inverted and not (self._is_made_up or Claim.FIX in self._claims.found):
            why = "Other calls now do the opposite: what was rejected is accepted, and the reverse."
            return self._answer("unintended", why)
        if self._is_accident:
            return self._not_refused()
        if self._is_slip_before and self._is_slip_now:
            return self._answer("unclear", "Both versions fail on the input by mistake.", "low")
        if self._judged.judgement == "unintended":
            return self._not_meant()
        if self._judged.judgement == "intended":
            return self._meant()
        return self._open()

    def _not_meant(self) -> Judged:
        if self._is_made_up:
            return self._answer("unclear", f"The input is made up. {self._judged.why}", "low")
        if self._around.is_pinned and not self._is_slip:
            return self._as_pinned()
        kind = self._question.shown.kind
        is_spoken_of = self._around.spoken is Spoken.OF
        is_told = is_spoken_of and self._names_edit and not self._is_loss
        if self._is_quiet and not (is_told and not self._claims.is_firm):
            # What works now that did not, or was worth a comment, is no reason to stop a change.
            is_harmless = self._judged.is_coincidental_fix or self._is_explained
            is_harmless = is_harmless or kind in _BESIDE_RESULT
            sure: Confidence = "low" if is_harmless else "medium"
            return replace(self._judged, confidence=sure)
        if self._is_addition:
            is_sure = self._is_slip or self._relation.is_runtime
            return replace(self._judged, confidence="medium" if is_sure else "low")
        if is_spoken_of and (not self._is_loss or (self._names_input and not self._is_slip)):
            return self._answer("intended", self._about, "low")
        is_sure = self._is_slip or self._is_lost
        return replace(self._judged, confidence="medium" if is_sure else "low")

    def _meant(self) -> Judged:
        around = self._around
        if around.spoken is Spoken.BESIDE and not (around.is_pinned or self._is_given):
            why = f"{self._headline} is about other edits of this change."
            return self._answer("unclear", why, "low")
        if around.spoken is Spoken.PARTLY and not around.is_pinned:
            why = f"{self._headline} may be about other edits of this function."
            return self._answer("unclear", why, "low")
        is_told = self._relation.is_as_said or self._names_edit or self._names_region
        is_announced = self._relation.names_error if self._is_made_up else self._is_refusal_told
        if self._is_loss and not (around.is_pinned or is_announced):
            why = f"{self._headline} does not say that the call fails."
            return self._answer("unclear", why, "low")
        if around.is_pinned or is_told:
            return replace(self._judged, confidence="medium")
        if around.spoken is Spoken.OF:
            return replace(self._judged, confidence="low")
        why = "The description names the function, and not what differs."
        return self._answer("unclear", why, "low")

    def _open(self) -> Judged:
        around = self._around
        if self._is_quiet or around.spoken is Spoken.BESIDE:
            return replace(self._judged, confidence="low")
        if around.is_pinned and not self._is_slip:
            return self._as_pinned()
        if around.spoken is Spoken.OF and not self._is_loss:
            sure: Confidence = "medium" if self._names_edit else "low"
            return self._answer("intended", self._about, sure)
        return replace(self._judged, confidence="low")

    def _not_refused(self) -> Judged:
        """What the code refused, it now fails on."""
        why = "The old version rejects the input; the new one fails on it by mistake."
        if self._is_made_up or self._around.is_pinned:
            return self._answer("unclear", why, "low")
        is_told = self._around.spoken is Spoken.OF
        return self._answer("unintended", why, "low" if is_told else "medium")

    def _as_pinned(self) -> Judged:
        """Tests of the change fail without this edit: only a loss may be more than they ask for."""
        why = "Tests that come with the change call the function, and fail without it."
        if self._is_loss:
            return self._answer(
                "unclear", f"{self._judged.why} But {why[0].lower()}{why[1:]}", "low"
            )
        return self._answer("intended", why, "low")

    def _answer(self, judgement: str, why: str, confidence: Confidence = "medium") -> Judged:
        return Judged(judgement, why, confidence=confidence)  # type: ignore[arg-type]

    @property
    def _is_quiet(self) -> bool:
        claims = self._claims if self._claims.found else hint_of(self._said)
        return bool(claims.quiet) and not claims.loud

    @property
    def _is_beside(self) -> bool:
        """Whether what differs is beside what the words are about.

        A fix and an addition leave other things alone. In any other change, an edit that brings or
        takes no name and that nothing speaks of is hardly ever meant.
        """
        claimed = self._claims.main
        is_promise = bool(claimed) and claimed <= {Claim.FIX, Claim.ADDITION}
        is_beside = self._around.spoken is Spoken.BESIDE and not self._around.is_pinned
        return (
            is_beside
            and not self._is_given
            and not self._is_made_up
            and (is_promise or not self._around.names)
        )

    @property
    def _is_given(self) -> bool:
        """Whether the words give the new value of a default."""
        is_default = self._question.shown.kind is DifferenceKind.DEFAULT
        return is_default and self._judged.judgement == "intended"

    @property
    def _is_of_signature(self) -> bool:
        """Whether an edit of the signature makes the difference: nobody does that by mistake."""
        edits, shown = self._around.edits, self._question.shown
        if shown.kind is DifferenceKind.DEFAULT or not any(edit.is_head for edit in edits):
            return False
        errors = self._difference.old_error, self._difference.new_error
        refused = [each is not None and bool(_OF_CALL.search(each.message)) for each in errors]
        return all(edit.is_head for edit in edits) or refused in ([True, False], [False, True])

    @property
    def _is_dropped(self) -> bool:
        """Whether a result is gone since code was taken away, and nothing came in its place."""
        edits, shown = self._around.edits, self._question.shown
        if not edits or not self._around.is_sure or self._is_made_up or self._around.is_pinned:
            return False
        is_named = bool(self._relation.named or self._said.stems & self._around.stems)
        is_told = is_named and Claim.REMOVAL in self._claims.found
        if is_told or not all(edit.is_removal for edit in edits):
            return False
        taken = "\n".join(line for edit in edits for line in edit.taken)
        gives = _GIVES.search(taken) is not None
        if shown.kind is DifferenceKind.RETURN:
            return gives and shown.new in _DROPPED and shown.old not in _DROPPED
        if self._difference.sort is Sort.ERROR_APPEARS:
            return gives
        is_over = shown.new == "returned None" and re.search(r"\braise\b", taken) is None
        return self._difference.sort is Sort.ERROR_GONE and (gives or is_over)

    @property
    def _is_addition(self) -> bool:
        """Whether something is added, and nothing that was there is said to change."""
        return self._claims.main == {Claim.ADDITION} and not self._claims.is_quiet

    @property
    def _is_explained(self) -> bool:
        """Whether every edit brings a comment, which is a sentence."""
        return bool(self._around.edits) and all(
            len(_NAME.findall("".join(_COMMENT.findall("\n".join(edit.brought))))) >= _FEWEST_WORDS
            for edit in self._around.edits
        )

    @property
    def _names_edit(self) -> bool:
        """Whether the words have a name or a number that only one version of the function has."""
        numbers = numbers_said(self._said.sentences)
        return any(name.lower() in self._said.names for name in self._around.names) or any(
            edit.numbers & numbers for edit in self._around.edits
        )

    @property
    def _names_region(self) -> bool:
        """Whether the words name what tells the calls that differ from others."""
        return bool(self._around.when) and self._names_input

    @property
    def _is_refusal_told(self) -> bool:
        """Whether the words, the documentation or a test speak of the failure."""
        if self._relation.names_error or self._relation.speaks_of_refusing:
            return True
        error = self._difference.new_error
        return error is not None and expects_error(self._question, error.type_name)

    @property
    def _is_loss(self) -> bool:
        """Whether something that worked does not."""
        shown = self._question.shown
        is_hang = shown.kind is DifferenceKind.TERMINATION and shown.new.startswith("did not")
        return is_hang or self._difference.sort is Sort.ERROR_APPEARS

    @property
    def _is_lost(self) -> bool:
        """Whether nothing is left of a result, in an edit that was worth no name and no word."""
        shown = self._question.shown
        is_gone = shown.kind is DifferenceKind.RETURN and shown.new in _NOTHING
        is_slight = not self._around.names and self._around.spoken is not Spoken.OF
        return is_gone and is_slight and shown.old not in _NOTHING

    @property
    def _is_slip(self) -> bool:
        return self._is_loss and (self._difference.new_error is None or self._is_slip_now)

    @property
    def _is_accident(self) -> bool:
        """Whether both raise, the new version by mistake and the old one on purpose."""
        is_refused = self._difference.old_error is not None and not self._is_slip_before
        return is_refused and self._is_slip_now

    @property
    def _is_slip_before(self) -> bool:
        error = self._difference.old_error
        return error is not None and is_slip(error)

    @property
    def _is_slip_now(self) -> bool:
        error = self._difference.new_error
        return error is not None and is_slip(error)

    @property
    def _names_input(self) -> bool:
        """Whether the words name a parameter that makes the difference, or that gets a value."""
        given = frozenset(_NAME.findall(self._around.when)) or given_names(
            self._question.shown.call, self._question.new_code
        )
        return any(name.lower() in self._said.names for name in given)

    @property
    def _headline(self) -> str:
        """What the change is called, or the first sentence about it."""
        return quoted(next(filter(None, self._said.sentences), ""))

    @property
    def _about(self) -> str:
        sentences = [each for each in self._said.sentences if each]
        told = max(sentences, key=self._shared_with, default="")
        return f"{quoted(told)} is about the lines that make the difference."

    def _shared_with(self, sentence: str) -> int:
        """How many words of the edit are in a sentence."""
        return len(stems_of(sentence) & self._around.stems)


def quoted(sentence: str) -> str:
    """A sentence in quotes, not too long for a line; of none, what it would stand in."""
    line = " ".join(sentence.split())
    if not line:
        return "The description"
    line = line if len(line) <= _MOST_QUOTED else f"{line[: _MOST_QUOTED - 3]}..."
    return f"“{line}”"
