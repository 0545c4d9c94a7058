"""Do calls that showed no difference still show none when nobody watches?

Code that looks for whoever watches it finds nothing here: an interpreter, the project in a folder
of some name, and a program that calls a function and prints.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from swerve.engines._places import Places
from swerve.engines._seeds import calls_in
from swerve.engines._written_anew import written_anew
from swerve.engines.bare._program import answers_in, program_for
from swerve.host import Ground
from swerve.model import Learned, ModuleImports, Pair
from swerve.sandbox import Cell, Level, start

_MOST_CALLS = 25
_PATIENCE_S = 20.0
_MOST_BYTES = 1_000_000
#: Characters of an answer that are told.
_MOST_TOLD = 100


@dataclass(frozen=True, slots=True)
class Bare:
    """Makes a sample of calls again, bare, and doubts what was seen of them where they differ."""

    places: Places
    #: File of the new side -> the modules of both sides, where both can be imported.
    modules: Mapping[str, ModuleImports]

    def alarms(self, pair: Pair, learned: Learned) -> tuple[str, ...]:
        """In words why it is not to be believed that calls show no difference; often nothing."""
        modules = self.modules.get(pair.new.module.path)
        if modules is None or modules.old is None or modules.new is None:
            return ()
        calls = calls_in(learned.calls)[:_MOST_CALLS]
        as_new = written_anew(pair, modules.old, modules.new)
        old, count = program_for(calls)
        new, new_count = program_for([as_new(call) for call in calls] if as_new else calls)
        if not count or count != new_count:
            return ()
        name = secrets.token_hex(4)
        was, now = self._said(name, old, new)
        if was == now or len(was) != count or len(now) != count:
            return ()
        # What differs from one run to the next says nothing.
        again = self._said(name, old, new)
        for answers in zip(was, now, *again, strict=False):
            if answers[:2] == answers[2:] and answers[0] != answers[1]:
                return (_alarm(*answers[:2]),)
        return ()

    def _said(self, name: str, old: str, new: str) -> tuple[list[str], list[str]]:
        """What both programs print about each call; they run side by side."""
        with (
            _Run(self.places.old, self.places.level, name, old) as first,
            _Run(self.places.new, self.places.level, name, new) as second,
        ):
            return first.answers(), second.answers()


def _alarm(old: str, new: str) -> str:
    was, now = (each.partition("\n")[2].strip()[:_MOST_TOLD] for each in (old, new))
    return (
        "engines that watch saw no difference, and the same calls differ when nobody "
        f"watches (bare: {was!r} before, {now!r} now)"
    )


class _Run:
    """One program in a cell, from its start on."""

    def __init__(self, ground: Ground, level: Level, name: str, program: str) -> None:
        self._tree = str(ground.tree)
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the run
        self._folder = tempfile.TemporaryDirectory(prefix="swerve-")
        Path(self._folder.name).chmod(0o755)
        file = Path(self._folder.name, f"{name}.py")
        file.write_text(program, encoding="utf-8")
        # No name here tells who runs it, and none stays.
        inside = f"/srv/{name}/{name}"
        shown = (inside, f"{inside}.py") if level is Level.STRICT else (self._tree, str(file))
        cell = Cell(
            read_only=(
                *((path, str(path)) for path in ground.readable),
                (ground.tree, inside),
                (file, f"{inside}.py"),
            ),
            working_folder=inside,
            scratch=f"/srv/{name}/own",
            environment={
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONHASHSEED": str(int(name, 16)),
                "PYTHONPATH": os.pathsep.join(
                    os.path.normpath(f"{shown[0]}/{root}") for root in ground.roots
                ),
            },
        )
        words = (str(ground.interpreter), shown[1])
        self._confined = start(level, cell, words, stdout=self._said.fileno())

    def __enter__(self) -> _Run:
        return self

    def __exit__(self, *_: object) -> None:
        self._confined.kill()
        self._said.close()
        self._folder.cleanup()

    def answers(self) -> list[str]:
        """What it printed about each call, as far as it got in time."""
        self._confined.wait(_PATIENCE_S)
        self._confined.kill()
        self._said.seek(0)
        text = self._said.read(_MOST_BYTES).decode("utf-8", "replace")
        return answers_in(text.replace(self._tree, ""))
