"""Builds the wheel of this package with nothing but Python: the test needs no network."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_HERE = Path(__file__).parent


def build_wheel(folder: str, settings: Any = None, metadata: Any = None) -> str:
    """As pip asks for it."""
    project = tomllib.loads((_HERE / "pyproject.toml").read_text("utf-8"))["project"]
    base = f"{project['name'].replace('-', '_')}-{project['version']}"
    points = "\n".join(
        f"[{group}]\n" + "\n".join(f"{name} = {place}" for name, place in entries.items())
        for group, entries in project["entry-points"].items()
    )
    files = {
        f"{base}.dist-info/METADATA": "Metadata-Version: 2.1\n"
        f"Name: {project['name']}\nVersion: {project['version']}\n",
        f"{base}.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{base}.dist-info/entry_points.txt": points + "\n",
    }
    for path in sorted((_HERE / "swerve_numbers").glob("*.py")):
        files[f"swerve_numbers/{path.name}"] = path.read_text("utf-8")
    name = f"{base}-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder) / name, "w") as wheel:
        for file, text in files.items():
            wheel.writestr(file, text)
        record = "".join(f"{file},,\n" for file in (*files, f"{base}.dist-info/RECORD"))
        wheel.writestr(f"{base}.dist-info/RECORD", record)
    return name
