"""Where do the files go that show witnesses again?"""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from itertools import count
from pathlib import Path

from swerve.model import FunctionReport, Pair, Witness
from swerve.model.errors import PathMissing
from swerve.model.writing import write_file
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
