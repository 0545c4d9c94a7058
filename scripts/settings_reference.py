"""Write what is made of the settings: a table in docs/settings.md, types of keyword arguments."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from swerve.model.settings import SETTINGS, Setting

_ROOT = Path(__file__).resolve().parent.parent
_DOC = _ROOT / "docs" / "settings.md"
_TYPES = _ROOT / "src" / "swerve" / "apps" / "api" / "_keywords.py"
_TABLE = re.compile(r"(<!-- settings: .* -->\n\n).*?(\n\n<!-- end -->)", re.DOTALL)
_HEAD = '''\
"""Which settings do functions of the Python interface take, and of which types?

Written by scripts/settings_reference.py from swerve.model.settings: run `make docs`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypedDict

from swerve.model import Effort


class RunKeywords(TypedDict, total=False):
    """How two functions are compared."""

'''
_MORE = '''

class CheckKeywords(RunKeywords, total=False):
    """How a change is checked."""

'''
_RUN = ("running", "guided", "work")
_CHECK = ("trust", "selection", "setup", "scripts", "latest", "llm", "judging")
_HINTS = {tuple: "Sequence[str]", str: "str", int: "int", float: "float", bool: "bool"}


def main() -> int:
    """Write the files, or with `--check` say whether they are up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 when out of date")
    is_check = parser.parse_args().check
    page = _DOC.read_text("utf-8")
    rows = "\n".join(_rows())
    wanted = {_DOC: _TABLE.sub(lambda found: f"{found[1]}{rows}{found[2]}", page), _TYPES: _types()}
    stale = [file for file, text in wanted.items() if file.read_text("utf-8") != text]
    for file in stale:
        if is_check:
            print(f"{file} is out of date: run `make docs`.", file=sys.stderr)
        else:
            file.write_text(wanted[file], "utf-8")
    return 1 if stale and is_check else 0


def _rows() -> Iterator[str]:
    yield "| key | value | meaning |\n|---|---|---|"
    for each in sorted(SETTINGS.values(), key=lambda each: each.key):
        if each.in_project:
            meaning = each.help.replace(" May be repeated.", "").replace("; may be repeated", "")
            yield f"| `{each.key}` | {_value(each)} | {meaning} |"


def _value(setting: Setting) -> str:
    if words := setting.project_choices or setting.words:
        return ", ".join(f'`"{word}"`' for word in words)
    if setting.kind is str:
        return "text"
    return setting.takes.partition(":")[0].removeprefix("a ")


def _types() -> str:
    parts = (_HEAD, *_fields(_RUN), _MORE, *_fields(_CHECK))
    return "".join(parts)


def _fields(groups: tuple[str, ...]) -> Iterator[str]:
    for each in SETTINGS.values():
        if each.group in groups:
            yield f"    {each.name}: {_hint(each)} | None\n"


def _hint(setting: Setting) -> str:
    if issubclass(setting.kind, Enum):
        return f"str | {setting.kind.__name__}"
    return "str | os.PathLike[str]" if setting.name == "python" else _HINTS[setting.kind]


if __name__ == "__main__":
    sys.exit(main())
