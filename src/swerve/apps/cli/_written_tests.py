"""Which tests does a run write, and what does it say about those that it does not?"""

from __future__ import annotations

import sys
from pathlib import Path

from swerve.apps.cli._progress import doing
from swerve.model import Report, Side, Wishes
from swerve.source import RawChange
from swerve.witness.tests import opened_writer


def write_tests(report: Report, raw: RawChange, wishes: Wishes, folder: Path, pinned: Side) -> None:
    """Write a test for each witness that has a call, and say which, and why some have none."""
    found = [
        (function.pair, witness)
        for function in report.functions
        for witness in function.witnesses
        if witness.recipe
    ]
    if not found:
        _say("no test was written: no witness has a call that can be made again.")
        return
    with (
        doing("writing tests", len(found)) as line,
        opened_writer(report, raw, wishes, folder, pinned) as writer,
    ):
        for pair, witness in found:
            made = writer.write(pair, witness)
            if isinstance(made, str):
                line.say(f"swerve: no test for {pair.name} ({witness.call}): {made}.")
            else:
                line.say(f"swerve: wrote {made}")
            line.advance()
    if writer.verifier.lacks_pytest:
        _say(f"{writer.places.old.interpreter} has no pytest: the tests were run without it.")


def _say(line: str) -> None:
    print(f"swerve: {line}", file=sys.stderr)
