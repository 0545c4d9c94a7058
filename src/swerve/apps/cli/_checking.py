"""How does a command check a change and report on it?"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from swerve.apps.cli._options import need_places
from swerve.apps.cli._output import write_report
from swerve.apps.cli._progress import Progress, doing
from swerve.apps.cli._streams import note, tell_missing
from swerve.apps.cli._witnesses import WitnessFolder, write_tests
from swerve.check.checking import investigated, judged, need_sense
from swerve.model import Change, Report, Settings
from swerve.model.errors import BadUsage
from swerve.source import RawChange, pair_up
from swerve.witness.kept import keep_witnesses, stored_in

if TYPE_CHECKING:
    from swerve.meaning.llm import Client


def check_and_report(
    raw: RawChange, settings: Settings, started: float, client: Client | None = None
) -> int:
    """Check a change, write the report as asked for, and return the exit status it deserves."""
    settings = settings.with_table(raw.settings)
    need_sense(settings)
    need_places(settings)
    report = checked(raw, pair_up(raw, settings), settings, client)
    if settings.judge != "none":
        with doing("judging differences"):
            report = judged(report, raw, settings, client)
    tell_spending(client)
    if settings.only_contracted:
        report = _of_contracts(report)
    stored = stored_in(raw, settings, report.runtime)
    report = keep_witnesses(report, stored)
    if settings.witnesses is not None:
        folder = WitnessFolder(settings.witnesses, stored)
        report = replace(report, functions=tuple(map(folder.with_files, report.functions)))
    if report.runtime is not None:
        tell_missing(report.runtime.sandbox, report.runtime.missing)
    status = write_report(replace(report, seconds=time.monotonic() - started), settings)
    if settings.write_tests is not None:
        write_tests(report, raw, settings, settings.write_tests)
    has_fault = any(problem.code == "bad-contract" for problem in report.problems)
    return 2 if settings.only_contracted and has_fault and not status else status


def checked(
    raw: RawChange, change: Change, settings: Settings, client: Client | None = None
) -> Report:
    """Investigate the pairs of a change, and draw how far that is."""
    progress = Progress()
    progress.begin("reading the change")  # which can take a while for hundreds of files
    try:
        return investigated(raw, change, settings, progress, client)
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


def tell_spending(client: Client | None) -> None:
    """Say what the language model took, where people look for such things."""
    for line in client.ledger.lines() if client is not None else ():
        note(f"language model, {line}")
