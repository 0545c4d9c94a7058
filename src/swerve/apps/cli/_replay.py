"""`swerve replay`: a witness that was kept, shown again."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from swerve.apps.cli._checking import current_folder
from swerve.apps.cli._completing import complete_ids_and_files
from swerve.apps.cli._input import opened_input
from swerve.apps.cli._options import readable_from, readable_option
from swerve.apps.cli._progress import Line, doing
from swerve.model import Wishes
from swerve.model.errors import BadUsage
from swerve.tell.again import why_not_again
from swerve.tell.printable import printable

_HINT = "Name an id of a report, `w-1a2b3c4d`, or a file that `--witnesses` wrote."


@click.command("replay")
@click.argument("witness", metavar="ID|FILE", shell_complete=complete_ids_and_files)
@click.option(
    "--python",
    metavar="PATH",
    help="The interpreter to run in.  [default: for an ID the one that it was "
    "found with, for a FILE the project's]",
)
@readable_option
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "strict", "process", "none"]),
    default="auto",
    show_default=True,
    help="How the project's code is confined when it runs.",
)
@click.option(
    "--trust",
    is_flag=True,
    help="Take the folders, the interpreter and the setup that FILE names, wherever they are: for "
    "files of your own.",
)
def replay_witness(
    witness: str, python: str | None, readable: tuple[str, ...], sandbox: str, trust: bool
) -> int:
    """Show a witness again: run its call on both versions.

    ID stands in reports: w-1a2b3c4d, or as much of it as says which. FILE is one that
    `--witnesses` wrote, run in the repository that it is about. Commits are taken as they were; a
    work tree, what is staged and folders as they are now. Exit status: 0 the versions differ as
    they did, 1 they do not, 2 they could not be run.
    """
    from swerve.witness.kept import find_witness, is_id  # takes a while to load

    wishes = Wishes(python=python, readable=readable_from(readable), sandbox=sandbox)
    if not is_id(witness):
        with opened_input(Path(witness), _HINT) as stream:
            data = stream.read()
        if witness.endswith(".py"):
            return _replay_script(witness, data, sandbox)
        return _replay_call(witness, data, wishes, trust=trust)
    kept = find_witness(witness)
    if kept.stored:
        return _replay_call(kept.id, kept.stored, wishes, trust=True)
    if kept.witness.script:
        script = kept.witness.script.encode("utf-8", "surrogatepass")
        return _replay_script(kept.id, script, sandbox)
    raise BadUsage(
        f"{kept.id} cannot be shown again: {why_not_again(kept.witness)}.",
        f"`swerve explain {kept.id}` tells what is known about it.",
    )


def _replay_script(name: str, script: bytes, sandbox: str) -> int:
    from swerve.witness.replay import packed_in, replay  # takes a while to load

    packed = packed_in(script)
    if packed is None:
        raise BadUsage(f"{name} is no script that swerve wrote.", _HINT)
    with doing("running both versions") as line:
        return replay(packed, sandbox, partial(_print, line))


def _replay_call(name: str, data: str | bytes, wishes: Wishes, *, trust: bool) -> int:
    from swerve.witness import BadWitness, as_sent, stored_from
    from swerve.witness.replay import replay_call  # takes a while to load

    try:
        stored = stored_from(data)
    except BadWitness as error:
        raise BadUsage(f"{name} {error}.", _HINT) from error
    if not trust:
        stored = as_sent(stored, current_folder())
    python = wishes.python or stored.interpreter or None
    wishes = replace(wishes, python=python, setup=stored.setup, seed=stored.seed)
    with doing("running both versions") as line:
        return replay_call(stored, wishes, partial(_print, line))


def _print(line: Line, text: str) -> None:
    """Print what a witness says: target code, or whoever sent the file, chose the words."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    for each in text.split("\n"):
        line.print_result(printable(each, encoding))
