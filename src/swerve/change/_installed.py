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
    folders = dict.fromkeys(map(str, _folders(project)))
    return name in sys.stdlib_module_names or any(name in _modules_in(each) for each in folders)


def _folders(project: Path) -> Iterator[Path]:
    active = os.environ.get("VIRTUAL_ENV")
    for place in (project / ".venv", project / "venv", *([Path(active)] if active else ())):
        yield from place.glob("lib/python*/site-packages")
    yield from (path for path in map(Path, sys.path) if path.name.endswith("-packages"))


@lru_cache(maxsize=16)
def _modules_in(folder: str) -> frozenset[str]:
    try:
        return frozenset(name.partition(".")[0] for name in os.listdir(folder))
    except OSError:
        return frozenset()
