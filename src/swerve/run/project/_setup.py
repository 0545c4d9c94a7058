"""What does a command given by the user make of a tree?"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from swerve.model.errors import SetupFailed
from swerve.run.sandbox import Cell, Level, Limits, start
from swerve.source import Folder, list_tree
from swerve.worker.snapshot.format import TREE

from ._interpreter import Interpreter
from ._trees import Store, Tree, materialise_listing, take

_PATIENCE_S = 900.0
_MIB = 1 << 20
#: Compilers take more than the code they compile.
_LIMITS = Limits(
    memory_bytes=8192 * _MIB,
    address_bytes=32_768 * _MIB,
    tasks=1024,
    open_files=1024,
    file_bytes=2048 * _MIB,
)
#: Of what a command that failed has said.
_MOST_LINES = 20
_LONGEST_LINE = 300


def set_up(
    tree: Tree, command: str, interpreter: Interpreter, level: Level, store: Store, side: str
) -> Tree:
    """Run a shell command in a copy of a tree, and return the tree that it leaves.

    It runs in a cell without network, once: the result is kept for the same tree, command and
    interpreter. `side` is what the tree is called when the command fails.
    """
    note = store.cache.room("setups") / _key(tree, command, interpreter)
    with suppress(OSError):
        known = take(store, note.read_text("ascii"))
        if known is not None:
            return replace(known, left_out=(*tree.left_out, *known.left_out))
    copy = Path(store.session.new_path())
    try:
        shutil.copytree(tree.path, copy, symlinks=True)
        _run(copy, command, interpreter, level, side)
        made = materialise_listing(list_tree(Folder(copy)), store)
    finally:
        _remove(copy)
    aside = Path(store.session.new_path())
    aside.write_text(made.key, "ascii")
    aside.rename(note)
    return replace(made, left_out=(*tree.left_out, *made.left_out))


def _key(tree: Tree, command: str, interpreter: Interpreter) -> str:
    parts = (tree.key, command, str(interpreter.executable), interpreter.version_text)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:40]


def _run(copy: Path, command: str, interpreter: Interpreter, level: Level, side: str) -> None:
    programs = interpreter.executable.parent
    cell = Cell(
        read_only=tuple((path, str(path)) for path in interpreter.readable),
        writable=((copy, TREE),),
        working_folder=TREE,
        environment={
            "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin",
            "PYTHONDONTWRITEBYTECODE": "1",
            "SOURCE_DATE_EPOCH": "1577836800",
        },
        scratch_bytes=2048 * _MIB,
        limits=_LIMITS,
    )
    status, words = start(level, cell, ("/bin/sh", "-c", command)).run_out(_PATIENCE_S)
    if status == 0:
        return
    what = f"took more than {_PATIENCE_S:.0f} s" if status is None else f"failed ({status})"
    said = [f"\n    {line[:_LONGEST_LINE]}" for line in words.strip().splitlines()[-_MOST_LINES:]]
    raise SetupFailed(
        f"`{command}` {what} on the {side} side."
        + (f" The end of its output:{''.join(said)}" if said else ""),
        "It runs in a copy of the tree, without network access and with the project's Python "
        "first on the PATH.",
    )


def _remove(folder: Path) -> None:
    """Delete a folder, also when the command took away the permission to."""
    for place, folders, _ in os.walk(folder):
        for name in folders:
            path = os.path.join(place, name)
            with suppress(OSError):
                if not os.path.islink(path):
                    os.chmod(path, stat.S_IRWXU)
    shutil.rmtree(folder, ignore_errors=True)
