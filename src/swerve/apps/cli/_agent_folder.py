"""Where do the files for agents go, and which files of an earlier run go away?"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from swerve.model.errors import CannotWrite
from swerve.model.writing import make_folder
from swerve.tell.agent import INDEX, MARKER, AgentFile

from ._streams import opened_output

_WITNESS = re.compile(r"w-[0-9a-f]{8}\.md")


def write_folder(files: list[AgentFile], folder: Path) -> Path:
    """Write the files, remove those of earlier runs that are no more, and name the index.

    Only files that swerve wrote are replaced or removed: they start with its mark.
    """
    try:
        make_folder(folder)
        for file in files:
            if not _is_free(folder / file.name):
                raise CannotWrite(
                    f"`{folder / file.name}` was not written by swerve, and is left unchanged.",
                    "Choose another folder with `--output`.",
                )
        named = {file.name for file in files}
        for old in folder.iterdir():
            if _WITNESS.fullmatch(old.name) and old.name not in named and _is_ours(old):
                with suppress(FileNotFoundError):
                    old.unlink()
        for file in reversed(files):  # the index last: whoever sees it sees what it names
            _write(folder / file.name, file.text)
    except OSError as error:
        raise CannotWrite(
            f"The report cannot be written to `{folder}`: {error.strerror}.",
            "Choose a writable folder.",
        ) from error
    return folder / INDEX


def _is_free(file: Path) -> bool:
    return not os.path.lexists(file) or _is_ours(file)


def _is_ours(file: Path) -> bool:
    """Whether swerve wrote it. A link leads elsewhere, and is nobody's file."""
    if file.is_symlink() or not file.is_file():
        return False
    with file.open("rb") as stream:
        return stream.read(len(MARKER)) == MARKER.encode()


def _write(file: Path, text: str) -> None:
    with opened_output(file) as stream:
        stream.write(text.encode("utf-8", "backslashreplace").decode("utf-8"))
