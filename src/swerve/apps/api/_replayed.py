"""What do both versions do with the call of a witness, when it is made once more?"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from swerve.model import Pair, Runtime, Settings, Witness
from swerve.model.errors import BadUsage, PathMissing
from swerve.source import RawChange
from swerve.tell.again import why_not_again
from swerve.witness.kept import find_witness, is_id
from swerve.witness.replay import packed_in, replay_call
from swerve.witness.replay import replay as replay_script
from swerve.witness.stored import BadWitness, StoredWitness, as_sent, stored_from, stored_witness

from ._settings import settings_from

_HINT = "Pass a witness id from a report, as in `w-1a2b3c4d`, or a file that `--witnesses` wrote."
_Write: TypeAlias = Callable[[str], None]


class _NoCall(BadUsage):
    """A witness has nothing that could be run again."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A witness that was run again; it prints as `swerve replay` does."""

    #: Whether the versions differ as they did; `None` when they could not be run.
    differs: bool | None
    text: str

    def __str__(self) -> str:
        return self.text


def replay(
    witness: str | os.PathLike[str],
    *,
    python: str | None = None,
    sandbox: str = "auto",
    readable: tuple[str, ...] = (),
    trust: bool = False,
) -> Replayed:
    """Run a witness of an earlier run again, as `swerve replay` does.

    `witness` is an id, w-1a2b3c4d, or a file that `swerve check --witnesses` wrote. Folders and
    commands that a file names outside the current repository are used only with `trust`.
    """
    settings = settings_from({"python": python, "sandbox": sandbox, "readable": readable})
    name = os.path.expanduser(os.fspath(witness))
    try:
        return _heard(lambda write: run_again(name, settings, write, trust=trust))
    except _NoCall as error:
        return Replayed(None, f"could not be run: {error}")


def replayed_from(
    pair: Pair, witness: Witness, raw: RawChange, settings: Settings, runtime: Runtime | None
) -> Replayed:
    """Run a witness of a report again."""
    stored = stored_witness(pair, witness, raw, settings, runtime)
    if stored is not None:
        own = replace(settings, python=stored.interpreter)
        return _heard(lambda write: _run_stored(stored, own, write))
    packed = packed_in(witness.script.encode("utf-8", "surrogatepass")) if witness.script else None
    if packed is None:
        return Replayed(None, f"could not be run: {why_not_again(witness)}")
    return _heard(lambda write: replay_script(packed, settings.sandbox, write))


def run_again(name: str, settings: Settings, write: _Write, *, trust: bool) -> int:
    """Run a witness that is kept by its id, or in a file: 0 it differs as it did, 1 it does not.

    2 where it could not be run.
    """
    if is_id(name):
        kept = find_witness(name)
        name, trust, is_script = kept.id, True, not kept.stored
        data = (kept.stored or kept.witness.script).encode("utf-8", "surrogatepass")
        if not data:
            raise _NoCall(
                f"{name} cannot be replayed: {why_not_again(kept.witness)}.",
                f"`swerve explain {name}` shows what is known about it.",
            )
    else:
        data, is_script = _read(name), name.endswith(".py")
    if is_script:
        packed = packed_in(data)
        if packed is None:
            raise BadUsage(f"{name} is not a script that swerve wrote.", _HINT)
        return replay_script(packed, settings.sandbox, write)
    try:
        stored = stored_from(data)
    except BadWitness as error:
        raise BadUsage(f"{name} {error}.", _HINT) from error
    stored = stored if trust else as_sent(stored, Path.cwd())
    python = settings.python or stored.interpreter or None
    return _run_stored(stored, replace(settings, python=python), write)


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise PathMissing(f"The file {name} cannot be read: {error.strerror}.", _HINT) from error


def _run_stored(stored: StoredWitness, settings: Settings, write: _Write) -> int:
    """Rules that it was found with stand in the witness itself."""
    return replay_call(stored, replace(settings, setup=stored.setup, seed=stored.seed), write)


def _heard(run: Callable[[_Write], int]) -> Replayed:
    lines: list[str] = []
    status = run(lines.append)
    return Replayed({0: True, 1: False}.get(status), "\n".join(lines))
