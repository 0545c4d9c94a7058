"""Which options do commands share?"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import click
from click.core import ParameterSource

from swerve.apps.cli._part_name import PartName
from swerve.check.order import ENGINES, skippable
from swerve.check.pipeline import Plan
from swerve.model import Effort, FailOn, Side, Wishes
from swerve.model.errors import BadUsage
from swerve.model.writing import need_no_link
from swerve.source import DEFAULT_MAX_BYTES, Governed, Selection, SizeLimits
from swerve.tell.formats import FOLDER, FORMATS

#: As in `swerve.predict`, which takes a while to load; a test holds them together.
PREDICTOR_NAMES = (
    *("naive", "random", "frequency", "types", "model", "types+model"),
    "types+frequency",
    "types+model+frequency",  # the default
)
_Command = TypeVar("_Command", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Also:
    """One more report on the same run."""

    format: str
    output: Path


@dataclass(frozen=True, slots=True)
class Options:
    """The shared options of one call."""

    format: str
    output: Path | None
    fail_on: FailOn
    plan: Plan
    limits: SizeLimits = field(default_factory=SizeLimits)
    #: Where files that show witnesses again are written.
    witnesses: Path | None = None
    #: Where tests are written, and which side they hold to.
    write_tests: Path | None = None
    pin: Side = Side.OLD
    also: tuple[Also, ...] = ()


def guided_options(command: _Command) -> _Command:
    """The options that say how functions run alone."""
    for option in reversed(
        (
            click.option(
                "--runs",
                metavar="K",
                type=click.IntRange(min=1),
                default=300,
                show_default=True,
                help="In how many made-up worlds a function runs alone, at most.",
            ),
            click.option(
                "--context",
                type=click.Choice(["file", "none"]),
                default="file",
                show_default=True,
                help="What a function that runs alone has around it: its file, or nothing.",
            ),
            click.option(
                "--real-imports/--no-real-imports",
                default=None,
                help="Whether functions that run alone get the packages that are installed.  "
                "[default: yes, but not for `pairs`]",
            ),
            click.option(
                "--witnesses",
                metavar="DIR",
                type=click.Path(path_type=Path, file_okay=False),
                help="Write for each witness a file that shows it again: `swerve replay FILE`.",
            ),
            click.option(
                "--predictor",
                type=click.Choice(PREDICTOR_NAMES),
                default=PREDICTOR_NAMES[-1],
                show_default=True,
                help="What says which values are likely where they are missing.",
            ),
        )
    ):
        command = option(command)
    return command


def written_tests_options(command: _Command) -> _Command:
    """The options that say which tests are written."""
    for option in reversed(
        (
            click.option(
                "--write-tests",
                metavar="DIR",
                type=click.Path(path_type=Path, file_okay=False),
                help="Write for each witness with a call a pytest file that passes on the old "
                "version and fails on the new one.",
            ),
            click.option(
                "--pin",
                type=click.Choice([side.value for side in Side]),
                help="The version that written tests hold to.  [default: old]",
            ),
        )
    ):
        command = option(command)
    return command


def setup_option(command: _Command) -> _Command:
    """The option for projects that have to be built."""
    return click.option(
        "--setup",
        metavar="CMD",
        help="A command that builds what the project needs, run once for each side in a "
        "copy of its tree.",
    )(command)


def scripts_option(command: _Command) -> _Command:
    """The option that has usage examples written."""
    return click.option(
        "--scripts",
        is_flag=True,
        help="Have a language model write usage examples of what changed, and run them on both "
        "sides. Sends the change to the model.",
    )(command)


def latest_option(command: _Command) -> _Command:
    """The option that passes over what was changed again since."""
    return click.option(
        "--latest",
        metavar="REV",
        help="With --scripts: set aside what this revision no longer does, such as the main "
        "branch long after the change.",
    )(command)


def readable_option(command: _Command) -> _Command:
    """The option that opens files to the code; its variable is read where it is needed."""
    return click.option(
        "--readable",
        metavar="PATH",
        multiple=True,
        help="A file or folder that the code may read besides, such as the source of a package "
        "that is installed for editing. May be repeated.  [default: SWERVE_READABLE]",
    )(command)


def running_options(command: _Command) -> _Command:
    """The options that say what code runs in."""
    for option in reversed(
        (
            click.option(
                "--no-run",
                is_flag=True,
                help="Run nothing of the project: compare code only.",
            ),
            click.option(
                "--skip",
                type=PartName(ENGINES, skippable),
                multiple=True,
                help="Leave an engine out. May be repeated.",
            ),
            click.option(
                "--python",
                metavar="PATH",
                help="The project's interpreter, where its dependencies are installed.  [default: "
                "the active virtual environment, the project's .venv, or swerve's own]",
            ),
            readable_option,
            click.option(
                "--sandbox",
                type=click.Choice(["auto", "strict", "process", "none"]),
                default="auto",
                show_default=True,
                help="How the project's code is confined when it runs; auto takes the strictest "
                "level that works here.",
            ),
            click.option(
                "--ignore",
                metavar="RULE",
                multiple=True,
                help="Set aside what the project calls noise when behaviours are compared: uuid, "
                "timestamp, path:result.id. May be repeated.",
            ),
            click.option(
                "--tolerance",
                metavar="X",
                type=float,
                help="How far floats may be apart, relative to their size.  [default: exact]",
            ),
        )
    ):
        command = option(command)
    return command


def shared_options(*, format: str, fail_on: FailOn) -> Callable[[_Command], _Command]:
    """The options that every command takes, with the defaults that fit the command."""

    def decorate(command: _Command) -> _Command:
        for option in reversed(
            (
                click.option(
                    "--format",
                    type=PartName(FORMATS, FORMATS.names),
                    default=format,
                    show_default=True,
                    help="How the report is written.",
                ),
                click.option(
                    "--output",
                    metavar="FILE",
                    type=click.Path(path_type=Path),
                    help="Write the report to FILE instead of standard output; with `--format "
                    "agent`, to a folder.",
                ),
                click.option(
                    "--also",
                    metavar="FORMAT=FILE",
                    multiple=True,
                    help="Write the report of the same run once more, in another format, to FILE. "
                    "May be repeated.",
                ),
                click.option(
                    "--fail-on",
                    type=click.Choice([level.value for level in FailOn]),
                    default=fail_on.value,
                    show_default=True,
                    help="What makes the exit status 1. Each level includes those before it; "
                    "'changed' includes a breaking interface.",
                ),
            )
        ):
            command = option(command)
        return command

    return lambda command: decorate(effort_options(command))


def effort_options(command: _Command) -> _Command:
    """The options that say how long a command may work."""
    for option in reversed(
        (
            click.option(
                "--effort",
                type=click.Choice([effort.value for effort in Effort]),
                default=Effort.NORMAL.value,
                show_default=True,
                help="How long a function may be looked at: about 2, 15 or 120 seconds.",
            ),
            click.option(
                "--jobs",
                metavar="N",
                type=click.IntRange(min=1),
                help="Look at N functions at a time.  [default: as many as pay off]",
            ),
            click.option(
                "--seed",
                metavar="N",
                type=click.IntRange(min=0),
                default=0,
                show_default=True,
                help="Seed of everything random: same seed, same report.",
            ),
        )
    ):
        command = option(command)
    return command


def selection_options(command: _Command) -> _Command:
    """The options that choose what is looked at."""
    for option in reversed(
        (
            click.option(
                "--include",
                metavar="GLOB",
                multiple=True,
                help="Look only at files that match, tests and generated code included. "
                "Patterns as in .gitignore; may be repeated.",
            ),
            click.option(
                "--exclude",
                metavar="GLOB",
                multiple=True,
                help="Leave out files that match. May be repeated.",
            ),
            click.option(
                "--max-file-size",
                metavar="BYTES",
                type=click.IntRange(min=1),
                default=DEFAULT_MAX_BYTES,
                show_default=True,
                help="Leave out larger files.",
            ),
            click.option(
                "--max-files",
                metavar="N",
                type=click.IntRange(min=1),
                help="Run nothing of a change in which more Python files differ.  [default: no "
                "limit]",
            ),
            click.option(
                "--max-functions",
                metavar="N",
                type=click.IntRange(min=1),
                help="Run nothing of a change that concerns more functions.  [default: no limit]",
            ),
        )
    ):
        command = option(command)
    return command


def trust_option(command: _Command) -> _Command:
    """The option for changes whose author is trusted to decide about their check."""
    return click.option(
        "--trust-change",
        is_flag=True,
        help="Let settings and contracts that come with the change count, as if they had been "
        "there before.",
    )(command)


def governed(values: Mapping[str, object]) -> Governed:
    """What the user asked to look at; where nothing was said, settings decide."""

    def selection_of(settings: Mapping[str, object]) -> Selection:
        chosen = with_settings(values, settings)
        include, exclude, size = (chosen[key] for key in ("include", "exclude", "max_file_size"))
        return Selection(
            include if isinstance(include, tuple) else (),
            exclude if isinstance(exclude, tuple) else (),
            size if isinstance(size, int) else DEFAULT_MAX_BYTES,
        )

    return Governed(selection_of, bool(values.get("trust_change")))


def with_settings(
    values: Mapping[str, object], settings: Mapping[str, object]
) -> dict[str, object]:
    """A command's parameters, with settings in place of those that the user did not give."""
    # Read where interpreters are looked for: a project names one with less right than its user.
    taken = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in settings.items()
        if key != "python" and key in values and is_left_open(key)
    }
    return {**values, **taken}


