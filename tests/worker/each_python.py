"""Claims, as tests: one for each Python and claim."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from tests.worker.pythons import pythons

_ROOT = Path(__file__).parents[2]
_VERSIONS = ("3.9", "3.10", "3.11", "3.12", "3.13", "3.14")
_RUN = (
    "import sys; sys.path.insert(0, {root!r}); from tests.worker.claims import main; main({name!r})"
)


def each_claim(module: str) -> pytest.MarkDecorator:
    """Parametrise a test with the Pythons and the claims of a module."""
    tree = ast.parse((_ROOT / module.replace(".", "/")).with_suffix(".py").read_text())
    claims = [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and node.name != "prepare"
        and not node.args.args
    ]
    return pytest.mark.parametrize(
        ("version", "claim"),
        [
            pytest.param(version, claim, id=f"{version}: {claim.replace('_', ' ')}")
            for version in _VERSIONS
            for claim in (claims if version in _interpreters() else ["all"])
        ],
    )


def check(module: str, version: str, claim: str) -> None:
    """Fail where the claim does not hold; skip where that Python is not installed."""
    if version not in _interpreters():
        pytest.skip(f"Python {version} is not installed here")
    wrong = _wrong_in(module, version)[claim]
    assert not wrong, wrong


@cache
def _wrong_in(module: str, version: str) -> dict[str, str]:
    process = _started(module)[version]
    out, trouble = process.communicate()
    assert process.returncode == 0, trouble.decode()
    found: dict[str, str] = json.loads(out)
    return found


@cache
def _started(module: str) -> dict[str, subprocess.Popen[bytes]]:
    """All Pythons at once: most claims wait for something."""
    code = _RUN.format(root=str(_ROOT), name=module)
    return {
        version: subprocess.Popen(
            [python, "-I", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for version, python in _interpreters().items()
    }


@cache
def _interpreters() -> dict[str, str]:
    found = {}
    for path in pythons():
        version = sys.version.split()[0] if path == sys.executable else Path(path).parents[1].name
        found[".".join(version.split(".")[:2])] = path
    return found
