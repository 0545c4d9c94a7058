"""Approve what the change of the demo does, then change a little more, and see what swerve says."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from run import git_environment, make_repository

#: Each as the reader would type it, with what is typed then, and the status that it should have.
_STEPS = (
    ("swerve approve HEAD", "accept\n", 0),
    ("git add contracts && git commit --quiet --amend --no-edit", "", 0),
    ("swerve check HEAD --fail-on unintended | grep -oE '(un)?intended: .*|Exit .*'", "", 0),
    ("sed -i 's/retries <= retry_times/retries < retry_times/' crawl/retry.py", "", 0),
    ("git commit --quiet --all --amend --no-edit", "", 0),
    ("swerve check HEAD --fail-on unintended | grep -oE '(un)?intended: .*|Exit .*'", "", 1),
)


def main() -> int:
    """Run the steps; it succeeds when each of them ends as it should."""
    with tempfile.TemporaryDirectory(prefix="swerve-demo-") as folder:
        repository = make_repository(Path(folder) / "crawl")
        for command, typed, status in _STEPS:
            print(f"$ {command}", flush=True)
            found = _run(command, typed, repository)
            if found != status:
                print(f"The exit status was {found}, not {status}. The demo went wrong.")
                return 1
    return 0


def _run(command: str, typed: str, folder: Path) -> int:
    swerve = f'swerve() {{ "{sys.executable}" -m swerve "$@"; }}'
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{swerve}; {command}"],
        cwd=folder,
        env=git_environment(),
        input=typed,
        encoding="utf-8",
        check=False,
    )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