def is_left_open(parameter: str) -> bool:
    """Whether the user did not give a parameter of the command that runs."""
    source = click.get_current_context().get_parameter_source(parameter)
    return source is ParameterSource.DEFAULT


def limits_from(values: Mapping[str, object]) -> SizeLimits:
    """How large a change may be, as a command's parameters say."""
    files, functions = values.get("max_files"), values.get("max_functions")
    return SizeLimits(
        files=files if isinstance(files, int) else None,
        functions=functions if isinstance(functions, int) else None,
    )


def wishes_from(values: dict[str, object]) -> Wishes:
    """What code is to run in, taken out of a command's parameters."""
    python, setup = values.pop("python"), values.pop("setup", None)
    readable = readable_from(values.pop("readable"))
    real_imports, runs = values.pop("real_imports"), values.pop("runs")
    ignore, tolerance = values.pop("ignore"), values.pop("tolerance")
    rules = ignore if isinstance(ignore, tuple) else ()
    most = tolerance if isinstance(tolerance, float) else None
    if rules or most is not None:
        from swerve.observe.comparison import rules_from  # takes a while to load

        rules_from(rules, most)  # what makes no sense is said before anything is done
    if python:
        from swerve.check.running import check_python

        check_python(str(python), str(values["sandbox"]), readable=readable)
    seed, skip = values["seed"], values.pop("skip")
    return Wishes(
        run=not values.pop("no_run"),
        python=python if isinstance(python, str) else None,
        setup=setup if isinstance(setup, str) else None,
        readable=readable,
        sandbox=str(values.pop("sandbox")),
        ignore=rules,
        tolerance=most,
        seed=seed if isinstance(seed, int) else 0,
        context=values.pop("context") == "file",
        real_imports=real_imports if isinstance(real_imports, bool) else None,
        runs=runs if isinstance(runs, int) else 300,
        suite_seconds=Effort(values["effort"]).suite_seconds,
        predictor=str(values.pop("predictor")),
        skip=skip if isinstance(skip, tuple) else (),
        trusts_change=bool(values.pop("trust_change", False)),
    )


