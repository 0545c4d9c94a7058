"""Which commands are there, and what does each of them do?"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import click

from swerve.apps.cli._approve import approve
from swerve.apps.cli._campaign import campaign
from swerve.apps.cli._checking import check_and_report, current_folder
from swerve.apps.cli._completing import complete_files
from swerve.apps.cli._completion import completion
from swerve.apps.cli._contract import contract
from swerve.apps.cli._doctor import doctor
from swerve.apps.cli._explain import explain
from swerve.apps.cli._judge import judge
from swerve.apps.cli._language_model import asked_from, judge_options
from swerve.apps.cli._mcp import mcp
from swerve.apps.cli._model import model
from swerve.apps.cli._options import (
    governed,
    guided_options,
    latest_option,
    options_from,
    running_options,
    scripts_option,
    selection_options,
    setup_option,
    shared_options,
    trust_option,
    wishes_from,
    with_settings,
    written_tests_options,
)
from swerve.apps.cli._pairs import pairs
from swerve.apps.cli._replay import replay_witness
from swerve.apps.cli._run_snippet import run_snippet
from swerve.apps.cli._serve import serve
from swerve.apps.cli._unify import unify
from swerve.check.checking import Asked
from swerve.model import FailOn
from swerve.model.errors import BadUsage, PathMissing
from swerve.model.settings import read_settings
from swerve.source import RawChange, read_patch, read_paths, read_words
from swerve.worker.version import __version__

_Command = TypeVar("_Command", bound=Callable[..., object])
#: Commands that check no change of a project, and the settings of the current folder they take.
_OF_THE_USER = {
    # A row is asked for by name, and its output is for programs.
    "pairs": ("effort", "ignore", "jobs", "sandbox", "seed", "setup", "tolerance"),
    "run": ("jobs", "sandbox", "seed"),
    "model": ("sandbox",),
}


def _checking_options(*, has_history: bool) -> Callable[[_Command], _Command]:
    """The options of commands that check a change, which may have a history that went on."""

    def decorate(command: _Command) -> _Command:
        command = shared_options(format="text", fail_on=FailOn.CHANGED)(command)
        command = judge_options(written_tests_options(command))
        command = latest_option(command) if has_history else command
        command = setup_option(guided_options(scripts_option(command)))
        return trust_option(selection_options(running_options(command)))

    return decorate


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 nothing to object to, 1 the --fail-on condition holds, 2 wrong use or "
    "an environment problem, 70 a bug in swerve, 130 interrupted.",
)
@click.version_option(__version__, "-V", "--version", message="swerve %(version)s")
@click.pass_context
def swerve(context: click.Context) -> None:
    """Tell what a change to Python code does to its behaviour."""
    if context.invoked_subcommand not in _OF_THE_USER:
        return  # what is checked says itself which settings hold: see `swerve.source`
    settings = read_settings(current_folder())
    context.default_map = {
        name: {key: settings[key] for key in keys if key in settings}
        for name, keys in _OF_THE_USER.items()
    }
    context.default_map["model"] = {"collect": context.default_map["model"]}


@swerve.command()
@click.argument("words", metavar="[RANGE] [PATH]...", nargs=-1, shell_complete=complete_files)
@click.option("--staged", is_flag=True, help="Check what is staged, against HEAD.")
@click.option(
    "--patch",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Check what a patch does to HEAD; - reads standard input.",
)
@_checking_options(has_history=True)
def check(
    words: tuple[str, ...],
    staged: bool,
    patch: Path | None,
    **shared: object,
) -> int:
    """Check a change in a git repository.

    Without RANGE: the work tree against HEAD, or the last commit when nothing differs. RANGE is
    A..B, A...B (from the merge base), or one revision (against its first parent). PATH limits
    the check to files or folders.
    """
    started = time.monotonic()
    folder = current_folder()
    asked = asked_from(shared, folder)
    if patch is not None:
        if staged:
            raise BadUsage("`--patch` does not go with `--staged`.", "Leave one of them out.")
        data, name = _patch_data(patch)
        raw = read_patch(folder, data, name, governed(shared), words)
    else:
        raw = read_words(folder, words, staged=staged, selection=governed(shared))
    return _checked(raw, shared, started, asked)


@swerve.command()
@click.argument("pull_request", metavar="NUMBER|FILE.json")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option(
    "--repo",
    metavar="OWNER/NAME",
    help="The repository on GitHub.  [default: that of the remote `origin`]",
)
@click.option("--fetch", is_flag=True, help="Fetch the commits of the pull request if need be.")
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the pull request to FILE and check nothing; `swerve pr FILE` does that later.",
)
@_checking_options(has_history=True)
def pr(
    pull_request: str,
    paths: tuple[str, ...],
    repo: str | None,
    fetch: bool,
    save: Path | None,
    **shared: object,
) -> int:
    """Check a pull request, with what was said about it.

    NUMBER is asked for at GitHub (GITHUB_API_URL, GITHUB_TOKEN); FILE.json is one that was saved.
    The change is base...head, which must be in this clone. PATH limits the check to files or
    folders.
    """
    from swerve.apps.cli._pull_request import opened_pull_request, read_change, save_pull_request

    started = time.monotonic()
    folder = current_folder()
    if save is not None:
        save_pull_request(opened_pull_request(folder, pull_request, repo), save)
        return 0
    asked = asked_from(shared, folder)
    pull = opened_pull_request(folder, pull_request, repo)
    raw = read_change(folder, pull, repo, paths, governed(shared), may_fetch=fetch)
    return _checked(raw, shared, started, asked)


@swerve.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@_checking_options(has_history=False)
def diff(old: Path, new: Path, **shared: object) -> int:
    """Compare two files or two folders; git is not needed."""
    started = time.monotonic()
    asked = asked_from(shared)
    raw = read_paths(old, new, governed(shared))
    return _checked(raw, shared, started, asked)


swerve.add_command(pairs)
swerve.add_command(run_snippet)
swerve.add_command(replay_witness)
swerve.add_command(explain)
swerve.add_command(doctor)
swerve.add_command(model)
swerve.add_command(unify)
swerve.add_command(contract)
swerve.add_command(approve)
swerve.add_command(judge)
swerve.add_command(campaign)
swerve.add_command(completion)
swerve.add_command(serve)
swerve.add_command(mcp)


def _checked(raw: RawChange, shared: Mapping[str, object], started: float, asked: Asked) -> int:
    values = with_settings(shared, raw.settings or {})
    wishes = wishes_from(values)
    return check_and_report(raw, options_from(values), wishes, started, asked)


def _patch_data(patch: Path) -> tuple[bytes, str]:
    if str(patch) == "-":
        return sys.stdin.buffer.read(), "standard input"
    try:
        return patch.read_bytes(), patch.name
    except OSError as error:
        raise PathMissing(
            f"The patch {patch} cannot be read: {error.strerror}.", "Name a patch file, or -."
        ) from error
