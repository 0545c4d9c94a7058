"""Which defaults does `[tool.swerve]` in pyproject.toml set?"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Mapping
from pathlib import Path

from swerve.errors import BadSettings
from swerve.model import Effort, FailOn

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

#: As in `swerve.cli`, which this does not depend on; a test holds them together.
FORMATS = ("text", "json", "sarif", "junit", "markdown", "html", "github", "gitlab", "agent")

#: Key -> the values it takes, as a type or as the words to choose from.
_KEYS: Mapping[str, type | tuple[str, ...]] = {
    "effort": tuple(effort.value for effort in Effort),
    "exclude": list,
    "fail-on": tuple(level.value for level in FailOn),
    "format": FORMATS,
    "ignore": list,
    "include": list,
    "jobs": int,
    "max-file-size": int,
    "max-files": int,
    "max-functions": int,
    "python": str,
    # Only tighter: a project must not choose to be confined less than its user wants.
    "sandbox": ("auto", "strict"),
    "seed": int,
    "setup": str,
    "tolerance": float,
}


def read_settings(folder: Path) -> dict[str, object]:
    """The settings that hold in a folder: the nearest `[tool.swerve]` on the way up.

    Keys come back as parameter names, with underscores.
    """
    for place in (folder, *folder.parents):
        file = place / "pyproject.toml"
        table = _table(file) if file.is_file() else None
        if table is not None:
            return {key.replace("-", "_"): _checked(file, key, table[key]) for key in table}
    return {}


def _table(file: Path) -> Mapping[str, object] | None:
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(
            f"{file} cannot be read: {error}",
            "Correct the file; swerve looks for [tool.swerve] in it.",
        ) from error
    tool = data.get("tool", {})
    table = tool.get("swerve") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise BadSettings(f"`tool.swerve` in {file} is no table.", "Write [tool.swerve].")
    return table


def _checked(file: Path, key: str, value: object) -> object:
    wanted = _KEYS.get(key)
    if wanted is None:
        near = difflib.get_close_matches(key, _KEYS, n=1, cutoff=0.5)
        hint = f"Did you mean `{near[0]}`?" if near else f"Known keys: {', '.join(_KEYS)}."
        raise BadSettings(f"Unknown key `{key}` in [tool.swerve] of {file}.", hint)
    if isinstance(wanted, tuple):
        if value in wanted:
            return value
        hint = f"It takes one of: {', '.join(wanted)}."
        if key == "sandbox":
            hint += " Weaker levels are for the command line: no project chooses its own."
    elif wanted is int:
        least = 0 if key == "seed" else 1
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        hint = f"It takes a whole number, at least {least}."
    elif wanted is float:
        if isinstance(value, float) and 0 <= value < 1:
            return value
        hint = "It takes a number of at least 0 and below 1: tolerance = 1e-9."
    elif wanted is str:
        if isinstance(value, str) and value:
            return value
        hint = f'It takes a text: {key} = "..."'
    else:
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return value
        example = "uuid" if key == "ignore" else "docs/**"
        noun = "rules" if key == "ignore" else "patterns"
        hint = f'It takes a list of {noun}: {key} = ["{example}"].'
    raise BadSettings(f"`{key} = {value!r}` in [tool.swerve] of {file} makes no sense.", hint)
