"""What do both versions do with the call of a witness, when it is made once more?"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from swerve.model import Pair, Runtime, Wishes, Witness
from swerve.model.errors import BadUsage, PathMissing
from swerve.source import RawChange
from swerve.witness import BadWitness, StoredWitness, as_sent, stored_from, stored_witness
from swerve.witness.kept import find_witness, is_id
from swerve.witness.replay import packed_in, replay_call
from swerve.witness.replay import replay as replay_script

_HINT = "Name an id of a report, w-1a2b3c4d, or a file that `swerve check --witnesses` wrote."
_Run: TypeAlias = Callable[[Callable[[str], None]], int]


@dataclass(frozen=True, slots=True)
class Replayed:
    """A witness that was run again; it prints as `swerve replay` does."""

    #: Whether the versions differ as they did; `None` when they could not be run.
    differs: bool | None
    text: str

    def __str__(self) -> str:
        return self.text


_NO_CALL = Replayed(None, "could not be run: it has no call that can be made again")


def replay(
    witness: str | os.PathLike[str],
    *,
    python: str | None = None,
    sandbox: str = "auto",
    trust: bool = False,
) -> Replayed:
    """Run a witness of an earlier run again, as `swerve replay` does.

    By its id, w-1a2b3c4d, or the file that `swerve check --witnesses` wrote. What a file names
    outside of the repository around the current folder is taken only with `trust`.
    """
    name = os.fspath(witness)
    path = Path(name).expanduser()
    is_file = not is_id(name)
    if is_file:
        try:
            data = path.read_bytes()
        except OSError as error:
            raise PathMissing(f"{path} cannot be read: {error.strerror}.", _HINT) from error
        is_script = path.suffix == ".py"
    else:
        kept = find_witness(name)
        is_script = not kept.stored
        data = (kept.stored or kept.witness.script).encode("utf-8", "surrogatepass")
        if not data:
            return _NO_CALL
    if is_script:
        packed = packed_in(data)
        if packed is None:
            raise BadUsage(f"{name} is no script that swerve wrote.", _HINT)
        return _run(lambda write: replay_script(packed, sandbox, write))
    try:
        stored = stored_from(data)
    except BadWitness as error:
        raise BadUsage(f"{name} {error}.", _HINT) from error
    if is_file and not trust:
        stored = as_sent(stored, Path.cwd())
    return _run_stored(stored, python or stored.interpreter or None, sandbox)


def replayed_from(
    pair: Pair, witness: Witness, raw: RawChange, wishes: Wishes, runtime: Runtime | None
) -> Replayed:
    """Run a witness of a report again."""
    stored = stored_witness(pair, witness, raw, wishes, runtime)
    if stored is not None:
        return _run_stored(stored, stored.interpreter, wishes.sandbox)
    packed = packed_in(witness.script.encode("utf-8", "surrogatepass")) if witness.script else None
    if packed is None:
        return _NO_CALL
    return _run(lambda write: replay_script(packed, wishes.sandbox, write))


def _run_stored(stored: StoredWitness, python: str | None, sandbox: str) -> Replayed:
    wishes = Wishes(python=python, setup=stored.setup, sandbox=sandbox, seed=stored.seed)
    return _run(lambda write: replay_call(stored, wishes, write))


def _run(run: _Run) -> Replayed:
    lines: list[str] = []
    status = run(lines.append)
    return Replayed({0: True, 1: False}.get(status), "\n".join(lines))
