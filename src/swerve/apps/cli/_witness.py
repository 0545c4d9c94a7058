"""`swerve explain` and `swerve replay`: a witness that was kept, told and shown again."""

from __future__ import annotations

from functools import partial

import click

from swerve.apps.cli._options import complete_ids, complete_ids_and_files, flag, takes
from swerve.apps.cli._progress import Line, doing
from swerve.apps.cli._streams import opened_output
from swerve.model import Settings
from swerve.tell import console_for


@click.command()
@click.argument("witness", metavar="ID", shell_complete=complete_ids)
def explain(witness: str) -> int:
    """Tell all that is known about a witness of an earlier run.

    ID stands in reports: w-1a2b3c4d, or as much of it as says which. Its call, as Python to paste;
    old and new in full, and where they part; what was made up; who found it, how, and which
    changed lines ran; what it was judged to be, and why; the code; the commands that show it again
    and write it as a test.
    """
    from swerve.apps.api import explain as explained  # takes a while to load

    with opened_output(None) as stream:
        explained(witness).render(console_for(stream))
    return 0


@click.command("replay")
@click.argument("witness", metavar="ID|FILE", shell_complete=complete_ids_and_files)
@takes(
    *("python", "readable", "sandbox"),
    helps={
        "python": "The interpreter to run in.  [default: for an ID the one that it was found "
        "with, for a FILE the project's]"
    },
)
@flag(
    "--trust",
    "Take the folders, the interpreter and the setup that FILE names, wherever they are: for "
    "files of your own.",
)
def replay_witness(witness: str, trust: bool, settings: Settings) -> int:
    """Show a witness again: run its call on both versions.

    ID stands in reports: w-1a2b3c4d, or as much of it as says which. FILE is one that
    `--witnesses` wrote, run in the repository that it is about. Commits are taken as they were; a
    work tree, what is staged and folders as they are now. Exit status: 0 the versions differ as
    they did, 1 they do not, 2 they could not be run.
    """
    from swerve.apps.api._replayed import run_again  # takes a while to load

    with doing("running both versions") as line:
        return run_again(witness, settings, partial(_print, line), trust=trust)


def _print(line: Line, text: str) -> None:
    """Print what a witness says: target code, or whoever sent the file, chose the words."""
    for each in text.split("\n"):
        line.print_result(each)
