"""`swerve contract check`: does a change do what its contracts say, on the calls that are found?"""

from __future__ import annotations

import time
from dataclasses import replace

import click

from swerve.apps.cli._checking import check_and_report, current_folder
from swerve.apps.cli._completing import complete_files
from swerve.apps.cli._options import (
    governed,
    guided_options,
    options_from,
    running_options,
    selection_options,
    setup_option,
    shared_options,
    trust_option,
    wishes_from,
    with_settings,
)
from swerve.model import FailOn
from swerve.source import read_words


@click.command()
@click.argument("words", metavar="[RANGE] [PATH]...", nargs=-1, shell_complete=complete_files)
@selection_options
@running_options
@setup_option
@guided_options
@trust_option
@shared_options(format="text", fail_on=FailOn.UNINTENDED)
def check(words: tuple[str, ...], **shared: object) -> int:
    """Check the functions of a change that have a contract, and nothing else.

    Without RANGE: the work tree against HEAD, or the last commit when nothing differs. A contract
    that cannot be read makes the exit status 2.
    """
    started = time.monotonic()
    raw = read_words(current_folder(), words, staged=False, selection=governed(shared))
    values = with_settings(shared, raw.settings or {})
    wishes = replace(wishes_from(values), only_contracted=True)
    return check_and_report(raw, options_from(values), wishes, started)
