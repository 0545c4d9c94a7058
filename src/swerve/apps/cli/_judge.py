"""`swerve judge`: differences given as data, each told to be meant or not."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from swerve.check.checking import language_model
from swerve.meaning.intent import (
    AskedModel,
    Judge,
    Judged,
    Judgement,
    OfflineJudge,
    Question,
    SetAside,
    Shown,
    score,
    set_aside,
)
from swerve.model import Settings
from swerve.source import BrokenRow, IntentRow, read_intents

from ._checking import tell_spending
from ._options import flag, takes
from ._progress import doing
from ._streams import lines_in, opened_input, opened_output

_JUDGEMENTS: tuple[Judgement, ...] = ("unintended", "intended", "unclear")


@dataclass(frozen=True, slots=True)
class _Answer:
    row: IntentRow
    judged: Judged
    #: The rule that set the difference aside; empty when it was judged.
    rule: str = ""


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@takes(
    *("llm", "judging", "output"),
    helps={
        "judge": "What judges: rules on this machine, or a language model.",
        "output": "Write the judgements to FILE instead of standard output.",
    },
    choices={"judge": ("offline", "model")},
)
@flag(
    "--score",
    "Compare with the label of each row, and print figures and errors to standard error.",
    "has_score",
)
def judge(file: Path, has_score: bool, settings: Settings) -> int:
    """Judge which differences the author of a change intended; - reads standard input.

    Each line of FILE holds id, title, body and commits (the description), test (a usage example),
    old_output and new_output. Prints one JSON object per line: id, judgement (intended, unintended
    or unclear), why, rule (what set it aside, if anything), coincidental_fix and notes. A broken
    line is reported with its number and the others are judged; the exit status is then 2.
    """
    client, output = language_model(settings), settings.output
    chosen: Judge = OfflineJudge()
    if client is not None:
        chosen = AskedModel(client, samples=settings.judge_samples)
    answers: list[_Answer] = []
    broken = 0
    with (
        opened_input(file, "Pass a JSON Lines file, or -.") as stream,
        opened_output(output) as out,
        doing("judging differences", lines_in(file), prints=output is None) as progress,
    ):
        for row in read_intents(stream):
            if isinstance(row, BrokenRow):
                broken += 1
                progress.say(f"swerve: line {row.line_no}: {row.message}")
                progress.advance()
                continue
            answer = _answered(row, chosen)
            answers.append(answer)
            out.write(json.dumps(_as_json(answer)) + "\n")
            out.flush()
            progress.advance()
    tell_spending(client)
    for line in _summary(answers):
        print(line, file=sys.stderr)
    if has_score:
        for line in _scored(answers):
            print(line, file=sys.stderr)
    return 2 if broken else 0


def _answered(row: IntentRow, chosen: Judge) -> _Answer:
    question = Question(row.words, Shown(row.test, row.old_output, row.new_output), row.diff)
    aside = set_aside(question)
    if isinstance(aside, SetAside):
        return _Answer(row, Judged("unclear", aside.why), aside.rule)
    return _Answer(row, chosen.judge(question))


def _as_json(answer: _Answer) -> dict[str, object]:
    judged = answer.judged
    return {
        "id": answer.row.id,
        "judgement": judged.judgement,
        "why": judged.why,
        "rule": answer.rule or None,
        "coincidental_fix": judged.is_coincidental_fix,
        "notes": list(judged.notes),
    }


def _summary(answers: Sequence[_Answer]) -> Iterator[str]:
    counted = Counter(answer.judged.judgement for answer in answers)
    told = ", ".join(f"{counted[name]} {name}" for name in _JUDGEMENTS)
    aside = sum(bool(answer.rule) for answer in answers)
    yield f"{len(answers)} judged: {told}; {aside} of them set aside by a rule"


def _scored(answers: Sequence[_Answer]) -> Iterator[str]:
    """Figures for "unintended", and the rows that were judged otherwise than labelled."""
    labelled = [answer for answer in answers if answer.row.label]
    if not labelled:
        yield "no row has a label"
        return
    result = score((answer.judged.judgement, answer.row.label or "") for answer in labelled)
    yield (
        f"unintended: precision {_percent(result.precision)}, recall {_percent(result.recall)}, "
        f"F1 {_percent(result.f1)} "
        f"({result.right} right, {result.wrong} wrong, {result.missed} missed)"
    )
    for answer in labelled:
        judgement, label = answer.judged.judgement, answer.row.label
        if (judgement == "unintended") != (label == "unintended"):
            rule = f" [{answer.rule}]" if answer.rule else ""
            yield f"  {answer.row.id}: labelled {label}, judged {judgement}{rule}"
            yield f"    {answer.judged.why}"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"
