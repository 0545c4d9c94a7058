"""How does a job of GitHub Actions check what its event is about?

Reports go to a folder of the runner, annotations to the log, and the exit status to an output: the
last step ends with it, after those that tell what was found.

The workspace holds what a stranger wrote. This runs elsewhere, isolated, and starts no program that
lies in there; what swerve prints meanwhile is no command to the runner, whatever it says.
"""

from __future__ import annotations

import json
import os
import secrets
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_NO_COMMIT = "0" * 40
#: What a summary of a step may hold is 1 MiB.
_MOST_SUMMARY = 1_000_000


def main() -> int:
    """Check, and tell the steps that follow what came of it."""
    python = str(Path(os.environ["SWERVE_HOME"]) / "bin" / "python")
    folder = _folder()
    event_name = os.environ.get("GITHUB_EVENT_NAME", "")
    if folder is None:
        print("::error title=swerve::working-directory is not a folder in the workspace.")
        return 2
    if event_name == "pull_request_target":
        print(
            "::warning title=swerve::pull_request_target runs code of the pull request in a job "
            "with this repository's secrets: use pull_request. Only the strict sandbox is used."
        )
    reports = Path(os.environ["RUNNER_TEMP"]) / "swerve-reports"
    reports.mkdir(exist_ok=True)
    names = ("json", "sarif", "markdown", "github")
    files = {format: reports / f"swerve.{format}" for format in names}
    for file in files.values():
        file.unlink(missing_ok=True)
    also = [f"--also={format}={file}" for format, file in files.items()]
    name, *words = _words(event_name, folder)
    command = [python, "-I", "-m", "swerve", name, *also, *words]
    with _nothing_is_a_command():
        status = subprocess.run(command, cwd=folder, env=_environment(), check=False).returncode
    written = {name: str(file) for name, file in files.items() if file.is_file()}
    if "github" in written:
        print(Path(written.pop("github")).read_text("utf-8"), flush=True)
    _tell("GITHUB_OUTPUT", "".join(f"{k}={v}\n" for k, v in (("status", status), *written.items())))
    if "markdown" in written:
        text = files["markdown"].read_text("utf-8")
        _tell("GITHUB_STEP_SUMMARY", text if len(text.encode()) < _MOST_SUMMARY else "")
    return 0


def _folder() -> str | None:
    """Where the project is; None for what is no folder, or a link out of the workspace."""
    workspace = os.path.realpath(os.environ["GITHUB_WORKSPACE"])
    folder = os.path.realpath(os.path.join(workspace, os.environ.get("SWERVE_FOLDER") or "."))
    is_inside = os.path.commonpath([workspace, folder]) == workspace
    return folder if is_inside and os.path.isdir(folder) else None


@contextmanager
def _nothing_is_a_command() -> Iterator[None]:
    """Let the runner obey nothing that is printed, until it hears a word that nobody can guess."""
    word = secrets.token_hex(16)
    print(f"::stop-commands::{word}", flush=True)
    try:
        yield
    finally:
        print(f"\n::{word}::", flush=True)


def _words(event_name: str, folder: str) -> list[str]:
    """What swerve is told: the command, its options, and what to check."""
    options = ["--effort", _given("EFFORT", "normal"), "--fail-on", _given("FAIL_ON", "changed")]
    options += ["--judge", _given("JUDGE", "offline")]
    if python := os.environ.get("SWERVE_PYTHON"):
        # Found where the job finds it, which may be an environment in the workspace.
        options += ["--python", python if "/" in python else shutil.which(python) or python]
    if event_name == "pull_request_target":
        options += ["--sandbox", "strict"]
    options += shlex.split(os.environ.get("SWERVE_ARGUMENTS", ""))
    if wanted := os.environ.get("SWERVE_RANGE"):
        return ["check", *options, "--", wanted]
    path = os.environ.get("GITHUB_EVENT_PATH", "")
    event = _event(path)
    if "pull_request" in event:
        _get_history(folder)
        return ["pr", "--fetch", *options, "--", path]
    return ["check", *options, "--", _range_of(event)]


def _given(name: str, otherwise: str) -> str:
    return os.environ.get(f"SWERVE_{name}") or otherwise


def _event(path: str) -> dict[str, Any]:
    try:
        found = json.loads(Path(path).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _range_of(event: dict[str, Any]) -> str:
    """What a push or a merge queue is about; else the last commit."""
    queued = event.get("merge_group")
    if isinstance(queued, dict):
        return f"{queued['base_sha']}...{queued['head_sha']}"
    before, after = event.get("before"), event.get("after")
    if before and after and _NO_COMMIT not in (before, after):
        return f"{before}..{after}"
    return "HEAD"


def _get_history(folder: str) -> None:
    """Get the commits between the two sides: `actions/checkout` gets one unless it is told."""
    answer = _git(folder, "rev-parse", "--is-shallow-repository", capture_output=True)
    if answer.stdout.strip() == b"true":
        words = ("--quiet", "--no-tags", "--no-recurse-submodules", "--unshallow")
        with _nothing_is_a_command():
            _git(folder, "fetch", *words, "origin")


def _git(folder: str, *words: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    """Run git by the settings of the clone, and of no folder in it that looks like one of git's."""
    git = ["git", "-c", "safe.bareRepository=explicit", "-c", "core.hooksPath=/dev/null"]
    git += ["-c", "core.fsmonitor=false"]
    return subprocess.run([*git, *words], cwd=folder, env=_environment(), check=False, **how)


def _environment() -> dict[str, str]:
    """What swerve gets to see: no token, and nothing that speaks to the runner.

    Nor a place for programs that lies in the workspace, as in the PATH of many a job.
    """
    hidden = ("TOKEN", "GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STATE")
    kept = {
        name: value
        for name, value in os.environ.items()
        if not any(each in name for each in hidden) and name != "GITHUB_STEP_SUMMARY"
    }
    workspace = os.path.realpath(os.environ["GITHUB_WORKSPACE"])
    kept["PATH"] = os.pathsep.join(
        place
        for place in os.environ.get("PATH", "").split(os.pathsep)
        if os.path.isabs(place)
        and os.path.commonpath([workspace, os.path.realpath(place)]) != workspace
    )
    return kept


def _tell(variable: str, text: str) -> None:
    if name := os.environ.get(variable):
        with open(name, "a", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    sys.exit(main())
