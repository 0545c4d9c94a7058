"""Code of the worker in the other Pythons of this machine, as it is loaded there: by path."""

from __future__ import annotations

import glob
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

WORKER = Path(__file__).parents[2] / "src" / "swerve" / "worker"

_LOAD = """
import importlib, json, sys, types
package = types.ModuleType("injected")
package.__path__ = [{worker!r}]
sys.modules["injected"] = package
"""


def pythons() -> list[str]:
    """Return one interpreter a version from 3.9 on, the running one included."""
    found = {sys.version_info[:2]: sys.executable}
    roots = [os.environ.get("PYENV_ROOT", ""), os.path.expanduser("~/.pyenv"), "/root/.pyenv"]
    patterns = [os.path.join(root, "versions", "3.*", "bin", "python") for root in roots if root]
    for path in sorted(path for pattern in patterns for path in glob.glob(pattern)):
        version = Path(path).parents[1].name.split(".")
        found.setdefault((int(version[0]), int(version[1])), path)
    return [path for version, path in sorted(found.items()) if version >= (3, 9)]


def run_in(python: str, code: str, *arguments: str, folder: Path | None = None) -> Any:
    """Run code that prints JSON, with the worker's modules as package `injected`."""
    text = _LOAD.format(worker=str(WORKER)) + code
    result = subprocess.run(
        [python, "-I", "-c", text, *arguments], capture_output=True, cwd=folder, check=False
    )
    assert result.returncode == 0, result.stderr.decode()
    return json.loads(result.stdout)
