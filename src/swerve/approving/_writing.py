"""Where do contract files go?"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from swerve.change import RawChange
from swerve.errors import CannotWrite
from swerve.witnesses import place_of


def top_of(raw: RawChange) -> Path | None:
    """The folder that paths of the new side are relative to; `None` where there is none."""
    return None if raw.trees is None else place_of(raw.trees[1])


def write_files(top: Path, files: Mapping[str, str]) -> None:
    """Write files below a folder, each whole or not at all."""
    for name, text in files.items():
        target = top / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            _write(target, text)
        except OSError as error:
            raise CannotWrite(
                f"`{target}` cannot be written: {error.strerror}.",
                "Make its folder yours to write; files before it in the list are written.",
            ) from error


def _write(target: Path, text: str) -> None:
    real = Path(os.path.realpath(target))
    mode = real.stat().st_mode & 0o777 if real.exists() else None
    descriptor, name = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.")
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(text.encode("utf-8"))
        os.chmod(name, mode if mode is not None else 0o666 & ~_umask())
        os.replace(name, real)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
