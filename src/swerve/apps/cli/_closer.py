"""How does a command find the differences that contracts can be made from?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from swerve.apps.cli._checking import checked, current_folder
from swerve.apps.cli._options import (
    PREDICTOR_NAMES,
    effort_options,
    governed,
    plan_from,
    running_options,
    selection_options,
    setup_option,
    wishes_from,
    with_settings,
)
from swerve.apps.cli._progress import doing
from swerve.check.checking import How
from swerve.model import Intent
from swerve.model.errors import NoWorkTree
from swerve.source import pair_up, read_words
from swerve.tell.printable import printable as safe

if TYPE_CHECKING:
    from swerve.apps.approve import Group, Lost

_Command = TypeVar("_Command", bound=Callable[..., object])
#: What users have no opinion on here.
_USUAL = {
    "real_imports": None,
    "runs": 300,
    "context": "file",
    "predictor": PREDICTOR_NAMES[-1],
}


@dataclass(frozen=True, slots=True)
class Closer:
    """What a check found, looked at closer."""

    #: The top of the work tree: contract files go there.
    top: Path
    groups: tuple[Group, ...]
    lost: tuple[Lost, ...]


def closer_options(command: _Command) -> _Command:
    """The options of commands that look closer at the differences of a change."""
    command = selection_options(running_options(setup_option(effort_options(command))))
    return click.argument("words", metavar="[RANGE] [PATH]...", nargs=-1)(command)


def looked_closer(values: dict[str, object], *, from_scratch: bool = False) -> Closer:
    """Check a change, and make the calls again that showed a difference, and others.

    What contracts in the work tree mean already is left out, unless it starts `from_scratch`.
    """
    words = values.pop("words")
    paths = words if isinstance(words, tuple) else ()
    raw = read_words(current_folder(), paths, staged=False, selection=governed(values))
    values = with_settings(values, raw.settings or {})
    # Whoever asks what contracts do not cover yet means those that are there.
    wishes = replace(wishes_from(values | _USUAL), trusts_change=True)
    plan = plan_from(values)
    change = pair_up(raw)
    report = checked(raw, change, How(plan, wishes))
    if report.interrupted:  # half of the differences would make a contract that is wrong
        raise KeyboardInterrupt
    from swerve.apps.approve import grouped, look_closer, top_of  # takes a while to load
    from swerve.engines.contracted import contracts_for

    top = top_of(raw)
    if top is None:
        raise NoWorkTree("There is no folder for contracts.", "Run it in a git repository.")
    contracts = {} if from_scratch else contracts_for(top, change.pairs, Intent()).contracts
    with doing("making the calls that differ again, and others"):
        found = look_closer(report, raw, wishes, plan.effort, contracts)
    return Closer(top, grouped(found.seen), found.lost)


def tell_lost(lost: Iterable[Lost]) -> None:
    """Say which differences no contract covers."""
    for each in lost:
        print(printable(f"swerve: not covered: {each.function}: {each.call}"), file=sys.stderr)
        for line in each.why.split("\n"):
            print(printable(f"  {line}"), file=sys.stderr)


def printable(line: str) -> str:
    """A line for the terminal: target code chose what stands in it."""
    return safe(line, getattr(sys.stdout, "encoding", None) or "utf-8")
