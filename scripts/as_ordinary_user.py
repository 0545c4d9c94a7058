"""Run a command as an ordinary user when root asks for it, and just run it otherwise.

    python scripts/as_ordinary_user.py python -m pytest tests/hostile

Root's own folders are usually closed to others, and the interpreter or the repository may lie in
one. So the command runs in a mount namespace where these, and nothing else of them, can be reached.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

NOBODY = "65534"


def main(command: list[str]) -> None:
    """Become the command, as somebody who may not do everything."""
    if os.geteuid() != 0:
        os.execvp(command[0], command)  # noqa: S606
    missing = [name for name in ("bwrap", "setpriv") if shutil.which(name) is None]
    if missing:
        raise SystemExit(f"{' and '.join(missing)} needed: apt install bubblewrap util-linux")
    home = tempfile.mkdtemp(prefix="swerve-ordinary-")
    os.chown(home, int(NOBODY), int(NOBODY))
    words = ["bwrap", "--dev-bind", "/", "/", *_openings(), "--die-with-parent", "--"]
    words += ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    words += ["--inh-caps=-all", "--bounding-set=-all", "--"]
    os.environ.update(HOME=home, USER="nobody", LOGNAME="nobody")
    # Not exec: the home has to go again.
    status = os.spawnvp(os.P_WAIT, words[0], [*words, *command])  # noqa: S606
    shutil.rmtree(home, ignore_errors=True)
    raise SystemExit(status if status >= 0 else 128 - status)


def _openings() -> Iterator[str]:
    """Options that cover each closed folder, and show again what is needed of it."""
    needed = {Path(path).resolve() for path in (sys.prefix, sys.base_prefix, os.getcwd())}
    closed = {folder for path in needed for folder in [_closed(path)] if folder is not None}
    for folder in sorted(closed):
        yield from ("--tmpfs", str(folder))
    for path in sorted(needed):
        cover = _closed(path)
        if cover is not None:
            for folder in reversed(path.parents):
                if cover in folder.parents:
                    yield from ("--perms", "0755", "--dir", str(folder))
            yield from ("--ro-bind", str(path), str(path))


def _closed(path: Path) -> Path | None:
    """The outermost folder on the way that others may not enter; None when there is none."""
    for folder in [*reversed(path.parents), path]:
        if not folder.stat().st_mode & stat.S_IXOTH:
            return folder
    return None


if __name__ == "__main__":
    main(sys.argv[1:])
