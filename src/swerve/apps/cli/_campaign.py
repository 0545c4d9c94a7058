"""`swerve campaign`: many changes, stored and resumable.

What the commands are made of is loaded when they run: every command loads this module.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from swerve.apps.cli._campaign_store import opened_store, store_option
from swerve.apps.cli._input import opened_input
from swerve.apps.cli._options import (
    governed,
    is_left_open,
    limits_from,
    running_options,
    selection_options,
    setup_option,
    trust_option,
)
from swerve.apps.cli._options import wishes_from as wishes_of
from swerve.apps.cli._progress import Line, doing
from swerve.apps.cli._streams import opened_output
from swerve.model import Effort, FailOn
from swerve.model.errors import BadUsage

if TYPE_CHECKING:
    from swerve.apps.campaign import Unit, UnitOptions

_Command = TypeVar("_Command", bound=Callable[..., object])
_MAX_BYTES = 512_000_000
#: The longest deadline, about a month.
_LONGEST_S = 2_600_000


def _work_options(command: _Command) -> _Command:
    """The options that say who does the work, and what is made of it."""
    for option in reversed(
        (
            click.option(
                "--jobs",
                metavar="N",
                type=click.IntRange(min=1),
                help="Check N changes at a time, each in a process.  [default: one a core]",
            ),
            click.option(
                "--deadline",
                metavar="SECONDS",
                type=click.FloatRange(min=1),
                callback=_check_deadline,
                help="How long one try at a change may take.  [default: 600]",
            ),
            click.option(
                "--cluster",
                metavar="URL",
                help="Spread the work over a Dask cluster: the address of its scheduler, "
                "tcp://HOST:PORT.",
            ),
            click.option(
                "--fail-on",
                type=click.Choice([level.value for level in FailOn]),
                default=FailOn.NEVER.value,
                show_default=True,
                help="What makes the exit status 1, of all that the campaign found. Each level "
                "includes those before it; 'inconclusive' includes a change that was set aside.",
            ),
        )
    ):
        command = option(command)
    return command


def _check_deadline(
    context: click.Context, option: click.Parameter, seconds: float | None
) -> float | None:
    if seconds is not None and not seconds <= _LONGEST_S:  # what is no number is not, either
        raise click.BadParameter(f"a deadline is {_LONGEST_S:,} seconds at most.")
    return seconds


@click.group()
def campaign() -> None:
    """Check many changes as one piece of work, stored and resumable."""


@campaign.command()
@click.option("--range", "revisions", metavar="A..B", help="Every commit of a range.")
@click.option(
    "--prs",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Pull requests that were saved: JSON Lines, a JSON list, or paths to such files.",
)
@click.option(
    "--repos",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Every commit of several ranges: lines with PATH or URL, and A..B.",
)
@click.option("--name", metavar="NAME", help="What to call it.  [default: campaign-1, ...]")
@click.option("--fetch", is_flag=True, help="Fetch the commits of pull requests if need be.")
@store_option
@_work_options
@click.option(
    "--effort",
    type=click.Choice([effort.value for effort in Effort]),
    default=Effort.NORMAL.value,
    show_default=True,
    help="How long a function may be looked at: about 2, 15 or 120 seconds.",
)
@click.option(
    "--judge",
    type=click.Choice(["offline", "none"]),
    default="offline",
    show_default=True,
    help="Who says whether a difference is meant: rules on this machine, or nobody.",
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Seed of everything random: same seed, same reports.",
)
@trust_option
@selection_options
@running_options
@setup_option
def run(
    revisions: str | None,
    prs: Path | None,
    repos: Path | None,
    name: str | None,
    fetch: bool,
    store: str,
    jobs: int | None,
    deadline: float | None,
    cluster: str | None,
    fail_on: str,
    **values: object,
) -> int:
    """Begin a campaign: the commits of a range, saved pull requests, or several repositories.

    Whatever happens, `swerve campaign resume` goes on where it ended. Ctrl-C lets the changes
    finish that are being checked; a second one does not.
    """
    from swerve.apps.cli._campaign_run import (
        DEFAULT_DEADLINE_S,
        check_cluster,
        check_sandbox,
        work_on,
    )

    _check_name(name)
    check_cluster(cluster, jobs)
    given = {"--range": revisions, "--prs": prs, "--repos": repos}
    named = [word for word, value in given.items() if value is not None]
    if len(named) != 1:
        raise BadUsage(
            f"A campaign is about one of --range, --prs and --repos, not {len(named)} of them.",
            "For example `swerve campaign run --range v1.0..v2.0`.",
        )
    if fetch and prs is None:
        raise BadUsage("`--fetch` is for pull requests.", "Add `--prs FILE`, or leave it out.")
    options = _unit_options(values)
    with doing("looking for changes") as line:
        if revisions is not None:
            units = _units_of_range(revisions, options)
        elif prs is not None:
            units = _units_of_pull_requests(prs, options, line, may_fetch=fetch)
        else:
            units = _units_of_repositories(repos or Path("-"), options)
    if not units:
        raise BadUsage("There is no change to check.", "The range or the file is empty.")
    source = f"{named[0]} {given[named[0]]} in {os.getcwd()}"
    check_sandbox(options, cluster)
    with opened_store(store, create=True) as opened:
        from swerve.apps.campaign._claim import create_campaign  # there when a store is

        made = create_campaign(
            opened,
            units,
            name=name,
            source=source,
            options=options,
            deadline_s=deadline or DEFAULT_DEADLINE_S,
        )
        return work_on(opened, made, jobs, made.deadline_s, cluster, FailOn(fail_on))


@campaign.command()
@click.argument("name", required=False)
@store_option
@_work_options
@click.option("--again", is_flag=True, help="Try changes once more that were set aside.")
def resume(
    name: str | None,
    store: str,
    jobs: int | None,
    deadline: float | None,
    cluster: str | None,
    fail_on: str,
    again: bool,
) -> int:
    """Go on with a campaign that was interrupted; the latest where NAME is left out."""
    from swerve.apps.cli._campaign_run import check_cluster, check_sandbox, work_on

    check_cluster(cluster, jobs)
    with opened_store(store) as opened:
        found = opened.campaign(name)
        check_sandbox(found.options, cluster)
        limit_s = deadline or found.deadline_s
        return work_on(opened, found, jobs, limit_s, cluster, FailOn(fail_on), again=again)


@campaign.command()
@click.argument("name", required=False)
@store_option
@click.option("--all", "lists_all", is_flag=True, help="List every campaign of the store.")
@click.option("--log", "shows_logs", is_flag=True, help="Show the logs of what was set aside.")
@click.option(
    "--format", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="How it is written.",
)  # fmt: skip
def status(name: str | None, store: str, lists_all: bool, shows_logs: bool, format: str) -> None:
    """Tell how far a campaign is; the latest where NAME is left out."""
    from swerve.apps.cli._campaign_report import list_campaigns, tell_status

    with opened_store(store) as opened, opened_output(None) as stream:
        if lists_all:
            list_campaigns(opened, stream, as_json=format == "json")
        else:
            found = opened.campaign(name)
            tell_status(opened, found, stream, as_json=format == "json", shows_logs=shows_logs)


@campaign.command()
@click.argument("name", required=False)
@store_option
@click.option(
    "--format", type=click.Choice(["text", "json", "html"]), default="text", show_default=True,
    help="How the report is written.",
)  # fmt: skip
@click.option("--all", "lists_all", is_flag=True, help="List changes that preserve all, too.")
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the report to FILE instead of standard output.",
)
def report(name: str | None, store: str, format: str, lists_all: bool, output: Path | None) -> None:
    """Tell what a campaign found; the latest where NAME is left out."""
    from swerve.apps.cli._campaign_report import tell_as_html, tell_as_json, tell_as_text

    with opened_store(store) as opened:
        found = opened.campaign(name)
        with opened_output(output) as stream:
            if format == "html":
                tell_as_html(opened, found, stream)
            elif format == "json":
                tell_as_json(opened, found, stream)
            else:
                tell_as_text(opened, found, stream, lists_all=lists_all)


@campaign.command()
@click.argument("name", required=False)
@store_option
@click.option("--after", metavar="N", type=int, help="Only results with a higher number.")
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write to FILE instead of standard output.",
)
def export(name: str | None, store: str, after: int | None, output: Path | None) -> None:
    """Write results as JSON Lines, each with the whole report and the code of its functions."""
    from swerve.apps.cli._campaign_report import export_results

    with opened_store(store) as opened:
        found = opened.campaign(name)
        with opened_output(output) as stream:
            export_results(opened, found, stream, after)


def _unit_options(values: dict[str, object]) -> UnitOptions:
    from swerve.apps.campaign import UnitOptions
    from swerve.apps.campaign._unit import SETTINGS

    left_open = tuple(key for key in SETTINGS if is_left_open(key))
    # A campaign has no options for functions that run alone: the usual.
    usual = {"context": "file", "real_imports": None, "runs": 300}
    values = {**usual, "predictor": "types+model+frequency", **values}
    python = values["python"]
    if isinstance(python, str) and os.sep in python:
        values["python"] = os.path.abspath(python)
    selection = governed(values).selection_from({})
    effort, judge = Effort(values["effort"]), str(values.pop("judge"))
    limits = limits_from(values)
    wishes = wishes_of(values)
    return UnitOptions(effort, judge, wishes.seed, wishes, selection, limits, left_open)


def _units_of_range(revisions: str, options: UnitOptions) -> list[Unit]:
    from swerve.apps.campaign._sources import units_of_range
    from swerve.apps.cli._checking import current_folder

    return list(units_of_range(current_folder(), revisions, options))


def _units_of_repositories(file: Path, options: UnitOptions) -> list[Unit]:
    from swerve.apps.campaign._sources import units_of_repositories

    data, near = _read(file, "Name a file with lines `PATH A..B`, or -.")
    return list(units_of_repositories(data, near, options))


def _units_of_pull_requests(
    file: Path, options: UnitOptions, line: Line, *, may_fetch: bool
) -> list[Unit]:
    from swerve.apps.campaign._sources import read_pull_requests, units_of_pull_requests
    from swerve.apps.cli._checking import current_folder
    from swerve.apps.cli._pull_request import fetch_missing

    data, near = _read(file, "Name a file of saved pull requests, or -.")
    pulls = list(read_pull_requests(data, near))
    top = fetch_missing(current_folder(), pulls, line.tell, may_fetch=may_fetch)
    return list(units_of_pull_requests(top, pulls, options))


def _read(file: Path, hint: str) -> tuple[bytes, Path]:
    """What a file holds, and the folder that paths in it are relative to."""
    with opened_input(file, hint) as stream:
        data = stream.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise BadUsage(f"`{file}` is larger than {_MAX_BYTES // 1_000_000} MB.", "Split it.")
    return data, Path.cwd() if str(file) == "-" else file.parent


def _check_name(name: str | None) -> None:
    if name is None:
        return
    if not (name.isprintable() and 0 < len(name) <= 100) or name.startswith("-"):
        raise BadUsage(
            "The name of a campaign is one line of up to 100 characters, and no option.",
            "Choose another one.",
        )
