"""What does a language model say about a difference?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import ClassVar

from swerve.meaning.llm import Client, NoReply, ask

from ._citing import has_something_to_cite
from ._prompt import request_for
from ._question import Judged, Question
from ._reply import judged_by, read_reply

#: How far samples of one question may wander; a single one does not.
_WANDERING = 0.7


@dataclass(frozen=True, slots=True)
class AskedModel:
    """A judge that asks a model, once or several times.

    Whatever goes wrong ends in `unclear` with a note: never in an error, never in `intended`.
    """

    asks_once: ClassVar[bool] = True

    client: Client
    #: The name of the project, where it is known.
    project: str = ""
    #: Ask only whether the difference is meant, in place of five questions.
    is_single_question: bool = False
    #: Replies that vote; more than half of them have to agree.
    samples: int = 1

    def judge(self, question: Question) -> Judged:
        """Ask the model, and let its replies vote."""
        if not has_something_to_cite(question):
            return Judged("unclear", "There is no description of the change.", confidence="low")
        samples = max(1, self.samples)
        votes = [self._sample(question, number, samples) for number in range(samples)]
        if samples == 1:
            return votes[0]
        return _voted(votes)

    def _sample(self, question: Question, number: int, samples: int) -> Judged:
        request, mark = request_for(
            question,
            project=self.project,
            is_single=self.is_single_question,
            sample=number,
            temperature=_WANDERING if samples > 1 else 0.0,
        )
        answer = ask(
            self.client,
            request,
            lambda text: read_reply(text, mark, is_single=self.is_single_question),
        )
        if isinstance(answer, NoReply):
            return Judged(
                "unclear",
                "The language model gave no usable answer.",
                confidence="low",
                notes=(f"no answer from the language model: {answer.why}",),
            )
        return judged_by(answer.value, question)


def _voted(votes: list[Judged]) -> Judged:
    """What more than half say, in the words of the first who says it."""
    counts = Counter(vote.judgement for vote in votes)
    judgement, agreed = counts.most_common(1)[0]
    told = ", ".join(f"{count} {each}" for each, count in counts.most_common())
    note = f"{len(votes)} samples: {told}"
    notes = tuple(dict.fromkeys(note for vote in votes for note in vote.notes))
    if 2 * agreed <= len(votes):
        why = f"The language model contradicts itself: {told}."
        return Judged("unclear", why, confidence="low", notes=(note, *notes))
    agreeing = [vote for vote in votes if vote.judgement == judgement]
    fixes = sum(vote.is_coincidental_fix for vote in agreeing)
    return replace(agreeing[0], is_coincidental_fix=2 * fixes > len(agreeing), notes=(note, *notes))
