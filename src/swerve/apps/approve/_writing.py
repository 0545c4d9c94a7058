"""Where do contract files go?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from swerve.model.errors import CannotWrite
from swerve.model.writing import write_file
from swerve.source import RawChange
from swerve.witness import place_of


def top_of(raw: RawChange) -> Path | None:
    """The folder that paths of the new side are relative to; `None` where there is none."""
    return None if raw.trees is None else place_of(raw.trees[1])


def write_files(top: Path, files: Mapping[str, str]) -> None:
    """Write files below a folder, each whole or not at all."""
    for name, text in files.items():
        target = top / name
        try:
            write_file(target, text)
        except OSError as error:
            raise CannotWrite(
                f"`{target}` cannot be written: {error.strerror}.",
                "Make its folder yours to write; files before it in the list are written.",
            ) from error
