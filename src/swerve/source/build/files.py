"""What do the build files of a project say about it?"""

from __future__ import annotations

import configparser
import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from swerve.model.pyproject import toml_from

from ._setup_py import setup_arguments

#: A folder with one of these is a project.
BUILD_FILES = ("pyproject.toml", "setup.py", "setup.cfg")
_MOST_BYTES = 2_000_000
_BLANKS = re.compile(r"(?<=\S)[^\S\n]{2,}")


@dataclass(frozen=True, slots=True)
class BuildFiles:
    """The files as values. What cannot be read says nothing: the code may import all the same."""

    pyproject: Mapping[str, object] = field(default_factory=dict)
    #: Section -> key -> text.
    setup_cfg: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    #: Of the call to `setup` in setup.py.
    setup: Mapping[str, object] = field(default_factory=dict)

    def table(self, path: str) -> Mapping[str, object]:
        """A table of pyproject.toml by its dotted name; empty when there is none."""
        value: object = self.pyproject
        for part in path.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        return value if isinstance(value, Mapping) else {}

    def cfg(self, section: str, key: str) -> str:
        """A value of setup.cfg; empty when there is none."""
        return self.setup_cfg.get(section, {}).get(key, "")


def read_build_files(folder: Path) -> BuildFiles:
    """Read what is in a folder. Nothing is run."""
    return BuildFiles(
        read_toml(folder / "pyproject.toml"),
        read_cfg(folder / "setup.cfg"),
        setup_arguments(read_bytes(folder / "setup.py")),
    )


def read_toml(file: Path) -> Mapping[str, object]:
    """A TOML file as values; empty when it cannot be read."""
    try:
        return toml_from(read_bytes(file))
    except (ValueError, RecursionError):
        return {}


def read_bytes(file: Path) -> bytes:
    """What is in a small file; nothing when it cannot be read, or is a pipe or a device."""
    try:
        # Who opens a pipe waits for its writer, but for this flag.
        with open(os.open(file, os.O_RDONLY | os.O_NONBLOCK), "rb") as opened:
            status = os.fstat(opened.fileno())
            is_small = stat.S_ISREG(status.st_mode) and status.st_size <= _MOST_BYTES
            return opened.read(_MOST_BYTES) if is_small else b""
    except (OSError, ValueError):
        return b""


def strings(value: object) -> list[str]:
    """The strings in a list, or a single string as a list."""
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def lines(text: str) -> list[str]:
    """The values in a multi-line entry of setup.cfg."""
    return [part.strip() for part in re.split(r"[\n,]", text) if part.strip()]


def read_cfg(file: Path) -> Mapping[str, Mapping[str, str]]:
    """The sections of an INI file; none when it cannot be read."""
    parser = configparser.RawConfigParser(strict=False)
    try:
        # To read many blanks in a row takes the square of their number.
        parser.read_string(_BLANKS.sub(" ", read_bytes(file).decode("utf-8")))
        return {name: dict(parser.items(name)) for name in parser.sections()}
    except (configparser.Error, ValueError):
        return {}
