"""`swerve contract infer`: which contract covers what a change does?"""

from __future__ import annotations

import sys

import click

from swerve.apps.cli._closer import closer_options, looked_closer, printable, tell_lost


@click.command()
@closer_options
@click.option(
    "--write", is_flag=True, help="Write below contracts/ what is printed otherwise; merge it in."
)
def infer(write: bool, **values: object) -> int:
    """Print the smallest contracts found that cover what a change does.

    The differences of a check are looked at closer: the calls that show them are made again, and
    others. A contract covers them, leaves out what did not differ, and names calls that it comes
    from in its comments. It is a guess at what was meant, from these calls: read it.

    Exit status: 0 all differences are covered, or there are none; 1 some are not.
    """
    found = looked_closer(values, from_scratch=not write)
    from swerve.apps.approve import Drafts, write_files  # takes a while to load

    drafts = Drafts(found.top if write else None)
    for group in found.groups:
        drafts.accept(group)
    if write:
        write_files(found.top, drafts.files)
        for file in drafts.files:
            print(printable(f"wrote {file}"))
    else:
        for number, (file, text) in enumerate(drafts.files.items()):
            if number:
                print()
            print(printable(f"# {file}"))
            sys.stdout.write("".join(f"{printable(line)}\n" for line in text.splitlines()))
    lost = [*found.lost, *drafts.lost]
    tell_lost(lost)
    if not drafts.files and not lost:
        print("swerve: no difference was found that no contract covers.", file=sys.stderr)
    return 1 if lost else 0
