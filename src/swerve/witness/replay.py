"""How does a witness that was written to a file run again?"""

from __future__ import annotations

import ast
import base64
import json
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path

from swerve.engines.guided import Shown, bare_places, show_again
from swerve.model import Wishes
from swerve.model.behaviour import StopReason, Unfinished
from swerve.model.errors import SwerveError
from swerve.observe.comparison import Agreement, Different, Unknown, compare
from swerve.run.sandbox import choose_level
from swerve.witness import StoredWitness
from swerve.witness import show_again as show_call_again

#: What a script holds is a few files.
_MOST_BYTES = 256 << 20


def _print(line: str) -> None:
    print(line)  # noqa: T201 - a script's own output


def packed_in(script: bytes) -> str | None:
    """The value of DATA in a script that swerve wrote, which is read and not run."""
    try:
        for node in ast.parse(script).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "DATA":
                return str(ast.literal_eval(node.value))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    return None


def replay(data: str, sandbox: str = "auto", write: Callable[[str], None] = _print) -> int:
    """Run the two versions of a witness again, and say what they do.

    Returns 0 when they differ as they did, 1 when they do not, 2 when they could not be run.
    """
    try:
        request = json.loads(zlib.decompressobj().decompress(base64.b85decode(data), _MOST_BYTES))
        level = choose_level(sandbox).level
    except SwerveError as error:
        write(f"could not be run: {error}")
        return 2
    except (ValueError, RecursionError, zlib.error):
        write("could not be run: DATA is not as swerve wrote it")
        return 2
    with tempfile.TemporaryDirectory(prefix="swerve-") as folder:
        Path(folder).chmod(0o755)
        shown = show_again(request, bare_places(Path(folder), level))
    if not isinstance(shown, Shown):
        write(f"could not be run: {shown}")
        return 2
    for side, guidance in (("old", shown.old), ("new", shown.new)):
        ended = guidance.stopped or guidance.raised or "returned"
        write(f"{side}  {ended}")
    agreement = compare(shown.old.behaviour, shown.new.behaviour)
    return 0 if _told(agreement, write) is not None else 1


def replay_call(
    stored: StoredWitness, wishes: Wishes, write: Callable[[str], None] = _print
) -> int:
    """Make the call of a witness again on both sides, and say what they do.

    Returns 0 when they differ as they did, 1 when they do not, 2 when they could not be run.
    """
    told = stored.told
    write(f"{told.function}  {stored.names[0]}..{stored.names[1]}")
    write(told.python or told.call)
    try:
        compared = show_call_again(stored, wishes)
    except SwerveError as error:
        write(f"could not be run: {error}")
        write(f"  hint: {error.hint}")
        return 2
    if isinstance(compared, str):
        write(f"could not be run: {compared}")
        return 2
    for behaviour in (compared.old, compared.new):
        outcome = behaviour.outcome
        if isinstance(outcome, Unfinished) and outcome.reason is StopReason.NOT_BUILT:
            write(f"could not be run: {outcome.detail}")
            return 2
    different = _told(compared.agreement, write)
    if different is None:
        return 1
    if different.kind.value != told.kind:
        write(f"this is not what it was: {told.kind}, {told.old} and {told.new}")
        return 1
    return 0


def _told(agreement: Agreement, write: Callable[[str], None]) -> Different | None:
    """Say where two runs differ; the difference, if there is one."""
    if not isinstance(agreement, Different):
        why = f": {agreement.why}" if isinstance(agreement, Unknown) else ""
        write(f"no difference this time{why}")
        return None
    write(f"differs at {agreement.path}")
    write(f"old  {agreement.old}")
    write(f"new  {agreement.new}")
    return agreement
