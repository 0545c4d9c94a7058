"""`swerve approve`: which differences are meant? One kind at a time, written as contracts."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING

import click

from swerve.apps.cli._closer import closer_options, looked_closer, printable, tell_lost
from swerve.model.errors import BadUsage, NoAnswer

if TYPE_CHECKING:
    from swerve.apps.approve import Drafts, Group, Meant, Seen

#: Calls of one function that are shown.
_MOST_SHOWN = 3
_KINDS = ("value", "error", "message", "representation")
_ANSWERS = ("accept", "skip", "quit")


@click.command()
@closer_options
@click.option("--kind", type=click.Choice(_KINDS), help="Ask about differences of one kind only.")
@click.option(
    "--yes",
    is_flag=True,
    help="Accept without asking what --kind names. There is no way to accept everything unseen.",
)
def approve(kind: str | None, yes: bool, **values: object) -> int:
    """Accept differences that are meant, one kind at a time, and write contracts for them.

    Each kind is shown with the contracts that come of it: another value, another error, the same
    error in other words, an equal value in another representation. What is accepted is written
    below contracts/, into files that are there already where there are some. From then on a check
    calls these differences intended, and whatever goes beyond them unintended.

    Exit status: 0 all differences are accepted, or there are none; 1 some are left; 2 standard
    input ended before an answer, and nothing was accepted.
    """
    if yes and kind is None:
        raise BadUsage(
            "`--yes` needs `--kind`: what nobody looked at is not accepted in bulk.",
            "Name one kind, `--kind representation --yes`, or answer for each.",
        )
    found = looked_closer(values)
    from swerve.apps.approve import Drafts, write_files  # takes a while to load

    groups = [each for each in found.groups if kind is None or each.kind.value == kind]
    drafts = Drafts(found.top)
    left = len(found.groups) - len(groups)
    for number, group in enumerate(groups, 1):
        tried = drafts.copy()
        tried.accept(group)
        _show(group, number, len(groups), drafts, tried)
        if len(tried.added) == len(drafts.added):
            print("No contract covers any of these.\n")
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
        print(printable(f"wrote {file}: {', '.join(functions)}"))
    lost = [*found.lost, *drafts.lost]
    tell_lost(lost)
    if not found.groups and not lost:
        print("swerve: no difference was found that no contract covers.", file=sys.stderr)
    return 1 if left or lost else 0


def _show(group: Group, number: int, total: int, before: Drafts, after: Drafts) -> None:
    count = len(group.members)
    functions = "1 function" if count == 1 else f"{count} functions"
    print(f"{number} of {total}: {group.kind.value} ({group.kind.words}), {functions}\n")
    for seen, members in group.members:
        _show_function(seen, members)
    for each in after.added[len(before.added) :]:
        print(printable(f"  {each.file}"))
        for line in _without_imports(each.text):
            print(printable(f"    {line}"))
        print()


def _show_function(seen: Seen, members: tuple[Meant, ...]) -> None:
    new = seen.pair.new
    print(printable(f"  {new.name}  {new.module.path}:{new.def_line}"))
    told = dict.fromkeys((each.call, each.given, each.old, each.new) for each in members)
    for each in [*told][:_MOST_SHOWN]:
        for label, text in zip(("call", "given", "old", "new"), each, strict=True):
            if text:
                print(printable(f"    {label:<7}{text}"))
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
        print(f"Are these {group.kind.value} differences meant? [accept/skip/quit] ", end="")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            print()
            raise NoAnswer(
                "Standard input ended before an answer: nothing was accepted.",
                "Run it in a terminal, or name what is meant: `--kind KIND --yes`.",
            )
        if not sys.stdin.isatty():
            print(printable(line.strip()))
        said = line.strip().lower()
        found = [each for each in _ANSWERS if said and each.startswith(said)]
        if len(found) == 1:
            return found[0]
