"""Which settings do the tests of a Django project run with?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from swerve.source.build.files import read_bytes

#: Where projects name them, best first; below the tree and in its folders.
_FILES = (
    *("pytest.ini", "pyproject.toml", "setup.cfg", "tox.ini", "manage.py", "runtests.py"),
    *("conftest.py", "tests/conftest.py", "*/manage.py", "*/runtests.py", "Makefile"),
)
_NAMED = re.compile(r"""DJANGO_SETTINGS_MODULE["']?\s*\]?\s*[=,:]\s*["']?([A-Za-z_][\w.]*)""")


class DjangoSettings(NamedTuple):
    """A module with settings, and the folder of the tree that it is imported from."""

    module: str
    folder: str


def django_settings(tree: Path) -> DjangoSettings | None:
    """What a project names as its settings, if there is such a module."""
    for file in _files(tree):
        text = read_bytes(file).decode("utf-8", "replace")
        for module in _NAMED.findall(text):
            for folder in (file.parent, tree, tree / "tests"):
                if _is_module(folder, module):
                    return DjangoSettings(module, folder.relative_to(tree).as_posix())
    return None


def _files(tree: Path) -> Iterator[Path]:
    for name in _FILES:
        yield from sorted(tree.glob(name))


def _is_module(folder: Path, name: str) -> bool:
    place = folder.joinpath(*name.split("."))
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()
