"""Which modules can be imported from outside of a project?

Only names of files are looked at. Which environment a project runs in is not known here: every one
counts that it may be.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path


def is_elsewhere(name: str, project: Path) -> bool:
    """Whether the standard library has a module, or an environment that may be the project's."""
    active = os.environ.get("VIRTUAL_ENV", "")
    return name in sys.stdlib_module_names or name in _installed(project, active)


@lru_cache(maxsize=4)
def _installed(project: Path, active: str) -> frozenset[str]:
    return frozenset(name.partition(".")[0] for name in _names(project, active))


def _names(project: Path, active: str) -> Iterator[str]:
    places = [project / ".venv", project / "venv", *([Path(active)] if active else ())]
    folders = [found for place in places for found in place.glob("lib/python*/site-packages")]
    folders += [path for path in map(Path, sys.path) if path.name.endswith("-packages")]
    for folder in dict.fromkeys(folders):
        try:
            yield from os.listdir(folder)
        except OSError:
            continue
