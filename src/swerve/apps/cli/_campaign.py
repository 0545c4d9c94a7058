"""`swerve campaign`: many changes, stored and resumable.

What the commands are made of is loaded when they run: every command loads this module.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from swerve.check.checking import need_sense
from swerve.model import FailOn, Settings
from swerve.model.errors import BadUsage
from swerve.source import selection_of

from ._campaign_store import opened_store, store_option
from ._options import current_folder, flag, path, takes
from ._progress import Line, doing
from ._streams import opened_output, read_input

if TYPE_CHECKING:
    from swerve.apps.campaign import Unit

_MAX_BYTES = 512_000_000
#: The longest deadline, about a month.
_LONGEST_S = 2_600_000
#: Who does the work, and what is made of it.
_WORK: dict[str, Any] = {
    "defaults": {"fail_on": FailOn.NEVER},
    "helps": {
        "judge": "What judges whether a difference is intended: rules on this machine, or nothing.",
        "jobs": "Check N changes at a time, each in its own process.  [default: one per core]",
        "fail_on": "What makes the exit status 1, over all changes of the campaign. Each level "
        "includes those before it; 'inconclusive' includes changes that were set aside.",
    },
}


def _check_deadline(
    context: click.Context, option: click.Parameter, seconds: float | None
) -> float | None:
    if seconds is not None and not seconds <= _LONGEST_S:  # what is no number is not, either
        raise click.BadParameter(f"a deadline is {_LONGEST_S:,} seconds at most.")
    return seconds


_deadline_option = click.option(
    "--deadline",
    metavar="SECONDS",
    type=click.FloatRange(min=1),
    callback=_check_deadline,
    help="How long one attempt at a change may take.  [default: 600]",
)
_cluster_option = click.option(
    "--cluster",
    metavar="URL",
    help="Spread the work over a Dask cluster: the address of its scheduler, tcp://HOST:PORT.",
)
_name_argument = click.argument("name", required=False)


@click.group()
def campaign() -> None:
    """Check many changes as one job, stored and resumable."""


@campaign.command()
@click.option("--range", "revisions", metavar="A..B", help="Every commit of a range.")
@path(
    "--prs",
    "Saved pull requests: JSON Lines, a JSON list, or paths to such files.",
    allow_dash=True,
)
@path(
    "--repos",
    "Every commit of several repositories: lines of the form PATH A..B or URL A..B.",
    allow_dash=True,
)
@click.option("--name", metavar="NAME", help="Name of the campaign.  [default: campaign-1, ...]")
@flag("--fetch", "Fetch the commits of pull requests if needed.")
@store_option
@_deadline_option
@_cluster_option
@takes(
    *("trust", "selection", "running", "setup", "judge", "fail_on", "work"),
    choices={"judge": ("offline", "none")},  # campaigns ask no language model
    **_WORK,
)
def run(
    revisions: str | None,
    prs: Path | None,
    repos: Path | None,
    name: str | None,
    fetch: bool,
    store: str,
    deadline: float | None,
    cluster: str | None,
    settings: Settings,
) -> int:
    """Start a campaign: the commits of a range, saved pull requests, or several repositories.

    `swerve campaign resume` continues an interrupted campaign. Ctrl-C finishes the changes that are
    being checked, then stops; a second Ctrl-C stops at once.
    """
    from ._campaign_run import DEFAULT_DEADLINE_S, check_cluster, check_sandbox, work_on

    _check_name(name)
    check_cluster(cluster, settings.jobs)
    given = {"--range": revisions, "--prs": prs, "--repos": repos}
    named = [word for word, value in given.items() if value is not None]
    if len(named) != 1:
        raise BadUsage(
            f"A campaign needs exactly one of --range, --prs and --repos, not {len(named)}.",
            "For example `swerve campaign run --range v1.0..v2.0`.",
        )
    if fetch and prs is None:
        raise BadUsage(
            "`--fetch` has no effect without `--prs`.", "Add `--prs FILE`, or leave it out."
        )
    unit_settings = _unit_settings(settings)
    with doing("looking for changes") as line:
        found = _units(revisions, prs, repos or Path("-"), unit_settings, line, fetch)
        units = list(found)
    if not units:
        raise BadUsage("There is no change to check.", "The range or the file is empty.")
    source = f"{named[0]} {given[named[0]]} in {os.getcwd()}"
    check_sandbox(unit_settings, cluster)
    with opened_store(store, create=True) as opened:
        from swerve.apps.campaign._claim import create_campaign  # there when a store is

        made = create_campaign(
            opened,
            units,
            name=name,
            source=source,
            settings=unit_settings,
            deadline_s=deadline or DEFAULT_DEADLINE_S,
        )
        return work_on(opened, made, settings, made.deadline_s, cluster)


@campaign.command()
@_name_argument
@store_option
@_deadline_option
@_cluster_option
@takes("jobs", "fail_on", **_WORK)
@flag("--again", "Retry changes that were set aside.")
def resume(
    name: str | None,
    store: str,
    deadline: float | None,
    cluster: str | None,
    again: bool,
    settings: Settings,
) -> int:
    """Continue an interrupted campaign: NAME, or the latest."""
    from ._campaign_run import check_cluster, check_sandbox, work_on

    check_cluster(cluster, settings.jobs)
    with opened_store(store) as opened:
        found = opened.campaign(name)
        check_sandbox(found.settings, cluster)
        limit_s = deadline or found.deadline_s
        return work_on(opened, found, settings, limit_s, cluster, again=again)


@campaign.command()
@_name_argument
@store_option
@flag("--all", "List all campaigns in the store.", "lists_all")
@flag("--log", "Show the logs of changes that were set aside.", "shows_logs")
@takes(
    "format", helps={"format": "The format of the status."}, choices={"format": ("text", "json")}
)
def status(
    name: str | None, store: str, lists_all: bool, shows_logs: bool, settings: Settings
) -> None:
    """Show the progress of a campaign: NAME, or the latest."""
    from ._campaign_report import list_campaigns, tell_status

    as_json = settings.format == "json"
    with opened_store(store) as opened, opened_output(None) as stream:
        if lists_all:
            list_campaigns(opened, stream, as_json=as_json)
        else:
            found = opened.campaign(name)
            tell_status(opened, found, stream, as_json=as_json, shows_logs=shows_logs)


@campaign.command()
@_name_argument
@store_option
@flag("--all", "Also list changes that preserve all behaviour.", "lists_all")
@takes(
    *("format", "output"),
    helps={"output": "Write the report to FILE instead of standard output."},
    choices={"format": ("text", "json", "html")},
)
def report(name: str | None, store: str, lists_all: bool, settings: Settings) -> None:
    """Show the results of a campaign: NAME, or the latest."""
    from ._campaign_report import tell_as_html, tell_as_json, tell_as_text

    with opened_store(store) as opened:
        found = opened.campaign(name)
        with opened_output(settings.output) as stream:
            if settings.format == "html":
                tell_as_html(opened, found, stream)
            elif settings.format == "json":
                tell_as_json(opened, found, stream)
            else:
                tell_as_text(opened, found, stream, lists_all=lists_all)


@campaign.command()
@_name_argument
@store_option
@click.option("--after", metavar="N", type=int, help="Only results with a number above N.")
@takes("output", helps={"output": "Write to FILE instead of standard output."})
def export(name: str | None, store: str, after: int | None, settings: Settings) -> None:
    """Write results as JSON Lines, each with the full report and the code of its functions."""
    from ._campaign_report import export_results

    with opened_store(store) as opened:
        found = opened.campaign(name)
        with opened_output(settings.output) as stream:
            export_results(opened, found, stream, after)


def _unit_settings(settings: Settings) -> Settings:
    """What holds for each change: it is checked in one process, wherever that runs."""
    python = settings.python
    if python is not None and os.sep in python:
        python = os.path.abspath(python)
    settings = replace(settings, python=python, jobs=1, given=settings.given | {"jobs"})
    need_sense(settings)
    selection_of(settings)
    return settings


def _units(
    revisions: str | None,
    prs: Path | None,
    repos: Path,
    settings: Settings,
    line: Line,
    fetch: bool,
) -> Iterable[Unit]:
    from swerve.apps.campaign import _sources as sources

    if revisions is not None:
        return sources.units_of_range(current_folder(), revisions, settings)
    if prs is None:
        data, near = _read(repos, "Pass a file with lines of the form `PATH A..B`, or -.")
        return sources.units_of_repositories(data, near, settings)
    from ._pull_request import fetch_missing

    data, near = _read(prs, "Pass a file of saved pull requests, or -.")
    pulls = list(sources.read_pull_requests(data, near))
    top = fetch_missing(current_folder(), pulls, line.tell, may_fetch=fetch)
    return sources.units_of_pull_requests(top, pulls, settings)


def _read(file: Path, hint: str) -> tuple[bytes, Path]:
    """What a file holds, and the folder that paths in it are relative to."""
    data = read_input(file, hint, _MAX_BYTES)
    return data, Path.cwd() if str(file) == "-" else file.parent


def _check_name(name: str | None) -> None:
    if name is None:
        return
    if not (name.isprintable() and 0 < len(name) <= 100) or name.startswith("-"):
        raise BadUsage(
            "The name of a campaign is one line of up to 100 characters that does not start with "
            "`-`.",
            "Choose another one.",
        )
