"""What does a program get from a check, or about a witness, and what can it do with it?"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from swerve.model import (
    Change,
    FailOn,
    FunctionReport,
    Intent,
    Report,
    Settings,
    Side,
    Witness,
)
from swerve.model.errors import BadUsage, NoTest, UnknownWitness
from swerve.source import RawChange
from swerve.tell import Summary, objections, render_json, summarise
from swerve.witness.ids import witness_id
from swerve.witness.kept import find_witness, is_id, keep_witnesses, stored_in

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

    from swerve.apps.approve import Approved

    from ._replayed import Replayed


@dataclass(frozen=True, slots=True)
class Explained:
    """Everything known about one witness; it prints as `swerve explain` does."""

    id: str
    #: What the two sides were called, and what was said about the change.
    old: str
    new: str
    subject: str
    #: The function as it was then, with this witness alone.
    function: FunctionReport

    @property
    def witness(self) -> Witness:
        """The witness itself."""
        return self.function.witnesses[0]

    def __str__(self) -> str:
        from swerve.tell import console_for  # takes a while to load

        stream = io.StringIO()
        self.render(console_for(stream))
        return stream.getvalue().rstrip("\n")

    def render(self, console: Console) -> None:
        """Print it to a console."""
        from swerve.tell import render_explained  # takes a while to load

        render_explained(self.id, (self.old, self.new), self.subject, self.function, console)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from swerve.tell.explained import explained_lines  # takes a while to load
        from swerve.tell.page import page_for

        page = page_for(options.max_width, options.encoding)
        sides = (self.old, self.new)
        yield from explained_lines(self.id, sides, self.subject, self.function, page)

    def _repr_html_(self) -> str:
        from swerve.tell import render_table  # takes a while to load

        change = Change(self.old, self.new, Intent(), (self.function.pair,))
        return render_table(Report(change, (self.function,), self.function.seconds))


def explain(witness: str) -> Explained:
    """Everything known about a witness of an earlier run, by its id, w-1a2b3c4d, or a prefix."""
    if not (isinstance(witness, str) and is_id(witness)):
        raise BadUsage(
            f"{witness!r} is not the id of a witness.", "Ids are in reports: `w-1a2b3c4d`."
        )
    kept = find_witness(witness)
    return Explained(kept.id, kept.old, kept.new, kept.subject, kept.function)


@dataclass(frozen=True, slots=True, repr=False)
class Checked(Report):
    """A report that can print itself, and that keeps the change for a closer look.

    A terminal, a notebook and `print` show it as `swerve check` does.
    """

    raw: RawChange = field(kw_only=True)
    settings: Settings = field(kw_only=True)

    @property
    def witnesses(self) -> dict[str, Witness]:
        """All witnesses by their ids."""
        return {key: witness for key, _, witness in self._each()}

    @property
    def summary(self) -> Summary:
        """How many functions have each verdict."""
        return summarise(self)

    def objections(self, fail_on: str | FailOn = FailOn.CHANGED) -> tuple[str, ...]:
        """What `swerve check --fail-on` would object to, worst first; empty if nothing."""
        return objections(self, FailOn(fail_on))

    def explain(self, witness: str) -> Explained:
        """Everything known about one witness, by its id."""
        function, found = self._find(witness)
        told = replace(function, witnesses=(found,))
        change = self.change
        return Explained(witness, change.old, change.new, change.intent.subject, told)

    def replay(self, witness: str) -> Replayed:
        """Repeat the call of a witness on both versions.

        A work tree, staged files and folders are used as they are now.
        """
        from ._replayed import replayed_from  # takes a while to load

        function, found = self._find(witness)
        return replayed_from(function.pair, found, self.raw, self.settings, self.runtime)

    def write_test(
        self, witness: str, folder: str | os.PathLike[str] = "tests", *, pin: str | Side = Side.OLD
    ) -> Path:
        """Write a pytest file that passes on the old version and fails on the new one.

        `pin="new"` is for intended changes: the test passes on the new version instead. The test is
        run on both versions; raises `NoTest` where it does not pass and fail as it should.
        """
        from swerve.witness.tests import opened_writer  # takes a while to load

        function, found = self._find(witness)
        place = Path(folder).expanduser()
        with opened_writer(self, self.raw, self.settings, place, Side(pin)) as writer:
            made = writer.write(function.pair, found)
        if isinstance(made, str):
            raise NoTest(
                f"No test can be written for {function.pair.name} ({witness}): {made}.",
                "The witness is still valid: `explain` shows the call and both results.",
            )
        return made

    def approve(
        self, witness: str, *, may_write: Callable[[Path], None] = lambda _: None
    ) -> Approved:
        """Record that a difference is intended: write a contract for it below contracts/.

        The contract covers what this function does on calls of that kind; all other differences are
        unintended in the next check. `may_write` is asked about each file before the first is
        written, and raises to refuse.
        """
        from swerve.apps.approve import approved  # takes a while to load

        function, found = self._find(witness)
        return approved(self, function, found, self.raw, self.settings, may_write)

    def to_json(self) -> str:
        """The whole report as JSON, as `--format json` writes it."""
        return render_json(self)

    def __repr__(self) -> str:
        counted = ", ".join(f"{count} {name}" for name, count in self._counts())
        return f"<Checked {self.change.old}..{self.change.new}: {counted or 'no functions'}>"

    def __str__(self) -> str:
        from swerve.tell import console_for, render_text  # takes a while to load

        stream = io.StringIO()
        render_text(self, console_for(stream), fail_on=None)
        return stream.getvalue().rstrip("\n")

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from swerve.tell.layout import report_lines  # takes a while to load
        from swerve.tell.page import page_for

        yield from report_lines(self, page_for(options.max_width, options.encoding), None)

    def _repr_html_(self) -> str:
        from swerve.tell import render_table  # takes a while to load

        return render_table(self)

    def _counts(self) -> Iterator[tuple[str, int]]:
        for name in ("changed", "inconclusive", "likely_preserved", "preserved"):
            if count := getattr(self.summary, name):
                yield name.replace("_", " "), count

    def _each(self) -> Iterator[tuple[str, FunctionReport, Witness]]:
        for function in self.functions:
            for witness in function.witnesses:
                yield witness_id(function.pair, witness), function, witness

    def _find(self, name: str) -> tuple[FunctionReport, Witness]:
        if not isinstance(name, str):
            raise BadUsage(f"{name!r} is not the id of a witness.", _HINT)
        for key, function, witness in self._each():
            if key == name:
                return function, witness
        raise UnknownWitness(f"This report has no witness `{name}`.", _HINT)


_HINT = "`witnesses` lists the ids of all witnesses."


def checked_from(report: Report, raw: RawChange, settings: Settings) -> Checked:
    """A report, with what it is about; its witnesses are kept by their ids."""
    report = keep_witnesses(report, stored_in(raw, settings, report.runtime))
    values = {each.name: getattr(report, each.name) for each in fields(Report)}
    return Checked(**values, raw=raw, settings=settings)
