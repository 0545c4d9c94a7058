"""Which commands are there, and what does each of them do?"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import click

from swerve.check.checking import language_model
from swerve.model import Settings
from swerve.model.errors import BadUsage, PathMissing
from swerve.source import read_patch, read_paths, read_words
from swerve.tell import console_for
from swerve.worker.version import __version__

from ._approve import approve
from ._campaign import campaign
from ._checking import check_and_report
from ._contract import contract
from ._doctor import doctor
from ._judge import judge
from ._model import model
from ._options import (
    change_argument,
    complete_ids,
    complete_ids_and_files,
    current_folder,
    flag,
    path,
    takes,
)
from ._pairs import pairs
from ._progress import Line, doing
from ._run_snippet import run_snippet
from ._serving import completion, mcp, serve
from ._streams import opened_output, show
from ._unify import unify

_CHECKING = (
    *("trust", "selection", "running", "setup", "guided", "scripts", "llm", "judging"),
    *("witnesses", "tests", "report", "work"),
)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 no objections, 1 the --fail-on condition holds, 2 wrong usage "
    "or an environment problem, 70 a bug in swerve, 130 interrupted.",
)
@click.version_option(__version__, "-V", "--version", message="swerve %(version)s")
def swerve() -> None:
    """Show what a change to Python code does to its behaviour."""


@swerve.command()
@change_argument
@flag("--staged", "Check what is staged, against HEAD.")
@path("--patch", "Check what a patch does to HEAD; - reads standard input.", allow_dash=True)
@takes(*_CHECKING, "latest")
def check(words: tuple[str, ...], staged: bool, patch: Path | None, settings: Settings) -> int:
    """Check a change in a git repository.

    Without RANGE: the work tree against HEAD, or the last commit when nothing differs. RANGE is
    A..B, A...B (from the merge base), or one revision (against its first parent). PATH limits
    the check to files or folders.
    """
    started = time.monotonic()
    folder = current_folder()
    client = language_model(settings)
    if patch is not None:
        if staged:
            raise BadUsage(
                "`--patch` cannot be combined with `--staged`.", "Leave one of them out."
            )
        data, name = _patch_data(patch)
        raw = read_patch(folder, data, name, settings, words)
    else:
        raw = read_words(folder, words, staged=staged, selection=settings)
    return check_and_report(raw, settings, started, client)


@swerve.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@takes("selection", "running", "setup", "guided", "work")
def watch(paths: tuple[str, ...], settings: Settings) -> int:
    """Check functions again as soon as they are saved.

    Compares the work tree with HEAD, over and over: after each save, the functions that were edited
    since the last answer are checked. PATH limits it to files or folders. Ctrl-C ends it.
    """
    from ._watch import Watching

    with suppress(KeyboardInterrupt):
        Watching(current_folder(), paths, settings).run(show)
    return 0


@swerve.command()
@click.argument("pull_request", metavar="NUMBER|FILE.json")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option(
    "--repo",
    metavar="OWNER/NAME",
    help="The repository on GitHub.  [default: that of the remote `origin`]",
)
@flag("--fetch", "Fetch the commits of the pull request if needed.")
@path(
    "--save",
    "Save the pull request to FILE instead of checking it; `swerve pr FILE` checks it later.",
)
@takes(*_CHECKING, "latest")
def pr(
    pull_request: str,
    paths: tuple[str, ...],
    repo: str | None,
    fetch: bool,
    save: Path | None,
    settings: Settings,
) -> int:
    """Check a pull request, with its description and discussion.

    NUMBER is read from GitHub (GITHUB_API_URL, GITHUB_TOKEN); FILE.json is one that `--save` wrote.
    The change is base...head, which must be in this clone. PATH limits the check to files or
    folders.
    """
    from ._pull_request import opened_pull_request, read_change, save_pull_request

    started = time.monotonic()
    folder = current_folder()
    if save is not None:
        save_pull_request(opened_pull_request(folder, pull_request, repo), save)
        return 0
    client = language_model(settings)
    pull = opened_pull_request(folder, pull_request, repo)
    raw = read_change(folder, pull, repo, paths, settings, may_fetch=fetch)
    return check_and_report(raw, settings, started, client)


@swerve.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@takes(*_CHECKING)
def diff(old: Path, new: Path, settings: Settings) -> int:
    """Compare two files or two folders; git is not needed."""
    started = time.monotonic()
    client = language_model(settings)
    return check_and_report(read_paths(old, new, settings), settings, started, client)


@swerve.command()
@click.argument("witness", metavar="ID", shell_complete=complete_ids)
def explain(witness: str) -> int:
    """Show everything that is known about a witness of an earlier run.

    ID is in reports: w-1a2b3c4d, or a unique prefix of it. Shows the call, as Python to paste; both
    results in full, and where they differ; simulated values; which engine found it, how, and which
    changed lines ran; the judgement and its reason; the code; and the commands that replay it and
    write it as a test.
    """
    from swerve.apps.api import explain as explained  # takes a while to load

    with opened_output(None) as stream:
        explained(witness).render(console_for(stream))
    return 0


@swerve.command("replay")
@click.argument("witness", metavar="ID|FILE", shell_complete=complete_ids_and_files)
@takes(
    *("python", "readable", "sandbox"),
    helps={
        "python": "The interpreter to run in.  [default: for an ID the one that found it, for a "
        "FILE the project's]"
    },
)
@flag(
    "--trust",
    "Use the folders, the interpreter and the setup command that FILE names. Only for files that "
    "you trust.",
)
def replay_witness(witness: str, trust: bool, settings: Settings) -> int:
    """Replay a witness: run its call on both versions again.

    ID is in reports: w-1a2b3c4d, or a unique prefix of it. FILE is one that `--witnesses` wrote;
    run it in the repository that it belongs to. A commit is used as it was; a work tree, staged
    files and folders are used as they are now. Exit status: 0 the versions still differ as
    reported, 1 they do not, 2 they could not be run.
    """
    from swerve.apps.api._replayed import run_again  # takes a while to load

    with doing("running both versions") as line:
        return run_again(witness, settings, partial(_print, line), trust=trust)


def _print(line: Line, text: str) -> None:
    """Print what a witness says: target code, or whoever sent the file, chose the words."""
    for each in text.split("\n"):
        line.print_result(each)


for _command in (
    *(pairs, run_snippet, doctor, model, unify, contract, approve),
    *(judge, campaign, completion, serve, mcp),
):
    swerve.add_command(_command)


def _patch_data(patch: Path) -> tuple[bytes, str]:
    if str(patch) == "-":
        return sys.stdin.buffer.read(), "standard input"
    try:
        return patch.read_bytes(), patch.name
    except OSError as error:
        raise PathMissing(
            f"The patch {patch} cannot be read: {error.strerror}.", "Pass a patch file, or -."
        ) from error
