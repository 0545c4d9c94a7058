"""Make a small repository, change it the way people do, and let swerve say what happened."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

_HERE = Path(__file__).resolve().parent
#: Fixed, so that the commits have the same ids on every machine.
_WHO_AND_WHEN = {
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_AUTHOR_DATE": "2024-01-02T03:04:05Z",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_COMMITTER_DATE": "2024-01-02T03:04:05Z",
}
_MESSAGE = """\
Simplify `retry_times` assignment statement

Give pages 10 s. Spell out the names in `links`, format `rules`, annotate `same_host`, move
`normalised` to a file of its own, and call the parameter `prio` what it is.
"""
#: A default changed, and callers who write `prio=` break: swerve objects.
_EXPECTED_STATUS = 1


def main() -> int:
    """Run the demo. It succeeds when swerve answers, and swerve's answer here is to object."""
    repository = make_repository(Path(tempfile.mkdtemp(prefix="swerve-demo-")) / "crawl")
    print(f"A repository with one change to look at: {repository}\n")
    _show(["git", "log", "-1", "--stat"], ["git", "--no-pager"], repository)
    print()
    page = repository.parent / "report.html"
    words = ["swerve", "check", "HEAD", "--also", f"html={os.path.relpath(page, repository)}"]
    status = _show(words, [sys.executable, "-m", "swerve"], repository)
    if status == _EXPECTED_STATUS and page.is_file():
        print("\nswerve exited with status 1, as expected: it objects to the change.")
        print(f"The same report as an HTML page: {page}")
        return 0
    print(f"\nThe demo failed: swerve exited with status {status}, not {_EXPECTED_STATUS}.")
    return 1


def make_repository(folder: Path) -> Path:
    """Commit `demo/old`, then `demo/new` in its place, in a new repository."""
    folder.mkdir(parents=True)
    _git(folder, "init", "--quiet", "--initial-branch=main")
    for tree, message in (("old", "Add a small crawler"), ("new", _MESSAGE)):
        _replace_files(folder, _HERE / tree)
        _git(folder, "add", "--all")
        _git(folder, "commit", "--quiet", "--message", message)
    return folder


def _replace_files(folder: Path, tree: Path) -> None:
    for entry in folder.iterdir():
        if entry.name != ".git":
            shutil.rmtree(entry)
    shutil.copytree(
        tree,
        folder,
        copy_function=shutil.copyfile,  # not the modes: they depend on the umask of the checkout
        ignore=shutil.ignore_patterns("__pycache__"),
        dirs_exist_ok=True,
    )


def _git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, env=git_environment(), check=True)


def _show(words: Sequence[str], program: Sequence[str], folder: Path) -> int:
    """Run a command as the reader would type it; `program` is what its first word stands for."""
    print(f"$ {shlex.join(words)}", flush=True)
    command = [*program, *words[1:]]
    return subprocess.run(command, cwd=folder, env=git_environment(), check=False).returncode


def git_environment() -> dict[str, str]:
    """Without the settings of whoever runs this: signing or autocrlf would change the ids."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return {**kept, **alone, **_WHO_AND_WHEN}


if __name__ == "__main__":
    sys.exit(main())
