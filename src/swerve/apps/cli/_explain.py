"""`swerve explain`: all that is known about one witness."""

from __future__ import annotations

import click

from swerve.apps.cli._completing import complete_ids
from swerve.apps.cli._streams import opened_output
from swerve.model.errors import BadUsage
from swerve.tell import console_for, render_explained


@click.command()
@click.argument("witness", metavar="ID", shell_complete=complete_ids)
def explain(witness: str) -> int:
    """Tell all that is known about a witness of an earlier run.

    ID stands in reports: w-1a2b3c4d, or as much of it as says which. Its call, as Python to paste;
    old and new in full, and where they part; what was made up; who found it, how, and which
    changed lines ran; what it was judged to be, and why; the code; the commands that show it again
    and write it as a test.
    """
    from swerve.witness.kept import find_witness, is_id  # takes a while to load

    if not is_id(witness):
        raise BadUsage(f"`{witness}` is no id of a witness.", "Ids stand in reports: `w-1a2b3c4d`.")
    kept = find_witness(witness)
    with opened_output(None) as stream:
        sides = (kept.old, kept.new)
        render_explained(kept.id, sides, kept.subject, kept.function, console_for(stream))
    return 0
