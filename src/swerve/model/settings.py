"""Which defaults does `[tool.swerve]` in pyproject.toml set?"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from swerve.model import Effort, FailOn
from swerve.model.errors import BadSettings
from swerve.model.registry import known_names

#: Bytes of a pyproject.toml that is looked into.
LARGEST = 1_000_000
_QUOTED = re.compile(r"""\"[^"\n]*\"|'[^'\n]*'""")
_MOST_PARTS = 100

#: Key -> the values it takes, as a type, as the words to choose from, or as the parts to name.
_KEYS: Mapping[str, type | tuple[str, ...] | str] = {
    "effort": tuple(effort.value for effort in Effort),
    "exclude": list,
    "fail-on": tuple(level.value for level in FailOn),
    "format": "swerve.formats",
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
    """The settings that hold in a folder of the user's: the nearest table on the way up.

    Not for a folder that is under check: see `swerve.source`. Keys come back as parameter names,
    with underscores.
    """
    return settings_at((folder, *folder.parents))


def settings_at(places: Iterable[Path]) -> dict[str, object]:
    """The settings of the first of these folders that has some."""
    for place in places:
        file = place / "pyproject.toml"
        settings = settings_from(_data(file), str(file)) if file.is_file() else None
        if settings is not None:
            return settings
    return {}


def toml_from(data: bytes) -> dict[str, object]:
    """The values in a TOML file; `ValueError` when it cannot be read, `RecursionError` if deep.

    A key of very many parts is refused: to read one takes the square of their number.
    """
    if sys.version_info >= (3, 11):
        import tomllib
    else:  # not where the plugin for pytest runs
        import tomli as tomllib
    text = data.decode("utf-8")
    for line in _QUOTED.sub('""', text).splitlines():
        if line.partition("=")[0].count(".") > _MOST_PARTS:
            raise ValueError(f"a key has more than {_MOST_PARTS} parts")
    values: dict[str, object] = tomllib.loads(text)
    return values


def settings_from(data: bytes, name: str) -> dict[str, object] | None:
    """The settings in the text of a pyproject.toml, by parameter names; `None` without a table."""
    try:
        tool = toml_from(data).get("tool", {})
    except (ValueError, RecursionError) as error:
        raise _unreadable(name, error) from error
    table = tool.get("swerve") if isinstance(tool, dict) else None
    if table is None:
        return None
    if not isinstance(table, dict):
        raise BadSettings(f"`tool.swerve` in {name} is no table.", "Write [tool.swerve].")
    return {key.replace("-", "_"): _checked(name, key, table[key]) for key in table}


def _data(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise _unreadable(str(file), error) from error
    if len(data) > LARGEST:
        raise _unreadable(str(file), f"it is larger than {LARGEST // 1_000_000} MB")
    return data


def _unreadable(name: str, why: object) -> BadSettings:
    return BadSettings(
        f"{name} cannot be read: {why}", "Correct the file; swerve looks for [tool.swerve] in it."
    )


def _checked(file: str, key: str, value: object) -> object:
    wanted = _KEYS.get(key)
    if wanted is None:
        near = difflib.get_close_matches(key, _KEYS, n=1, cutoff=0.5)
        hint = f"Did you mean `{near[0]}`?" if near else f"Known keys: {', '.join(_KEYS)}."
        raise BadSettings(f"Unknown key `{key}` in [tool.swerve] of {file}.", hint)
    if isinstance(wanted, str):
        wanted = known_names(wanted)
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
