"""How does a witness that was written to a file run again?"""

from __future__ import annotations

import base64
import json
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path

from swerve.compare import Different, compare
from swerve.engines.guided import Shown, bare_places, show_again
from swerve.errors import SwerveError
from swerve.sandbox import choose_level


def _print(line: str) -> None:
    print(line)  # noqa: T201 - a script's own output


def replay(data: str, sandbox: str = "auto", write: Callable[[str], None] = _print) -> int:
    """Run the two versions of a witness again, and say what they do.

    Returns 0 when they differ as they did, 1 when they do not, 2 when they could not be run.
    """
    try:
        request = json.loads(zlib.decompress(base64.b85decode(data)))
        level = choose_level(sandbox).level
    except SwerveError as error:
        write(f"could not be run: {error}")
        return 2
    except (ValueError, zlib.error):
        write("could not be run: DATA is not as swerve wrote it")
        return 2
    with tempfile.TemporaryDirectory(prefix="swerve-") as folder:
        Path(folder).chmod(0o755)
        shown = show_again(request, bare_places(Path(folder), level))
    if not isinstance(shown, Shown):
        write(f"could not be run: {shown}")
        return 2
    agreement = compare(shown.old.behaviour, shown.new.behaviour)
    for side, guidance in (("old", shown.old), ("new", shown.new)):
        ended = guidance.stopped or guidance.raised or "returned"
        write(f"{side}  {ended}")
    if not isinstance(agreement, Different):
        write("no difference this time")
        return 1
    write(f"differs at {agreement.path}")
    write(f"old  {agreement.old}")
    write(f"new  {agreement.new}")
    return 0
