"""`swerve pairs`: functions given as data, answered line by line."""

from __future__ import annotations

import sys
import textwrap
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import click

from swerve.check.advice import advised
from swerve.check.checking import need_sense, plan_of
from swerve.check.investigating import Plan, investigate_all
from swerve.model import (
    Change,
    FailOn,
    Function,
    FunctionReport,
    Intent,
    Module,
    Pair,
    Problem,
    Report,
    Settings,
    Verdict,
    Witness,
)
from swerve.source import BrokenRow, PairRow, pair_in, read_pairs
from swerve.tell import INTERRUPTED, exit_status, render_json_line
from swerve.tell.timings import timing_lines
from swerve.witness.kept import Stored, keep_function

from ._checking import WitnessFolder
from ._options import need_places, of_this_folder, takes
from ._output import write_report
from ._progress import Progress
from ._streams import lines_in, note, opened_input, opened_output


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@takes(
    *("running", "guided", "witnesses", "report", "work"),
    defaults={"format": "json", "fail_on": FailOn.NEVER},
    helps={"python": "The interpreter to run in.  [default: swerve's own]"},
)
def pairs(file: Path, settings: Settings) -> int:
    """Check pairs given as JSON Lines; - reads standard input.

    Each line holds id and function, with old_source and new_source (the function alone) or
    old_file and new_file (the whole file), and path. Prints one JSON object per line, in the same
    order. A broken line is reported with its number and the others are checked; the exit status is
    then 2.
    """
    settings = of_this_folder(settings)
    need_sense(settings)
    need_places(settings)
    plan = plan_of(settings)
    if not settings.run:
        return _answer(file, settings, plan)
    from swerve.check.running import prepare_bare  # takes a while to load

    with prepare_bare(settings) as runners:
        plan = replace(plan, engines=(*plan.engines, *runners))
        return _answer(file, settings, plan, _stored_in(settings))


def _stored_in(settings: Settings) -> Stored:
    """What writes down a witness for `swerve replay`."""

    def stored(pair: Pair, witness: Witness) -> str:
        if not witness.recipe:
            return ""
        from swerve.witness.stored import stored_alone, text_of  # takes a while to load

        found = stored_alone(pair, witness, settings)
        return "" if found is None else text_of(found)

    return stored


def _answer(file: Path, settings: Settings, plan: Plan, stored: Stored = lambda *_: "") -> int:
    folder = None if settings.witnesses is None else WitnessFolder(settings.witnesses, stored)
    change = Change(str(file), str(file), Intent(), ())
    done: list[FunctionReport] = []
    interrupted = False
    by_line = settings.format == "json"
    progress = Progress(is_quiet=by_line and settings.output is None and sys.stdout.isatty())
    answers = _Answers(plan, progress)
    total = lines_in(file)
    progress.begin("checking pairs", total)
    with (
        opened_input(file, "Pass a JSON Lines file, or -.") as stream,
        opened_output(settings.output if by_line else None) as output,
    ):
        try:
            for report in answers.of(stream, total):
                report = keep_function(report, change, stored)
                if folder is not None:
                    report = folder.with_files(report)
                progress.decided(report)
                if by_line:
                    output.write(render_json_line(report) + "\n")
                    output.flush()
                done.append(_light(report) if by_line else report)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            progress.close()
    whole = replace(_whole(str(file), done, interrupted), unread=answers.broken)
    if by_line:
        status = INTERRUPTED if interrupted else exit_status(whole, settings.fail_on)
    else:
        status = write_report(whole, settings)
    for line in timing_lines(whole) if settings.timings else ():
        note(line)
    return status


class _Answers:
    """Answers rows in the order given, those that cannot be read among them."""

    def __init__(self, plan: Plan, progress: Progress) -> None:
        self._plan = plan
        self._progress = progress
        self.broken = 0
        #: Pairs that are being looked at, and answers that wait for those before them.
        self._order: deque[Pair | FunctionReport] = deque()

    def of(self, lines: Iterable[bytes], total: int | None) -> Iterator[FunctionReport]:
        for report in investigate_all(self._pairs(lines), self._plan, total=total):
            yield from self._ready()
            self._order.popleft()
            yield advised(report, self._plan.effort)
        yield from self._ready()

    def _ready(self) -> Iterator[FunctionReport]:
        while self._order and isinstance(self._order[0], FunctionReport):
            yield self._order.popleft()  # type: ignore[misc] # the line above looked

    def _pairs(self, lines: Iterable[bytes]) -> Iterator[Pair]:
        for row in read_pairs(lines):
            answer = self._pair(row)
            self._order.append(answer)
            if isinstance(answer, Pair):
                yield answer

    def _pair(self, row: PairRow | BrokenRow) -> Pair | FunctionReport:
        if isinstance(row, BrokenRow):
            self.broken += 1
            reason = f"line {row.line_no}: {row.message}"
            self._progress.say(f"swerve: {reason}")
            return _unanswered(row.id, "", "", reason)
        function, path = row.function or "", row.path or "pair.py"
        if row.old_file is not None and row.new_file is not None and function:
            found = pair_in(path, row.old_file, row.new_file, function)
        else:
            old, new = textwrap.dedent(row.old_source or ""), textwrap.dedent(row.new_source or "")
            found = pair_in(path, old, new, function)
        if isinstance(found, Problem):
            side = f"the {found.side.value} side " if found.side else ""
            return _unanswered(row.id, function, path, f"{side}{found.message}")
        return replace(found, id=row.id)


def _unanswered(row_id: str, function: str, path: str, reason: str) -> FunctionReport:
    nothing = Function(function, Module(path, ""), 1, 1, 1)
    return FunctionReport(Pair(row_id, nothing, nothing, ()), Verdict.INCONCLUSIVE, reason, 0.0)


def _light(report: FunctionReport) -> FunctionReport:
    """The report without source text and scripts: what a long run keeps of each pair."""
    old, new = report.pair.old, report.pair.new
    pair = replace(
        report.pair,
        old=replace(old, module=Module(old.module.path, "")),
        new=replace(new, module=Module(new.module.path, "")),
    )
    witnesses = tuple(replace(witness, script="") for witness in report.witnesses)
    return replace(report, pair=pair, witnesses=witnesses)


def _whole(name: str, done: list[FunctionReport], interrupted: bool) -> Report:
    change = Change(name, name, Intent(), tuple(report.pair for report in done))
    return Report(change, tuple(done), sum(report.seconds for report in done), interrupted)
