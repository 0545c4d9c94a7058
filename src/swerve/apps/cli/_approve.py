"""`swerve approve` and `swerve contract infer`: contracts for differences that are meant."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from swerve.check.checking import need_sense
from swerve.model import Intent, Settings
from swerve.model.errors import BadUsage, NoAnswer, NoWorkTree
from swerve.model.plurals import counted
from swerve.source import pair_up, read_words

from ._checking import checked
from ._options import change_argument, current_folder, flag, takes
from ._progress import doing
from ._streams import note, show

if TYPE_CHECKING:
    from swerve.apps.approve import Drafts, FunctionCalls, Group, Lost, Meant

#: Calls of one function that are shown.
_MOST_SHOWN = 3
_KINDS = ("value", "error", "message", "representation")
_ANSWERS = ("accept", "skip", "quit")


@dataclass(frozen=True, slots=True)
class Closer:
    """What a check found, looked at closer."""

    #: The top of the work tree: contract files go there.
    top: Path
    groups: tuple[Group, ...]
    lost: tuple[Lost, ...]


def looked_closer(
    words: tuple[str, ...], settings: Settings, *, from_scratch: bool = False
) -> Closer:
    """Check a change, and make the calls again that showed a difference, and others.

    What contracts in the work tree mean already is left out, unless it starts `from_scratch`.
    """
    raw = read_words(current_folder(), words, staged=False, selection=settings)
    # Whoever asks what contracts do not cover yet means those that are there.
    settings = replace(settings.with_table(raw.settings), trust_change=True)
    need_sense(settings)
    change = pair_up(raw)
    report = checked(raw, change, settings)
    if report.interrupted:  # half of the differences would make a contract that is wrong
        raise KeyboardInterrupt
    from swerve.apps.approve import grouped, look_closer, top_of  # takes a while to load
    from swerve.engines.contracted import contracts_for

    top = top_of(raw)
    if top is None:
        raise NoWorkTree("There is no folder to write contracts to.", "Run it in a git repository.")
    contracts = {} if from_scratch else contracts_for(top, change.pairs, Intent()).contracts
    with doing("repeating the calls that differ, and trying others"):
        found = look_closer(report, raw, settings, contracts)
    return Closer(top, grouped(found.seen), found.lost)


def _tell_lost(lost: list[Lost], *, is_nothing: bool) -> None:
    """Say which differences no contract covers."""
    for each in lost:
        note(f"not covered: {each.function}: {each.call}")
        for line in each.why.split("\n"):
            show(f"  {line}", sys.stderr)
    if is_nothing and not lost:
        note("no difference was found beyond those that contracts cover.")


@click.command()
@change_argument
@takes("selection", "running", "setup", "work")
@click.option("--kind", type=click.Choice(_KINDS), help="Ask about differences of one kind only.")
@flag("--yes", "Accept the differences of one kind without asking. Needs --kind.")
def approve(words: tuple[str, ...], kind: str | None, yes: bool, settings: Settings) -> int:
    """Accept intended differences, one kind at a time, and write contracts for them.

    Each kind is shown with the contracts that would be written: a different value, a different
    error, the same error with a different message, an equal value in a different representation.
    Contracts that you accept are written to files under contracts/, or merged into the files there.
    Later checks judge these differences as intended, and all others as unintended.

    Exit status: 0 all differences are accepted, or there are none; 1 some are left; 2 standard
    input ended before an answer, and nothing was accepted.
    """
    if yes and kind is None:
        raise BadUsage(
            "`--yes` needs `--kind`: only one kind of difference is accepted without asking.",
            "Choose a kind, as in `--kind representation --yes`, or leave `--yes` out.",
        )
    found = looked_closer(words, settings)
    from swerve.apps.approve import Drafts, write_files  # takes a while to load

    groups = [each for each in found.groups if kind is None or each.kind.value == kind]
    drafts = Drafts(found.top)
    left = len(found.groups) - len(groups)
    for number, group in enumerate(groups, 1):
        tried = drafts.copy()
        tried.accept(group)
        _show(group, number, len(groups), drafts, tried)
        if len(tried.added) == len(drafts.added):
            print("No contract was found that covers any of these.\n")
            drafts, left = tried, left + 1
            continue
        answer = "accept" if yes else _answer(group)
        if answer == "quit":
            left += len(groups) - number + 1
            break
        if answer == "accept":
            drafts = tried
        else:
            left += 1
    write_files(found.top, drafts.files)
    for file in drafts.files:
        functions = dict.fromkeys(each.function for each in drafts.added if each.file == file)
        show(f"wrote {file}: {', '.join(functions)}")
    lost = [*found.lost, *drafts.lost]
    _tell_lost(lost, is_nothing=not found.groups)
    return 1 if left or lost else 0


@click.command()
@change_argument
@takes("selection", "running", "setup", "work")
@flag(
    "--write",
    "Write the contracts to files under contracts/, or merge them into files there.",
)
def infer(words: tuple[str, ...], write: bool, settings: Settings) -> int:
    """Print the smallest contracts found that cover what a change does.

    The calls that differed in a check are repeated, together with similar ones. A contract covers
    the differences and leaves out calls that behave the same; its comments name calls it is based
    on. It is a guess at what was intended, from these calls only: review it.

    Exit status: 0 all differences are covered, or there are none; 1 some are not.
    """
    found = looked_closer(words, settings, from_scratch=not write)
    from swerve.apps.approve import Drafts, write_files  # takes a while to load

    drafts = Drafts(found.top if write else None)
    for group in found.groups:
        drafts.accept(group)
    if write:
        write_files(found.top, drafts.files)
        for file in drafts.files:
            show(f"wrote {file}")
    else:
        for number, (file, text) in enumerate(drafts.files.items()):
            if number:
                print()
            show(f"# {file}")
            for line in text.splitlines():
                show(line)
    lost = [*found.lost, *drafts.lost]
    _tell_lost(lost, is_nothing=not drafts.files)
    return 1 if lost else 0


def _show(group: Group, number: int, total: int, before: Drafts, after: Drafts) -> None:
    functions = counted(len(group.members), "function")
    print(f"{number} of {total}: {group.kind.value} ({group.kind.words}), {functions}\n")
    for seen, members in group.members:
        _show_function(seen, members)
    for each in after.added[len(before.added) :]:
        show(f"  {each.file}")
        for line in _without_imports(each.text):
            show(f"    {line}")
        print()


def _show_function(seen: FunctionCalls, members: tuple[Meant, ...]) -> None:
    new = seen.pair.new
    show(f"  {new.name}  {new.module.path}:{new.def_line}")
    told = dict.fromkeys((each.call, each.given, each.old, each.new) for each in members)
    for each in [*told][:_MOST_SHOWN]:
        for label, text in zip(("call", "given", "old", "new"), each, strict=True):
            if text:
                show(f"    {label:<7}{text}")
    if len(told) > _MOST_SHOWN:
        more = len(told) - _MOST_SHOWN
        print(f"    and {more} more {'calls' if more > 1 else 'call'}")
    print()


def _without_imports(text: str) -> list[str]:
    """The contract of a file with one."""
    first = ast.parse(text).body[-1].lineno
    return text.splitlines()[first - 1 :]


def _answer(group: Group) -> str:
    """What the user says; the first letter is enough."""
    while True:
        print(f"Are these {group.kind.value} differences intended? [accept/skip/quit] ", end="")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            print()
            raise NoAnswer(
                "Standard input ended before an answer was given: nothing was accepted.",
                "Run it in a terminal, or accept one kind: `--kind KIND --yes`.",
            )
        if not sys.stdin.isatty():
            show(line.strip())
        said = line.strip().lower()
        found = [each for each in _ANSWERS if said and each.startswith(said)]
        if len(found) == 1:
            return found[0]
