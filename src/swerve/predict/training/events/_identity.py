"""What is a project called, and which version of it is this?"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path

from swerve.source.build.files import BuildFiles, read_build_files, read_bytes


@dataclass(frozen=True, slots=True)
class Identity:
    """As far as the files of a project tell."""

    #: As it is written; that of the folder when nothing is.
    name: str
    #: Empty when it is made at build time.
    version: str
    #: Whether the files say what it is called.
    is_declared: bool


def identity_of(tree: Path, folder: Path, roots: Iterable[str]) -> Identity:
    """Read the name and version off the files of a project. `folder` is where they come from."""
    found = list(_said(tree, roots))
    name = next((name for name, _ in found if name), "")
    version = next((version for _, version in found if version), "")
    return Identity(name or folder.resolve().name or "project", version, bool(name))


def _said(tree: Path, roots: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Names and versions, the surest first."""
    yield _in_metadata(tree / "PKG-INFO")
    files = read_build_files(tree)
    for table in ("project", "tool.poetry"):
        values = files.table(table)
        yield _text(values.get("name")), _text(values.get("version"))
    yield files.cfg("metadata", "name"), _plain_version(files)
    yield _text(files.setup.get("name")), _text(files.setup.get("version"))
    for root in dict.fromkeys(("", *roots)):
        for info in sorted((tree / root).glob("*.egg-info/PKG-INFO")):
            yield _in_metadata(info)


def _in_metadata(file: Path) -> tuple[str, str]:
    head = HeaderParser().parsestr(read_bytes(file).decode("utf-8", "replace"))
    return _text(head.get("Name")), _text(head.get("Version"))


def _plain_version(files: BuildFiles) -> str:
    version = files.cfg("metadata", "version")
    return "" if version.startswith(("attr:", "file:")) else version


def _text(value: object) -> str:
    return posixpath.basename(value.strip()) if isinstance(value, str) else ""
