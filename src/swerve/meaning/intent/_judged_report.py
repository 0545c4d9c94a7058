"""Which differences of a whole report did the author mean?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from swerve.model import (
    DifferenceKind,
    FunctionReport,
    Intent,
    Pair,
    Realism,
    Report,
    Witness,
    WordsKind,
)

from ._difference import VALUES, Difference, Sort, difference_between
from ._question import Judge, Judged, Question, Shown
from ._rules import set_aside
from ._threads import Edit, Threads, reword
from ._weighing import Around, Region, region_of, weighed

_REALISM = tuple(Realism)
_JUDGEMENTS = ("unintended", "unclear", "intended")
_CONFIDENCE = ("high", "medium", "low", "")
#: Words that are about no edit of their own: they may name all that is there.
_ABOUT_ALL = (WordsKind.LABEL, WordsKind.DOCSTRING, WordsKind.DISCUSSION)
#: What sets a difference aside that the words may still speak of.
_MAY_BE_MEANT = ("message-only", "illegal-input:both-raise", "noise:warnings")
_ENDS = ("raised ", "returned ", "did not ")


def judged_report(report: Report, judge: Judge, diff_of: Callable[[Pair], str]) -> Report:
    """The report with a judgement for every witness; the same where nobody said anything."""
    intent = report.change.intent
    if not intent.words:
        return report
    said = [each.text for each in intent.words if each.kind not in _ABOUT_ALL]
    pinned = [(each.pair, witness) for each in report.functions for witness in _telling(each)]
    pairs = [function.pair for function in report.functions]
    threads = Threads(report.change, pairs, said, pinned)
    judging = _Judging(intent, judge, threads, report.functions, diff_of)
    return replace(report, functions=tuple(map(judging.function, report.functions)))


class _Judging:
    def __init__(
        self,
        intent: Intent,
        judge: Judge,
        threads: Threads,
        functions: Sequence[FunctionReport],
        diff_of: Callable[[Pair], str],
    ) -> None:
        self._intent = intent
        self._judge = judge
        self._threads = threads
        self._broken = [
            (each.pair, shown)
            for each in functions
            for shown in _shown_by_tests(each, "unintended")[:1]
        ]
        self._diff_of = diff_of
        #: What a judge that is asked once said, by pair.
        self._answers: dict[tuple[str, Region], Judged] = {}

    def function(self, function: FunctionReport) -> FunctionReport:
        """A function with its witnesses judged, what was not meant first."""
        if not function.witnesses:
            return function
        tested = _tested(function.witnesses)
        # What is most like real use is what a judge that is asked once is shown.
        witnesses = sorted(function.witnesses, key=lambda each: _REALISM.index(each.realism))
        judged = [self._witness(each, function, tested) for each in witnesses]
        return replace(function, witnesses=tuple(sorted(judged, key=_rank)))

    def _witness(
        self, witness: Witness, function: FunctionReport, tested: Mapping[Region, Witness]
    ) -> Witness:
        """A witness with a judgement; one that a contract or a test judged is left alone.

        That a test is made to pass tells nothing of edits that it has no need of.
        """
        edits, is_sure = self._threads.edits_behind(function.pair, witness)
        if witness.judgement is not None and not (
            _is_by_new_test(witness) and edits and not self._threads.are_pinned(edits)
        ):
            return witness
        like = tested.get(_region(witness))
        is_meant = like is not None and like.judgement == "intended"
        if like is not None and not (is_meant and not self._threads.are_pinned(edits)):
            why = f"It differs as it does in a test: {like.why}"
            return replace(
                witness, judgement=like.judgement, why=why, confidence="medium", is_by_words=True
            )
        broken = self._broken_in(function.pair)
        if broken is not None and not self._threads.is_edited(function.pair):
            why = f"It uses `{broken[0].name}`: {broken[1].why}"
            return replace(
                witness, judgement="unintended", why=why, confidence="medium", is_by_words=True
            )
        around = replace(
            self._around(witness, edits, is_sure=is_sure),
            is_inverted=_is_inverted(witness, function.witnesses),
        )
        question = self._question(witness, function, around)
        aside = set_aside(question)
        if aside is not None and aside.rule not in _MAY_BE_MEANT:
            return replace(
                witness,
                judgement="unclear",
                why=aside.why,
                confidence="low",
                rule=aside.rule,
                is_by_words=True,
            )
        if aside is not None:
            judged = weighed(question, Judged("unclear", aside.why), around)
        elif self._judge.asks_once:
            judged = self._kept(question, (function.pair.id, _region(witness)))
        else:
            judged = weighed(question, self._judge.judge(question), around)
        rule = aside.rule if aside is not None and judged.judgement == "unclear" else ""
        why = f"{judged.why} A coincidental fix." if judged.is_coincidental_fix else judged.why
        return replace(
            witness,
            judgement=judged.judgement,
            why=why,
            confidence=judged.confidence,
            rule=rule,
            is_by_words=True,
        )

    def _kept(self, question: Question, place: tuple[str, Region]) -> Judged:
        """The one answer for a region; that made-up input shows a fault is never believed."""
        if place not in self._answers:
            self._answers[place] = self._judge.judge(question)
        judged = self._answers[place]
        if judged.judgement != "unintended" or question.shown.realism is not Realism.INJECTED:
            return judged
        return Judged("unclear", f"The input is made up. {judged.why}", confidence="low")

    def _around(self, witness: Witness, edits: Sequence[Edit], *, is_sure: bool) -> Around:
        return Around(
            self._threads.spoken(edits),
            reword(edits, witness.old, witness.new),
            self._threads.are_pinned(edits),
            tuple(edits),
            witness.when,
            is_sure,
        )

    def _broken_in(self, pair: Pair) -> tuple[Pair, Witness] | None:
        """A function that this one uses, and a test that it no longer passes."""
        used = {each.id for each in self._threads.used_by(pair)}
        return next((each for each in self._broken if each[0].id in used), None)

    def _question(self, witness: Witness, function: FunctionReport, around: Around) -> Question:
        pair, region = function.pair, _region(witness)
        like = [each for each in function.witnesses if each is not witness]
        others = tuple(_shown(each, pair) for each in like if _region(each) == region)
        return Question(
            self._intent,
            _shown(witness, pair),
            self._diff_of(pair),
            pair.old.source,
            pair.new.source,
            evidence=around.told,
            others=others,
        )


def _shown(witness: Witness, pair: Pair) -> Shown:
    return Shown(
        witness.call,
        _outcome(witness, witness.old),
        _outcome(witness, witness.new),
        witness.kind,
        witness.realism,
        pair.name,
        witness.engine,
        witness.test,
    )


def _is_inverted(witness: Witness, others: Sequence[Witness]) -> bool:
    """Whether an error comes or goes, and one with its message does the reverse elsewhere."""
    gone, come = _gone_and_come(witness)
    if not gone and not come:
        return False
    real = [each for each in others if each.realism is not Realism.INJECTED]
    reverse = (come, gone)
    return any(_gone_and_come(each) == reverse for each in real)


def _gone_and_come(witness: Witness) -> tuple[str, str]:
    """The message of an error that only the old version raises, and of one only the new does."""
    found = _difference(witness)
    old, new = found.old_error, found.new_error
    return old.message if old and not new else "", new.message if new and not old else ""


def _is_by_new_test(witness: Witness) -> bool:
    """Whether a test of the change says that a difference in its calls is meant."""
    is_call = bool(witness.test) and witness.kind is not DifferenceKind.TEST
    return is_call and witness.is_by_words and witness.judgement == "intended"


def _shown_by_tests(function: FunctionReport, judgement: str) -> list[Witness]:
    """The differences of which a test says that they are meant, or are not."""
    return [
        each
        for each in function.witnesses
        if each.test and each.is_by_words and each.judgement == judgement
    ]


def _telling(function: FunctionReport) -> list[Witness]:
    """Tests that show what is meant; where it is known of some which edits they need, those."""
    found = _shown_by_tests(function, "intended")
    return [each for each in found if each.edits] or found


def _tested(witnesses: Sequence[Witness]) -> dict[Region, Witness]:
    """By region, what a test shows: that something was not meant counts for more."""
    found: dict[Region, Witness] = {}
    for witness in witnesses:
        if witness.judgement is not None and witness.test and witness.is_by_words:
            region = _region(witness)
            if region not in found or witness.judgement == "unintended":
                found[region] = witness
    return found


def _region(witness: Witness) -> Region:
    return region_of(witness, _difference(witness))


def _difference(witness: Witness) -> Difference:
    old, new = (_outcome(witness, each) for each in (witness.old, witness.new))
    return difference_between(old, new, is_printed=witness.kind not in VALUES)


def _outcome(witness: Witness, shown: str) -> str:
    """What one side did; of an exception that differs inside, a witness shows only that part."""
    is_whole = witness.path == "outcome" or shown.startswith(_ENDS)  # what a script prints is, too
    if witness.kind is not DifferenceKind.EXCEPTION or is_whole:
        return shown
    return f"raised {shown}" if witness.path == "exception" else f"raised Exception({shown})"


def _rank(witness: Witness) -> tuple[bool, int, bool, int, int]:
    """What was not meant comes first, losses before others; what is set aside comes last."""
    judgement = _JUDGEMENTS.index(witness.judgement or "unclear")
    is_loss = witness.kind is DifferenceKind.TERMINATION or (
        _region(witness)[0] is Sort.ERROR_APPEARS
    )
    confidence = _CONFIDENCE.index(witness.confidence)
    realism = _REALISM.index(witness.realism)
    return bool(witness.rule), judgement, not is_loss, confidence, realism
