"""How does a command check a change and report on it?"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

from swerve.apps.cli._language_model import tell_spending
from swerve.apps.cli._options import Options
from swerve.apps.cli._output import write_report
from swerve.apps.cli._progress import Progress, doing
from swerve.apps.cli._witnesses import WitnessFolder
from swerve.check.checking import NOBODY, Asked, How, investigated, judged
from swerve.model import Change, Report, Wishes
from swerve.model.errors import BadUsage, PathMissing
from swerve.source import RawChange, pair_up
from swerve.witness.kept import keep_witnesses, stored_in


def check_and_report(
    raw: RawChange, options: Options, wishes: Wishes, started: float, asked: Asked = NOBODY
) -> int:
    """Check a change, write the report as asked for, and return the exit status it deserves."""
    how = How(options.plan, wishes, options.limits, asked)
    report = checked(raw, pair_up(raw, options.limits), how)
    if asked.judge != "none":
        with doing("judging differences"):
            report = judged(report, raw, asked)
    tell_spending(asked.client)
    if wishes.only_contracted:
        report = _of_contracts(report)
    stored = stored_in(raw, wishes, report.runtime)
    report = keep_witnesses(report, stored)
    if options.witnesses is not None:
        folder = WitnessFolder(options.witnesses, stored)
        report = replace(report, functions=tuple(map(folder.with_files, report.functions)))
    if report.runtime is not None:
        for missing in report.runtime.missing:
            level = report.runtime.sandbox
            print(f"swerve: sandbox level {level}: {missing.what}.", file=sys.stderr)
            print(f"  hint: {missing.hint}", file=sys.stderr)
    status = write_report(replace(report, seconds=time.monotonic() - started), options)
    if options.write_tests is not None:
        from swerve.apps.cli._written_tests import write_tests  # takes a while to load

        write_tests(report, raw, wishes, options.write_tests, options.pin)
    has_fault = any(problem.code == "bad-contract" for problem in report.problems)
    return 2 if wishes.only_contracted and has_fault and not status else status


def checked(raw: RawChange, change: Change, how: How) -> Report:
    """Investigate the pairs of a change, and draw how far that is."""
    progress = Progress()
    progress.reading()
    try:
        return investigated(raw, change, how, progress)
    finally:
        progress.close()


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


def current_folder() -> Path:
    """The folder that the command runs in."""
    try:
        return Path.cwd()
    except OSError as error:
        raise PathMissing("The current folder is gone.", "Change to one that exists.") from error
