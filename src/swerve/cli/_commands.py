"""Which commands are there, and what does each of them do?"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from swerve import __version__
from swerve.change import (
    RawChange,
    pair_up,
    read_patch,
    read_paths,
    read_words,
)
from swerve.cli._doctor import doctor
from swerve.cli._language_model import client_from, language_model_options, tell_spending
from swerve.cli._model import model
from swerve.cli._options import (
    Options,
    guided_options,
    options_from,
    running_options,
    scripts_option,
    selection_from,
    selection_options,
    setup_option,
    shared_options,
    wishes_from,
    written_tests_options,
)
from swerve.cli._output import write_report
from swerve.cli._pairs import pairs
from swerve.cli._progress import Progress
from swerve.cli._replay import replay_witness
from swerve.cli._run_snippet import run_snippet
from swerve.cli._settings import read_settings
from swerve.cli._unify import unify
from swerve.cli._witnesses import Keep, WitnessFolder
from swerve.errors import BadUsage, PathMissing
from swerve.model import FailOn, Pair, Runtime, Wishes, Witness
from swerve.pipeline import Prepared
from swerve.pipeline import check as check_change

if TYPE_CHECKING:  # takes a while to load
    from swerve.llm import Client


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 nothing to object to, 1 the --fail-on condition holds, 2 wrong use or "
    "an environment problem, 70 a bug in swerve, 130 interrupted.",
)
@click.version_option(__version__, "-V", "--version", message="swerve %(version)s")
@click.pass_context
def swerve(context: click.Context) -> None:
    """Tell what a change to Python code does to its behaviour."""
    settings = read_settings(_current_folder())
    # Read where interpreters are looked for: a project names one with less right than its user.
    settings.pop("python", None)
    selection = ("include", "exclude", "max_file_size")
    shared = {key: value for key, value in settings.items() if key not in selection}
    context.default_map = {
        "check": settings,
        "diff": settings,
        # A row is asked for by name, and its output is for programs.
        "pairs": {key: value for key, value in shared.items() if key not in ("format", "fail_on")},
        "run": {key: value for key, value in shared.items() if key in ("jobs", "sandbox", "seed")},
        "model": {
            "collect": {key: value for key, value in shared.items() if key == "sandbox"},
        },
    }


@swerve.command()
@click.argument("words", metavar="[RANGE] [PATH]...", nargs=-1)
@click.option("--staged", is_flag=True, help="Check what is staged, against HEAD.")
@click.option(
    "--patch",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Check what a patch does to HEAD; - reads standard input.",
)
@selection_options
@running_options
@setup_option
@guided_options
@scripts_option
@language_model_options
@written_tests_options
@shared_options(format="text", fail_on=FailOn.CHANGED)
def check(
    words: tuple[str, ...],
    staged: bool,
    patch: Path | None,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    max_file_size: int,
    **shared: object,
) -> int:
    """Check a change in a git repository.

    Without RANGE: the work tree against HEAD, or the last commit when nothing differs. RANGE is
    A..B, A...B (from the merge base), or one revision (against its first parent). PATH limits
    the check to files or folders.
    """
    started = time.monotonic()
    writer = client_from(shared, "--scripts" if shared.pop("scripts") else "")
    wishes = wishes_from(shared)
    selection = selection_from(include, exclude, max_file_size)
    folder = _current_folder()
    if patch is not None:
        if staged:
            raise BadUsage("`--patch` does not go with `--staged`.", "Leave one of them out.")
        data, name = _patch_data(patch)
        raw = read_patch(folder, data, name, selection, words)
    else:
        raw = read_words(folder, words, staged=staged, selection=selection)
    return _check_and_report(raw, options_from(shared), wishes, started, writer)


@swerve.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@selection_options
@running_options
@setup_option
@guided_options
@scripts_option
@language_model_options
@written_tests_options
@shared_options(format="text", fail_on=FailOn.CHANGED)
def diff(
    old: Path,
    new: Path,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    max_file_size: int,
    **shared: object,
) -> int:
    """Compare two files or two folders; git is not needed."""
    started = time.monotonic()
    writer = client_from(shared, "--scripts" if shared.pop("scripts") else "")
    wishes = wishes_from(shared)
    raw = read_paths(old, new, selection_from(include, exclude, max_file_size))
    return _check_and_report(raw, options_from(shared), wishes, started, writer)


swerve.add_command(pairs)
swerve.add_command(run_snippet)
swerve.add_command(replay_witness)
swerve.add_command(doctor)
swerve.add_command(model)
swerve.add_command(unify)


def _check_and_report(
    raw: RawChange, options: Options, wishes: Wishes, started: float, writer: Client | None
) -> int:
    def prepare(pairs: Sequence[Pair]) -> AbstractContextManager[Prepared]:
        from swerve.running import prepare as prepare_trees  # takes a while to load

        return prepare_trees(raw, wishes, pairs, writer)

    progress = Progress()
    progress.reading()
    try:
        report = check_change(pair_up(raw), options.plan, progress, prepare if wishes.run else None)
    finally:
        progress.close()
    tell_spending(writer)
    if options.witnesses is not None:
        folder = WitnessFolder(options.witnesses, _keeping(raw, wishes, report.runtime))
        report = replace(report, functions=tuple(map(folder.with_files, report.functions)))
    if report.runtime is not None:
        for missing in report.runtime.missing:
            level = report.runtime.sandbox
            print(f"swerve: sandbox level {level}: {missing.what}.", file=sys.stderr)
            print(f"  hint: {missing.hint}", file=sys.stderr)
    status = write_report(replace(report, seconds=time.monotonic() - started), options)
    if options.write_tests is not None:
        from swerve.cli._written_tests import write_tests  # takes a while to load

        write_tests(report, raw, wishes, options.write_tests, options.pin)
    return status


def _keeping(raw: RawChange, wishes: Wishes, runtime: Runtime | None) -> Keep:
    """What writes down a witness for `swerve replay`."""

    def keep(pair: Pair, witness: Witness) -> str:
        from swerve.witnesses import stored_witness, text_of  # takes a while to load

        stored = stored_witness(pair, witness, raw, wishes, runtime)
        return "" if stored is None else text_of(stored)

    return keep


def _current_folder() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise PathMissing("The current folder is gone.", "Change to one that exists.") from error


def _patch_data(patch: Path) -> tuple[bytes, str]:
    if str(patch) == "-":
        return sys.stdin.buffer.read(), "standard input"
    try:
        return patch.read_bytes(), patch.name
    except OSError as error:
        raise PathMissing(
            f"The patch {patch} cannot be read: {error.strerror}.", "Name a patch file, or -."
        ) from error
