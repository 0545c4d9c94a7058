"""Which files does a run write that show witnesses again, and which tests?"""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from itertools import count
from pathlib import Path

from swerve.apps.cli._progress import doing
from swerve.apps.cli._streams import note
from swerve.model import FunctionReport, Pair, Report, Settings, Witness
from swerve.model.errors import PathMissing
from swerve.model.writing import write_file
from swerve.source import RawChange
from swerve.witness.kept import Stored

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
            "Name a folder that can be written to with `--witnesses`.",
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
        note("no test was written: no witness has a call that can be made again.")
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
