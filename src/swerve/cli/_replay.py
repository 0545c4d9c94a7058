"""How is a witness that was kept in a file shown again?"""

from __future__ import annotations

from pathlib import Path

import click

from swerve.cli._input import opened_input
from swerve.errors import BadUsage
from swerve.model import Wishes

_HINT = "Name a file that `--witnesses` wrote."


@click.command("replay")
@click.argument("witness", type=click.Path(path_type=Path))
@click.option(
    "--python",
    metavar="PATH",
    help="The interpreter to run in.  [default: the one that the witness was found with]",
)
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "strict", "process", "none"]),
    default="auto",
    show_default=True,
    help="How the project's code is confined when it runs.",
)
def replay_witness(witness: Path, python: str | None, sandbox: str) -> int:
    """Show a witness again: run its call on both versions.

    WITNESS is a file that `--witnesses` wrote. Commits are taken as they were; a work tree, what
    is staged and folders as they are now. Exit status: 0 the versions differ as they did, 1 they
    do not, 2 they could not be run.
    """
    with opened_input(witness, _HINT) as stream:
        data = stream.read()
    if witness.suffix == ".py":
        from swerve.replay import packed_in, replay  # takes a while to load

        packed = packed_in(data)
        if packed is None:
            raise BadUsage(f"{witness} is no script that swerve wrote.", _HINT)
        return replay(packed, sandbox, click.echo)
    from swerve.replay import replay_call
    from swerve.witnesses import BadWitness, stored_from

    try:
        stored = stored_from(data)
    except BadWitness as error:
        raise BadUsage(f"{witness} {error}.", _HINT) from error
    wishes = Wishes(
        python=python or stored.interpreter, setup=stored.setup, sandbox=sandbox, seed=stored.seed
    )
    return replay_call(stored, wishes, click.echo)
