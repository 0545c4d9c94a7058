"""How does a command check a change and report on it?"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from swerve.change import RawChange, diff_text, pair_up
from swerve.cli._language_model import NOBODY, Asked, tell_spending
from swerve.cli._options import Options
from swerve.cli._output import write_report
from swerve.cli._progress import Progress
from swerve.cli._witnesses import Keep, WitnessFolder
from swerve.errors import BadUsage, PathMissing
from swerve.model import Change, DifferenceKind, Pair, Report, Runtime, Wishes, Witness
from swerve.pipeline import Prepared
from swerve.pipeline import check as check_change

if TYPE_CHECKING:  # takes a while to load
    from swerve.llm import Client


def check_and_report(
    raw: RawChange, options: Options, wishes: Wishes, started: float, asked: Asked = NOBODY
) -> int:
    """Check a change, write the report as asked for, and return the exit status it deserves."""
    report = checked(raw, pair_up(raw, options.limits), options, wishes, asked.writer)
    report = _judged(report, raw, asked)
    tell_spending(asked.client)
    if wishes.only_contracted:
        report = _of_contracts(report)
    if options.witnesses is not None:
        folder = WitnessFolder(options.witnesses, _keeping(raw, wishes, report.runtime))
        report = replace(report, functions=tuple(map(folder.with_files, report.functions)))
    if report.runtime is not None:
        for missing in report.runtime.missing:
            level = report.runtime.sandbox
            print(f"swerve: sandbox level {level}: {missing.what}.", file=sys.stderr)
            print(f"  hint: {missing.hint}", file=sys.stderr)
    status = write_report(replace(report, seconds=time.monotonic() - started), options)
    if options.write_tests is not None:
        from swerve.cli._written_tests import write_tests  # takes a while to load

        write_tests(report, raw, wishes, options.write_tests, options.pin)
    has_fault = any(problem.code == "bad-contract" for problem in report.problems)
    return 2 if wishes.only_contracted and has_fault and not status else status


def checked(
    raw: RawChange,
    change: Change,
    options: Options,
    wishes: Wishes,
    writer: Client | None = None,
) -> Report:
    """Investigate the pairs of a change, and draw how far that is."""

    def prepare(pairs: Sequence[Pair]) -> AbstractContextManager[Prepared]:
        from swerve.running import prepare as prepare_trees  # takes a while to load

        return prepare_trees(raw, wishes, pairs, writer)

    progress = Progress()
    progress.reading()
    try:
        plan = replace(options.plan, engines=()) if wishes.only_contracted else options.plan
        report = check_change(change, plan, progress, prepare if wishes.run else None)
    finally:
        progress.close()
    kinds = {witness.kind for function in report.functions for witness in function.witnesses}
    if DifferenceKind.DEFAULT in kinds:
        from swerve.approving import with_promises  # takes a while to load

        report = with_promises(report, raw)
    return report


def _judged(report: Report, raw: RawChange, asked: Asked) -> Report:
    """The report with what the judge says about differences that no contract speaks of."""
    if asked.judge == "none" or not any(function.witnesses for function in report.functions):
        return report
    from swerve.intent import AskedModel, Judge, OfflineJudge, judged_report

    judge: Judge = OfflineJudge()
    if asked.judge == "model" and asked.client is not None:
        judge = AskedModel(asked.client, samples=asked.samples)

    def diff_of(pair: Pair) -> str:
        return diff_text(raw, {pair.old.module.path, pair.new.module.path})

    return judged_report(report, judge, diff_of)


def _of_contracts(report: Report) -> Report:
    """What is told of functions that have a contract."""
    contracted = report.runtime.contracted if report.runtime is not None else frozenset()
    problems = () if report.runtime is None else report.runtime.problems
    if not contracted and not problems:
        raise BadUsage(
            "No function of this change has a contract.",
            "Contracts are read from the new version: commit them with what they are about. To "
            "write one, see docs/contracts.md; `swerve contract infer` proposes some.",
        )
    told = tuple(each for each in report.functions if each.pair.id in contracted)
    return replace(report, functions=told)


def _keeping(raw: RawChange, wishes: Wishes, runtime: Runtime | None) -> Keep:
    """What writes down a witness for `swerve replay`."""

    def keep(pair: Pair, witness: Witness) -> str:
        from swerve.witnesses import stored_witness, text_of  # takes a while to load

        stored = stored_witness(pair, witness, raw, wishes, runtime)
        return "" if stored is None else text_of(stored)

    return keep


def current_folder() -> Path:
    """The folder that the command runs in."""
    try:
        return Path.cwd()
    except OSError as error:
        raise PathMissing("The current folder is gone.", "Change to one that exists.") from error
