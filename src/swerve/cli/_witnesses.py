"""Where do the scripts go that show witnesses again?"""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path

from swerve.errors import PathMissing
from swerve.model import FunctionReport, Witness

_ODD = re.compile(r"[^A-Za-z0-9_.-]+")
_MOST_NAME = 100


def with_scripts(report: FunctionReport, folder: Path | None) -> FunctionReport:
    """Write a script for each witness that has one, and name it in the report."""
    if folder is None or not any(witness.script for witness in report.witnesses):
        return report
    witnesses = tuple(
        _written(witness, folder, f"{_ODD.sub('-', report.pair.id)[-_MOST_NAME:]}-{number}.py")
        for number, witness in enumerate(report.witnesses, 1)
    )
    return replace(report, witnesses=witnesses)


def _written(witness: Witness, folder: Path, name: str) -> Witness:
    if not witness.script:
        return witness
    file = folder / name.lstrip("-.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(witness.script, encoding="utf-8")
    except OSError as error:
        raise PathMissing(
            f"The script {file} cannot be written: {error.strerror}.",
            "Name a folder that can be written to with `--witnesses`.",
        ) from error
    return replace(witness, replay=f"python {shlex.quote(str(file))}")
