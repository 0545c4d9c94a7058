"""Which options does a command take? They are made from `swerve.model.settings`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import click
from click.core import ParameterSource

from swerve.model import Settings
from swerve.model.errors import BadUsage, PathMissing
from swerve.model.pyproject import read_settings
from swerve.model.settings import SETTINGS, Setting
from swerve.model.writing import need_no_link

from ._part_name import PartName

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_Command: TypeAlias = Callable[..., int | None]
_NONE: Mapping[str, Any] = MappingProxyType({})
_MOST_IDS = 50


def takes(
    *wanted: str,
    defaults: Mapping[str, Any] = _NONE,
    helps: Mapping[str, str] = _NONE,
    choices: Mapping[str, tuple[str, ...]] = _NONE,
) -> Callable[[_Command], _Command]:
    """Give a command the settings of these groups and names, which it gets as `settings`.

    What is said here about a setting holds for this command instead of what is declared.
    """
    chosen = [each for each in SETTINGS.values() if each.group in wanted or each.name in wanted]

    def decorate(command: _Command) -> _Command:
        @functools.wraps(command)
        def run(**values: Any) -> int | None:
            found = {each.name: _value(each, values.pop(_parameter(each))) for each in chosen}
            given = frozenset(each.name for each in chosen if _is_given(_parameter(each)))
            said = {name: value for name, value in found.items() if value is not None}
            return command(**values, settings=Settings(**said, given=given))

        made: _Command = run
        for each in reversed(chosen):
            default = defaults.get(each.name, each.default)
            words = choices.get(each.name, ())
            made = _option(each, default, helps.get(each.name) or _help(each), words)(made)
        return made

    return decorate


def _option(
    setting: Setting, default: Any, help: str, words: tuple[str, ...]
) -> Callable[[_Command], _Command]:
    name = setting.flag or f"--{setting.key}"
    if setting.kind is bool:
        return click.option(name, default=None, help=help) if "/" in name else flag(name, help)
    if isinstance(default, Enum):
        default = default.value
    is_many = setting.kind is tuple
    return click.option(
        name,
        metavar=setting.placeholder,
        type=_type(setting, words),
        multiple=is_many,
        default=None if is_many else default,
        show_default=not is_many and default is not None and "  [default: " not in help,
        help=help,
    )


def flag(name: str, help: str, parameter: str = "") -> Callable[[_Command], _Command]:
    """An option that is there or not."""
    return click.option(name, *([parameter] if parameter else []), is_flag=True, help=help)


def number(
    name: str, help: str, default: float | None = None, *, least: float = 1, metavar: str = "N"
) -> Callable[[_Command], _Command]:
    """An option with a number; whole where its default is."""
    is_whole = not isinstance(default, float)
    kind: Any = click.IntRange(int(least)) if is_whole else click.FloatRange(least)
    return click.option(
        name,
        metavar=metavar,
        type=kind,
        default=default,
        show_default=default is not None,
        help=help,
    )


def path(
    name: str, help: str, default: str | None = None, *, metavar: str = "FILE", **more: bool
) -> Callable[[_Command], _Command]:
    """An option with a file or, when its metavar says so, a folder; `more` is for `click.Path`."""
    kind = click.Path(path_type=Path, file_okay=metavar != "DIR", **more)
    return click.option(
        name, metavar=metavar, type=kind, default=default, show_default=bool(default), help=help
    )


def _help(setting: Setting) -> str:
    return f"{setting.help}  [default: {setting.usual}]" if setting.usual else setting.help


def _type(setting: Setting, words: tuple[str, ...]) -> Any:
    if setting.parts and not words:
        return PartName(setting)
    if words or setting.words:
        return click.Choice(words or setting.words)
    if setting.kind is Path:
        return click.Path(path_type=Path, file_okay=not setting.is_folder)
    if setting.kind is int:
        return click.IntRange(int(setting.least))
    if setting.kind is float and setting.below is None:
        return click.FloatRange(setting.least)
    return None if setting.kind is tuple else setting.kind


def _parameter(setting: Setting) -> str:
    """How click names it."""
    is_denied = setting.flag.startswith("--no-")
    return setting.flag[2:].replace("-", "_") if is_denied else setting.name


def _value(setting: Setting, value: Any) -> Any:
    if setting.flag.startswith("--no-"):
        return not value
    if setting.kind is tuple or (value is not None and issubclass(setting.kind, Enum)):
        return setting.converted(value)
    return value


def _is_given(parameter: str) -> bool:
    source = click.get_current_context().get_parameter_source(parameter)
    return source is not ParameterSource.DEFAULT


def of_this_folder(settings: Settings) -> Settings:
    """With the settings of the current folder: for commands that check no change of a project.

    What they print is for programs, and stays as it is.
    """
    table = read_settings(current_folder())
    report = ("format", "fail_on")
    return settings.with_table({key: table[key] for key in table if key not in report})


def current_folder() -> Path:
    """The folder that the command runs in."""
    try:
        return Path.cwd()
    except OSError as error:
        what = "The current folder no longer exists."
        raise PathMissing(what, "Change to one that exists.") from error


def need_places(settings: Settings) -> None:
    """Raise where what is to be written makes no sense: now, and not once all is done."""
    if "pin" in settings.given and settings.write_tests is None:
        raise BadUsage("`--pin` has no effect without `--write-tests`.", "Add `--write-tests DIR`.")
    from swerve.tell.formats import FOLDER  # takes a while to load

    if settings.format == FOLDER and (settings.output is None or str(settings.output) == "-"):
        raise BadUsage("`--format agent` needs a folder to write to.", "Add `--output DIR`.")
    also = (file for _, file in also_from(settings))
    for path in (settings.output, settings.witnesses, settings.write_tests, *also):
        if path is not None and str(path) != "-":
            need_no_link(path)


def also_from(settings: Settings) -> Iterator[tuple[str, Path]]:
    """The formats and files that `--also` asks for: `sarif=swerve.sarif`."""
    from swerve.tell.formats import FORMATS  # takes a while to load

    for word in settings.also:
        format, _, file = word.partition("=")
        if format not in FORMATS or file in ("", "-"):
            raise BadUsage(
                f"`--also {word}` is not FORMAT=FILE.",
                f"Write `--also sarif=swerve.sarif`. Formats: {', '.join(FORMATS.names())}.",
            )
        yield format, Path(file)


# --- what a shell proposes ------------------------------------------------------------------------


def complete_ids(
    context: click.Context, parameter: click.Parameter, start: str
) -> list[CompletionItem]:
    """Ids of witnesses of the latest runs."""
    from click.shell_completion import CompletionItem

    from swerve.witness.kept import known_ids  # takes a while to load

    return [CompletionItem(name) for name in known_ids(start)[:_MOST_IDS]]


def complete_files(
    context: click.Context, parameter: click.Parameter, start: str
) -> list[CompletionItem]:
    """Files and folders, which the shell knows best."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(start, type="file")]


def complete_ids_and_files(
    context: click.Context, parameter: click.Parameter, start: str
) -> list[CompletionItem]:
    """Ids of the latest runs; files where none starts so."""
    return complete_ids(context, parameter, start) or complete_files(context, parameter, start)


change_argument = click.argument(
    "words", metavar="[RANGE] [PATH]...", nargs=-1, shell_complete=complete_files
)