def readable_from(paths: object) -> tuple[str, ...]:
    """What `--readable` names, wherever the work is done."""
    found = paths if isinstance(paths, tuple) else ()
    return tuple(os.path.abspath(os.path.expanduser(path)) for path in found)


def options_from(values: dict[str, object]) -> Options:
    """The shared options among a command's parameters."""
    output = values["output"]
    witnesses, write_tests, pin = (values.get(name) for name in ("witnesses", "write_tests", "pin"))
    if pin is not None and write_tests is None:
        raise BadUsage("`--pin` says nothing without `--write-tests`.", "Add `--write-tests DIR`.")
    if values["format"] == FOLDER and (output is None or str(output) == "-"):
        raise BadUsage("`--format agent` writes a folder.", "Name one: `--output DIR`.")
    also = _also_from(values.get("also"))
    for path in (output, witnesses, write_tests, *(each.output for each in also)):
        if isinstance(path, Path) and str(path) != "-":
            need_no_link(path)  # now, and not once all is done
    return Options(
        format=str(values["format"]),
        output=output if isinstance(output, Path) else None,
        fail_on=FailOn(values["fail_on"]),
        witnesses=witnesses if isinstance(witnesses, Path) else None,
        write_tests=write_tests if isinstance(write_tests, Path) else None,
        pin=Side(pin or Side.OLD),
        limits=limits_from(values),
        plan=plan_from(values),
        also=also,
    )


def _also_from(words: object) -> tuple[Also, ...]:
    """What `--also` asks for: `sarif=swerve.sarif`."""
    found = []
    for word in words if isinstance(words, tuple) else ():
        format, _, file = word.partition("=")
        if format not in FORMATS or file in ("", "-"):
            raise BadUsage(
                f"`--also {word}` names no format and file.",
                f"Write `--also sarif=swerve.sarif`. Formats: {', '.join(FORMATS.names())}.",
            )
        found.append(Also(format, Path(file)))
    return tuple(found)


def plan_from(values: Mapping[str, object]) -> Plan:
    """How pairs are to be investigated, as a command's parameters say."""
    jobs, seed = values["jobs"], values["seed"]
    return Plan(
        effort=Effort(values["effort"]),
        jobs=jobs if isinstance(jobs, int) else None,
        seed=seed if isinstance(seed, int) else 0,
    )
