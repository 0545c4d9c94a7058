"""How does a command check a change and report on it?"""

from __future__ import annotations

import re
import shlex
import time
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from swerve.check.checking import investigated, judged, need_sense
from swerve.model import Change, FunctionReport, Pair, Report, Settings, Witness
from swerve.model.errors import BadUsage, PathMissing
from swerve.model.writing import write_file
from swerve.source import RawChange, pair_up
from swerve.tell.timings import timing_lines
from swerve.witness.kept import Stored, keep_witnesses, stored_in

from ._options import need_places
from ._output import write_report
from ._progress import Progress, doing
from ._streams import note, tell_missing

if TYPE_CHECKING:
    from swerve.meaning.llm import Client


def check_and_report(
    raw: RawChange, settings: Settings, started: float, client: Client | None = None
) -> int:
    """Check a change, write the report as asked for, and return the exit status it deserves."""
    settings = settings.with_table(raw.settings)
    need_sense(settings)
    need_places(settings)
    report, first_at = _checked(raw, pair_up(raw, settings), settings, client)
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
    report = replace(report, seconds=time.monotonic() - started)
    status = write_report(report, settings)
    if settings.timings:
        for line in timing_lines(report, None if first_at is None else first_at - started):
            note(line)
    if settings.write_tests is not None:
        write_tests(report, raw, settings, settings.write_tests)
    has_fault = any(problem.code == "bad-contract" for problem in report.problems)
    return 2 if settings.only_contracted and has_fault and not status else status


def checked(
    raw: RawChange, change: Change, settings: Settings, client: Client | None = None
) -> Report:
    """Investigate the pairs of a change, and draw how far that is."""
    return _checked(raw, change, settings, client)[0]


def _checked(
    raw: RawChange, change: Change, settings: Settings, client: Client | None
) -> tuple[Report, float | None]:
    """The report, and when the first function that had to run got its answer."""
    with closing(Progress()) as progress:
        progress.begin("reading the change")  # which can take a while for hundreds of files
        report = investigated(raw, change, settings, progress, client)
        return report, progress.first_at


def _of_contracts(report: Report) -> Report:
    """What is told of functions that have a contract."""
    contracted = report.runtime.contracted if report.runtime is not None else frozenset()
    problems = () if report.runtime is None else report.runtime.problems
    if not contracted and not problems:
        raise BadUsage(
            "No function of this change has a contract.",
            "Contracts are read from the new version: commit them together with the code. To write "
            "one, see docs/contracts.md; `swerve contract infer` proposes some.",
        )
    told = tuple(each for each in report.functions if each.pair.id in contracted)
    return replace(report, functions=told)


def tell_spending(client: Client | None) -> None:
    """Say what the language model took, where people look for such things."""
    for line in client.ledger.lines() if client is not None else ():
        note(f"language model, {line}")


_ODD = re.compile(r"[^A-Za-z0-9_.-]+")
_MOST_NAME = 100


class WitnessFolder:
    """Files that show the witnesses of one run, each under a name of its own."""

    def __init__(self, folder: Path, stored: Stored | None = None) -> None:
        self._folder = folder
        self._stored = stored
        self._taken: set[str] = set()

    def with_files(self, report: FunctionReport) -> FunctionReport:
        """Write a file for each witness that can be shown again, and name it in the report."""
        witnesses = tuple(self._with_file(report.pair, witness) for witness in report.witnesses)
        return replace(report, witnesses=witnesses)

    def _with_file(self, pair: Pair, witness: Witness) -> Witness:
        if witness.script:
            file = _saved(self._folder / f"{self._name(pair)}.py", witness.script)
            return replace(witness, replay=f"python {file}")
        kept = self._stored(pair, witness) if self._stored is not None else ""
        if not kept:
            return witness
        file = _saved(self._folder / f"{self._name(pair)}.json", kept)
        return replace(witness, replay=f"swerve replay {file}")

    def _name(self, pair: Pair) -> str:
        stem = _ODD.sub("-", pair.id)[-_MOST_NAME:].lstrip("-.")
        names = (f"{stem}-{number}" for number in count(1))
        name = next(name for name in names if name.casefold() not in self._taken)
        self._taken.add(name.casefold())
        return name


def _saved(file: Path, text: str) -> str:
    """Write a file; how a shell names it."""
    try:
        write_file(file, text)
    except OSError as error:
        raise PathMissing(
            f"The witness {file} cannot be written: {error.strerror}.",
            "Choose a writable folder with `--witnesses`.",
        ) from error
    return shlex.quote(str(file))


def write_tests(report: Report, raw: RawChange, settings: Settings, folder: Path) -> None:
    """Write a test for each witness that has a call, and say which, and why some have none."""
    from swerve.witness.tests import opened_writer  # takes a while to load

    found = [
        (function.pair, witness)
        for function in report.functions
        for witness in function.witnesses
        if witness.recipe
    ]
    if not found:
        note("no test was written: no witness has a call that can be repeated.")
        return
    with (
        doing("writing tests", len(found)) as line,
        opened_writer(report, raw, settings, folder, settings.pin) as writer,
    ):
        for pair, witness in found:
            made = writer.write(pair, witness)
            if isinstance(made, str):
                line.say(f"swerve: no test for {pair.name} ({witness.call}): {made}.")
            else:
                line.say(f"swerve: wrote {made}")
            line.advance()
    if writer.verifier.lacks_pytest:
        note(f"{writer.places.old.interpreter} has no pytest: the tests were run without it.")
