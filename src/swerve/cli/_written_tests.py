"""Which tests does a run write, and what does it say about those that it does not?"""

from __future__ import annotations

import sys
from pathlib import Path

from swerve import __version__
from swerve.change import RawChange
from swerve.compare import rules_from
from swerve.engines._written_anew import written_anew
from swerve.engines.guided import Places
from swerve.errors import PathMissing
from swerve.model import Change, Pair, Report, Side, Wishes, Witness
from swerve.recipe import decode_call, encode_call
from swerve.witnesses import modules_of, opened_places, opened_sides
from swerve.written_tests import Verifier, WrittenTest, is_as_written, written_test

_OTHER_NAME = "it goes by another name in the new version"


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
    with opened_places(raw, wishes) as places:
        writer = _Writer(report, wishes, places, folder, pinned)
        for pair, witness in found:
            writer.write(pair, witness)
    if writer.verifier.lacks_pytest:
        _say(f"{places.old.interpreter} has no pytest: the tests were run without it.")


class _Writer:
    """Writes the tests of one run, each under a name of its own."""

    def __init__(
        self, report: Report, wishes: Wishes, places: Places, folder: Path, pinned: Side
    ) -> None:
        self.verifier = Verifier(places)
        self._report = report
        self._wishes = wishes
        self._places = places
        self._folder = folder
        self._pinned = pinned
        self._names: set[str] = set()

    def write(self, pair: Pair, witness: Witness) -> None:
        """Write one, or say why not."""
        made = self._made(pair, witness)
        if isinstance(made, str):
            _say(f"no test for {pair.name} ({witness.call}): {made}.")
            return
        self._names.add(made.name)
        file = self._folder / f"{made.name}.py"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            file.write_text(made.text, encoding="utf-8")
        except OSError as error:
            raise PathMissing(
                f"The test {file} cannot be written: {error.strerror}.",
                "Name a folder that can be written to with `--write-tests`.",
            ) from error
        _say(f"wrote {file}")

    def _made(self, pair: Pair, witness: Witness) -> WrittenTest | str:
        modules = modules_of(pair, self._report.runtime)
        if modules is None:
            return "its module cannot be imported"
        call = decode_call(witness.recipe.encode("utf-8", "surrogatepass"))
        as_new = written_anew(pair, *modules)
        if as_new is not None and encode_call(as_new(call)) != encode_call(call):
            return _OTHER_NAME
        rules = rules_from(self._wishes.ignore, self._wishes.tolerance)
        with opened_sides(self._places, modules, rules, self._wishes.seed, as_new) as sides:
            if isinstance(sides, str):
                return sides
            return written_test(
                pair,
                sides.confirm(call),
                sides.confirm,
                self.verifier,
                pinned=self._pinned,
                change=_change_words(self._report.change),
                source=f"swerve {__version__} ({_origin(witness)})",
                is_free=self._is_free,
            )

    def _is_free(self, name: str) -> bool:
        """Whether a test may be called so: no other is, in this run or by other hands."""
        file = self._folder / f"{name}.py"
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


def _say(line: str) -> None:
    print(f"swerve: {line}", file=sys.stderr)
