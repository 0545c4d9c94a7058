"""Which tests come of the witnesses of a check, and where do they go?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from swerve.model import Change, Pair, Report, Settings, Side, Witness, modules_of
from swerve.model.errors import PathMissing
from swerve.model.writing import write_file
from swerve.observe.comparison import rules_from
from swerve.observe.recipe import decode_call, encode_call
from swerve.observe.written_anew import written_anew
from swerve.run.places import Places
from swerve.source import RawChange
from swerve.witness.replay import opened_places, opened_sides
from swerve.worker.version import __version__

from ._verifying import Verifier
from ._writing import WrittenTest, is_as_written, written_test

_OTHER_NAME = "it has a different name in the new version"
_NO_CALL = "it has no call that can be repeated"


@contextmanager
def opened_writer(
    report: Report, raw: RawChange, settings: Settings, folder: Path, pinned: Side
) -> Iterator[Writer]:
    """What writes tests into a folder, as long as both trees are there to run them on."""
    with opened_places(raw, settings) as places:
        yield Writer(report, settings, folder, pinned, Verifier(places), places)


@dataclass(slots=True)
class Writer:
    """Writes the tests of one run, each under a name of its own."""

    report: Report
    settings: Settings
    folder: Path
    #: The version that tests hold to.
    pinned: Side
    verifier: Verifier
    places: Places
    _names: set[str] = field(default_factory=set)

    def write(self, pair: Pair, witness: Witness) -> Path | str:
        """Write the test of a witness, and say where; in words why, when there is none."""
        made = self._made(pair, witness)
        if isinstance(made, str):
            return made
        self._names.add(made.name)
        file = self.folder / f"{made.name}.py"
        try:
            write_file(file, made.text)
        except OSError as error:
            raise PathMissing(
                f"The test {file} cannot be written: {error.strerror}.",
                "Choose a writable folder with `--write-tests`.",
            ) from error
        return file

    def _made(self, pair: Pair, witness: Witness) -> WrittenTest | str:
        if not witness.recipe:
            return _NO_CALL
        runtime = self.report.runtime
        modules = modules_of(pair, runtime.modules if runtime else ())
        if modules is None:
            return "its module cannot be imported"
        call = decode_call(witness.recipe.encode("utf-8", "surrogatepass"))
        as_new = written_anew(pair, *modules)
        if as_new is not None and encode_call(as_new(call)) != encode_call(call):
            return _OTHER_NAME
        rules = rules_from(self.settings.ignore, self.settings.tolerance)
        with opened_sides(self.places, modules, rules, self.settings.seed, as_new) as sides:
            if isinstance(sides, str):
                return sides
            return written_test(
                pair,
                sides.confirm(call),
                sides.confirm,
                self.verifier,
                pinned=self.pinned,
                change=_change_words(self.report.change),
                source=f"swerve {__version__} ({_origin(witness)})",
                is_free=self._is_free,
            )

    def _is_free(self, name: str) -> bool:
        """Whether a test may be called so: no other is, in this run or by other hands."""
        file = self.folder / f"{name}.py"
        try:
            if file.is_symlink():  # to wherever it leads
                return False
            is_ours = not file.exists() or is_as_written(file.read_text("utf-8", "replace"))
        except OSError:
            is_ours = False
        return is_ours and name not in self._names


def _origin(witness: Witness) -> str:
    seen = f", in {witness.test}" if witness.test else ""
    return f"{witness.engine}, {witness.realism.value} input{seen}"


def _change_words(change: Change) -> str:
    said = change.intent.subject
    return f"{change.old}..{change.new}" + (f' "{said}"' if said else "")
