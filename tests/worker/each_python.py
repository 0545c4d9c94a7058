"""Claims, as tests: one for each Python."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.worker.pythons import pythons

_ROOT = Path(__file__).parents[2]
_VERSIONS = ("3.9", "3.10", "3.11", "3.12", "3.13", "3.14")
_RUN = (
    "import sys; sys.path.insert(0, {root!r}); from tests.worker.claims import main; main({name!r})"
)

each_version = pytest.mark.parametrize("version", _VERSIONS)


def wrong_claims(module: str, version: str) -> dict[str, str]:
    """The claims of a module that do not hold; skip where that Python is not installed.

    All of them at once: an interpreter takes longer to start than most claims.
    """
    if version not in _interpreters():
        pytest.skip(f"Python {version} is not installed here")
    code = _RUN.format(root=str(_ROOT), name=module)
    done = subprocess.run(
        [_interpreters()[version], "-I", "-c", code], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, str] = json.loads(done.stdout)
    assert found
    return {claim: wrong for claim, wrong in found.items() if wrong}


def _interpreters() -> dict[str, str]:
    found = {}
    for path in pythons():
        version = sys.version.split()[0] if path == sys.executable else Path(path).parents[1].name
        found[".".join(version.split(".")[:2])] = path
    return found
