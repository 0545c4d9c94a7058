"""Run `make test` in clean clones of HEAD that lie in awkward places, as root and as others.

    python scripts/clean_clones.py --runs 2
    python scripts/clean_clones.py --folder space --as ordinary
    python scripts/clean_clones.py --folder new make unit

Each run has a clone of its own, and sets up a .venv of its own there. A line a run goes to stdout,
what the run said to a file.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_FOLDERS = ("plain", "new", "space", "read-only")
_USERS = ("root", "ordinary")
_NOBODY = 65534
_COUNTS = re.compile(r"(?:\d+ (?:passed|failed|errors?|skipped|deselected|xfailed)(?:, )?)+")


def main() -> int:
    """Make the clones one after the other; 1 when a run failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--as", dest="users", choices=_USERS, action="append")
    parser.add_argument("--folder", dest="folders", choices=_FOLDERS, action="append")
    parser.add_argument("--runs", type=int, default=1, help="of each kind")
    parser.add_argument("--logs", type=Path, default=_ROOT / "build" / "clean-clones")
    parser.add_argument("--keep", action="store_true", help="leave the clones where they are")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="instead of `make test`")
    options = parser.parse_args()
    may_be = _USERS if os.geteuid() == 0 else _USERS[1:]
    users = options.users or may_be
    if set(users) - set(may_be):
        parser.error("only root can be root")
    options.logs.mkdir(parents=True, exist_ok=True)
    print(f"{'run':>3} {'folder':<9} {'user':<8} {'ended':>5} {'seconds':>7}  tests; log")
    worst = number = 0
    for _ in range(options.runs):
        for folder in options.folders or _FOLDERS:
            for user in users:
                number += 1
                log = options.logs.resolve() / f"{number:02}-{folder}-{user}.log"
                started = time.monotonic()
                with _clone(folder, user, keep=options.keep) as clone:
                    status = _run(options.command or ["make", "test"], clone, folder, user, log)
                seconds = time.monotonic() - started
                counts = "; ".join(_COUNTS.findall(log.read_text("utf-8", "replace")))
                kind = f"{folder:<9} {user:<8}"
                print(f"{number:>3} {kind} {status:>5} {seconds:>7.0f}  {counts}; {log}")
                sys.stdout.flush()
                worst = max(worst, int(status != 0))
    return worst


@contextlib.contextmanager
def _clone(folder: str, user: str, *, keep: bool) -> Iterator[Path]:
    """A clone of HEAD that belongs to the user."""
    temporary = Path(tempfile.gettempdir())
    if folder == "new":
        temporary /= "new"
        if not temporary.exists():
            _open_folder(temporary)
    place = Path(tempfile.mkdtemp(prefix="clones-", dir=temporary))
    place.chmod(0o755)
    above = place / {"space": "a folder", "read-only": "above"}.get(folder, folder)
    clone = above / "swerve"
    _open_folder(above)
    words = ["git", "clone", "--quiet", "--no-hardlinks", "--", str(_ROOT), str(clone)]
    subprocess.run(words, check=True)
    if user != "root" and os.geteuid() == 0:
        owned = clone if folder == "read-only" else place
        subprocess.run(["chown", "-R", f"{_NOBODY}:{_NOBODY}", owned], check=True)
    if folder == "read-only":
        above.chmod(0o555)
        place.chmod(0o555)
    try:
        yield clone
    finally:
        if not keep:
            for path in (place, above):
                path.chmod(0o755)
            shutil.rmtree(place)
            if folder == "new":
                with contextlib.suppress(OSError):
                    temporary.rmdir()  # unless somebody else uses it


def _open_folder(folder: Path) -> None:
    """Make a folder that others may enter, whatever the umask."""
    folder.mkdir()
    folder.chmod(0o755)


def _run(command: list[str], clone: Path, folder: str, user: str, log: Path) -> int:
    """Run the command in a clone as a user; return how it ended."""
    before: list[str] = []
    if user == "ordinary":
        before = [sys.executable, str(_ROOT / "scripts" / "as_ordinary_user.py")]
    elif folder == "read-only":  # modes do not keep root out
        place = str(clone.parents[1])
        before = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", place, place]
        before += ["--bind", str(clone), str(clone), "--die-with-parent", "--"]
    environment = {name: value for name, value in os.environ.items() if not _is_ours(name)}
    # Not one of pyenv's shims, which cannot be reached in root's home.
    environment["PYTHON"] = os.path.realpath(sys.executable)
    with log.open("wb") as said:
        return subprocess.run(
            [*before, *command],
            cwd=clone,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode


def _is_ours(name: str) -> bool:
    """Whether a variable says something about the environment this script runs in."""
    return name in ("VIRTUAL_ENV", "PYTHONPATH", "MAKEFLAGS", "MAKELEVEL") or name.startswith(
        ("GIT_", "PYTEST_", "XDG_")
    )


if __name__ == "__main__":
    raise SystemExit(main())
