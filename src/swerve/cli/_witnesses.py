"""Where do the files go that show witnesses again?"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from swerve.errors import PathMissing
from swerve.model import FunctionReport, Pair, Witness

#: What is kept of a witness with a call that can be made again, as text; nothing where it has none.
Keep: TypeAlias = Callable[[Pair, Witness], str]

_ODD = re.compile(r"[^A-Za-z0-9_.-]+")
_MOST_NAME = 100


def with_files(
    report: FunctionReport, folder: Path | None, keep: Keep | None = None
) -> FunctionReport:
    """Write a file for each witness that can be shown again, and name it in the report."""
    if folder is None:
        return report
    witnesses = tuple(
        _written(report.pair, witness, folder / _name(report.pair, number), keep)
        for number, witness in enumerate(report.witnesses, 1)
    )
    return replace(report, witnesses=witnesses)


def _name(pair: Pair, number: int) -> str:
    return f"{_ODD.sub('-', pair.id)[-_MOST_NAME:]}-{number}".lstrip("-.")


def _written(pair: Pair, witness: Witness, stem: Path, keep: Keep | None) -> Witness:
    if witness.script:
        file = _saved(stem.with_name(f"{stem.name}.py"), witness.script)
        return replace(witness, replay=f"python {file}")
    kept = keep(pair, witness) if keep is not None else ""
    if not kept:
        return witness
    file = _saved(stem.with_name(f"{stem.name}.json"), kept)
    return replace(witness, replay=f"swerve replay {file}")


def _saved(file: Path, text: str) -> str:
    """Write a file; how a shell names it."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise PathMissing(
            f"The witness {file} cannot be written: {error.strerror}.",
            "Name a folder that can be written to with `--witnesses`.",
        ) from error
    return shlex.quote(str(file))
