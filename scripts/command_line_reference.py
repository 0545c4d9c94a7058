"""Write docs/command-line.md from the commands themselves."""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from swerve.apps.cli._commands import swerve
from swerve.apps.cli._part_name import PartName

#: What stands for a name that packages may add to, in the words of the introduction.
_PARTS = {"skip": "ENGINE", "format": "FORMAT"}
FILE = Path(__file__).resolve().parent.parent / "docs" / "command-line.md"

_HEAD = """\
# The command line

<!-- Written by scripts/command_line_reference.py: run `make docs` instead of editing. -->

Results go to standard output, progress and error messages to standard error;
[messages.md](messages.md) explains each message. Defaults can be set in
[`[tool.swerve]`](settings.md). `FORMAT` is one of the [report formats](reports.md), `ENGINE` one of
the [engines](how-it-works.md#engines-and-budgets).
"""


def main() -> int:
    """Write the page, or with `--check` say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 when out of date")
    wanted = reference()
    if not parser.parse_args().check:
        FILE.write_text(wanted, encoding="utf-8")
        return 0
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == wanted:
        return 0
    print(f"{FILE} is out of date: run `make docs`.", file=sys.stderr)
    return 1


def reference() -> str:
    """The whole page."""
    parts = [_HEAD, *_group(swerve)]
    return "\n".join(parts)


def _group(group: click.Group) -> Iterator[str]:
    yield from _commands("swerve", group)
    yield f"## swerve\n\n{_paragraphs(group.help)}\n"
    yield _options(group)
    if group.epilog:
        yield f"{_paragraphs(group.epilog)}\n"


def _commands(path: str, group: click.Group) -> Iterator[str]:
    for name, command in sorted(group.commands.items()):
        if isinstance(command, click.Group):
            yield from _commands(f"{path} {name}", command)
        else:
            yield from _command(f"{path} {name}", command)


def _command(path: str, command: click.Command) -> Iterator[str]:
    arguments = [_argument(p) for p in command.params if isinstance(p, click.Argument)]
    yield f"## {path}\n\n```\n{' '.join([path, '[OPTIONS]', *arguments])}\n```\n"
    yield f"{_paragraphs(command.help)}\n"
    yield _options(command)


def _argument(argument: click.Argument) -> str:
    name = (argument.name or "").upper()
    if argument.nargs == -1:
        name = f"[{name}]..."
    elif not argument.required:
        name = f"[{name}]"
    return argument.metavar or name


def _options(command: click.Command) -> str:
    lines = ["| option | meaning | default |", "|---|---|---|"]
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            meaning, _, default = (parameter.help or "").partition("  [default: ")
            cells = (_spelling(parameter), meaning, default.rstrip("]") or _default(parameter))
            lines.append("| " + " | ".join(_cell(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _spelling(option: click.Option) -> str:
    value = option.metavar or ""
    if isinstance(option.type, PartName):  # the pages list them
        value = _PARTS[option.name or ""]
    elif isinstance(option.type, click.Choice):
        value = "|".join(map(str, option.type.choices))
    return ", ".join(f"`{' '.join(filter(None, (name, value)))}`" for name in option.opts)


def _default(option: click.Option) -> str:
    return f"`{option.default}`" if option.show_default else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _paragraphs(text: str | None) -> str:
    """The text with one line a paragraph, as Markdown likes it."""
    paragraphs = inspect.cleandoc(text or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


if __name__ == "__main__":
    sys.exit(main())
