"""`swerve contract explain-test`: is a test that fails wrong, or is the code?"""

from __future__ import annotations

import json
from pathlib import Path

import click

from swerve.apps.cli._checking import current_folder
from swerve.apps.cli._options import setup_option
from swerve.apps.cli._progress import doing
from swerve.apps.cli._streams import opened_output
from swerve.model import Effort, Wishes
from swerve.source import Selection, pair_up, read_git


@click.command("explain-test")
@click.argument("test")
@click.argument("range", required=False)
@click.option("--python", metavar="PATH", help="The project's interpreter.")
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "strict", "process", "none"]),
    default="auto",
    show_default=True,
    help="How the project's code is confined when it runs.",
)
@setup_option
@click.option(
    "--effort",
    type=click.Choice([effort.value for effort in Effort]),
    default=Effort.NORMAL.value,
    show_default=True,
    help="How long the tests may run: about 5, 30 or 300 seconds.",
)
@click.option(
    "--format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the answer is written.",
)
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the answer to FILE instead of standard output.",
)
def explain(
    test: str,
    range: str | None,
    python: str | None,
    sandbox: str,
    setup: str | None,
    effort: str,
    format: str,
    output: Path | None,
) -> int:
    """Say whether a failing test is wrong or the code is.

    TEST is a test or a file with tests, as pytest takes it: tests/test_orders.py::test_total. It
    runs on both versions as the new one has it, and what the changed functions do in it is judged
    by their contracts. Without RANGE: the work tree against HEAD, or the last commit when nothing
    differs.

    Exit status: 0 the test passes or is out of date, 1 the code is wrong, 2 that cannot be told.
    """
    folder = current_folder()
    raw = read_git(folder, revisions=range, staged=False, paths=(), selection=Selection())
    seconds = Effort(effort).suite_seconds
    wishes = Wishes(python=python, setup=setup, sandbox=sandbox, suite_seconds=seconds)
    from swerve.apps.explain import explain_test, plain, words  # takes a while to load

    with doing("running the test on both sides"):
        explained = explain_test(raw, pair_up(raw), test, folder, wishes)
    with opened_output(output) as stream:
        text = words(explained) if format == "text" else json.dumps(plain(explained), indent=2)
        stream.write(text + "\n")
    return explained.exit_status
