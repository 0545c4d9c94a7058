"""What do the programs of both sides say when they run, in surroundings like any others?"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from swerve.run.host import Ground
from swerve.run.sandbox import Cell, Level, start

from ._limits import LONGER_S, LONGER_TIMES, MORE_TIMES, PATIENCE_S
from ._program import MOST_SHOWN, NOISE, Guise, program_for, word

#: What a program says about each call, and at last how it ended. As long for both sides.
Answers: TypeAlias = tuple[str, ...]

TOO_LONG = "no answer in time"
_MOST_BYTES = 1_000_000
#: Trees up to this size are copied: in others files are links, by which they can be told.
_MOST_FILES, _MOST_FILE_BYTES = 1000, 20_000_000


class Scene:
    """Whose machine it looks like: the same for both sides, and another one each time."""

    def __init__(self, guise: Guise) -> None:
        self.guise = guise
        self.host = word()
        self.home = f"/home/{word()}"
        self.tree = f"{self.home}/{word()}"
        self.program = f"{self.home}/bin/{word()}.py"
        self.hash_seed = str(1 + secrets.randbelow(1 << 31))


class Program:
    """The program of one side, and a tree for it, as long as this is open."""

    def __init__(self, scene: Scene, ground: Ground, level: Level, bodies: Sequence[str]) -> None:
        self.level = level
        self.calls = len(bodies)
        self._folder = tempfile.TemporaryDirectory(prefix="swerve-")
        folder = Path(self._folder.name)
        folder.chmod(0o755)
        tree = _copy_of(ground.tree, folder / "tree")
        file = folder / Path(scene.program).name
        is_strict = level is Level.STRICT
        #: Where the program sees its tree.
        self.tree = scene.tree if is_strict else str(tree)
        roots = [os.path.normpath(f"{self.tree}/{root}") for root in ground.roots]
        file.write_text(program_for(bodies, scene.guise, self.tree, roots), encoding="utf-8")
        self.words = (str(ground.interpreter), scene.program if is_strict else str(file))
        ordinary = {"HOME": scene.home, "SHELL": "/bin/sh", "TERM": "xterm", "TMPDIR": "/tmp"}  # noqa: S108
        self.cell = Cell(
            read_only=(
                *((path, str(path)) for path in ground.readable),
                (tree, scene.tree),
                (file, scene.program),
            ),
            working_folder=scene.tree,
            scratch=scene.home,
            host=scene.host,
            environment={
                **(ordinary if is_strict else {"PYTHONDONTWRITEBYTECODE": "1"}),
                "PYTHONHASHSEED": scene.hash_seed,
            },
        )

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


def said_by(old: Program, new: Program) -> Iterator[tuple[Answers, Answers]]:
    """What both say, again and again; they run side by side."""
    times = 1.0
    while True:
        with _Run(old) as was, _Run(new) as now:
            began = time.monotonic()
            before = was.answers(PATIENCE_S * times)
            longer_s = max(LONGER_S, LONGER_TIMES * (time.monotonic() - began))
            after = now.answers(min(longer_s, PATIENCE_S) * times)
        yield before, after
        times = MORE_TIMES


class _Run:
    """One program in a cell, from its start on."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._token = secrets.token_hex(16).encode()
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the run
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the run
        number = self._said.fileno()
        # A pipe: who comes later finds nothing in it.
        told, telling = os.pipe()
        os.write(telling, b"%d %s" % (number, self._token))
        os.close(telling)
        self._confined = start(
            program.level,
            program.cell,
            program.words,
            (number,),
            stdin=told,
            stdout=self._printed.fileno(),
        )
        os.close(told)

    def __enter__(self) -> _Run:
        return self

    def __exit__(self, *_: object) -> None:
        self._confined.kill()
        self._said.close()
        self._printed.close()

    def answers(self, patience_s: float) -> Answers:
        """What it said about each call and printed meanwhile, and how it ended."""
        status = self._confined.wait(patience_s)
        self._confined.kill()
        parts = os.pread(self._said.fileno(), _MOST_BYTES, 0).split(self._token)[1:]
        missing = TOO_LONG if status is None else f"no answer: the program ended ({status})"
        found = []
        begin = 0
        for part in parts:
            position, _, text = part.decode("utf-8", "replace").partition(" ")
            end = int(position) if position.isdecimal() else begin
            found.append(f"{text}{self._printed_between(begin, end)}")
            begin = end
        calls = self._program.calls
        rest = self._printed_between(begin, os.fstat(self._printed.fileno()).st_size)
        last = TOO_LONG if status is None else f"the program ended ({status}){rest}"
        found += [missing] * (calls - len(found))
        return (*found[:calls], ", ".join((*found[calls:], last)))

    def _printed_between(self, begin: int, end: int) -> str:
        if end <= begin:
            return ""
        read = os.pread(self._printed.fileno(), min(end - begin, _MOST_BYTES), begin)
        text = read.decode("utf-8", "replace").replace(self._program.tree, "")
        text = re.sub(NOISE, "...", text)
        if len(text) > MOST_SHOWN:
            text = text[:MOST_SHOWN] + hashlib.sha256(text.encode()).hexdigest()
        return f", printed {text}" + (f" of {end - begin}" if end - begin > _MOST_BYTES else "")


def _copy_of(tree: Path, place: Path) -> Path:
    """A copy of a tree of ours, or the tree itself where that would take long.

    Files of ours are links, of one date: code could tell them from those of others.
    """
    files = [Path(folder, name) for folder, _, names in os.walk(tree) for name in names]
    if len(files) > _MOST_FILES or sum(each.lstat().st_size for each in files) > _MOST_FILE_BYTES:
        return tree
    shutil.copytree(tree, place, symlinks=True, copy_function=shutil.copy)
    return place
