"""Which defaults does `[tool.swerve]` in pyproject.toml set?"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from .errors import BadSettings
from .settings import SETTINGS

#: Bytes of a pyproject.toml that is looked into.
LARGEST = 1_000_000
_QUOTED = re.compile(r"""\"[^"\n]*\"|'[^'\n]*'""")
_MOST_PARTS = 100
_KEYS = {each.key: each for each in SETTINGS.values() if each.in_project}


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
        raise BadSettings(f"`tool.swerve` in {name} is not a table.", "Write [tool.swerve].")
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
        f"{name} cannot be read: {why}", "Correct the file; swerve reads [tool.swerve] from it."
    )


def _checked(file: str, key: str, value: object) -> object:
    if key not in _KEYS:
        keys = sorted(_KEYS)
        near = difflib.get_close_matches(key, keys, n=1, cutoff=0.5)
        hint = f"Did you mean `{near[0]}`?" if near else f"Known keys: {', '.join(keys)}."
        raise BadSettings(f"Unknown key `{key}` in [tool.swerve] of {file}.", hint)
    try:
        _KEYS[key].converted(value, by_project=True)
    except ValueError as error:
        message = f"`{key} = {value!r}` in [tool.swerve] of {file} is not valid."
        raise BadSettings(message, str(error)) from None
    return value
