"""Which level is chosen, and what is said about it?"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from tests.run.sandbox.rooms import needs_strict

from swerve.model.errors import BadUsage, SandboxMissing
from swerve.run.sandbox import Level, choose_level

_ASK = """
import json, sys
from swerve.model.errors import SwerveError
from swerve.run.sandbox import choose_level
answers = []
for wanted in sys.argv[1:]:
    try:
        found = choose_level(wanted)
    except SwerveError as error:
        answers.append([error.code, error.message, error.hint])
    else:
        answers.append([found.level.value] + [
            [[entry.what, entry.hint] for entry in part] for part in (found.missing, found.weaker)
        ])
print(json.dumps(answers))
"""


def ask(path: str, *wanted: str, folder: Path | None = None) -> Any:
    """What a process with another PATH is told."""
    done = subprocess.run(
        [sys.executable, "-c", _ASK, *wanted],
        env={**os.environ, "PATH": path},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def fake(folder: Path, script: str) -> str:
    """A PATH that leads to a `bwrap` of our own, in a folder that only we may enter."""
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
    program = folder / "bwrap"
    program.write_text("#!/bin/sh\n" + script)
    program.chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


@needs_strict
def test_auto_takes_strict_where_it_works() -> None:
    found = choose_level()
    assert found.level is Level.STRICT
    assert found.missing == ()
    assert choose_level("strict") is found


def test_auto_takes_process_without_bubblewrap_and_says_how_to_get_it(tmp_path: Path) -> None:
    [(level, missing, _)] = ask(str(tmp_path), "auto")
    assert level == "process"
    assert missing[0][0] == "bubblewrap (`bwrap`) is not on the PATH"
    assert "bubblewrap" in missing[0][1]


def test_asking_for_strict_without_bubblewrap_is_an_error(tmp_path: Path) -> None:
    [(code, message, hint)] = ask(str(tmp_path), "strict")
    assert code == "sandbox-missing"
    assert message.startswith("The sandbox level strict does not work: bubblewrap")
    assert "bubblewrap" in hint


def test_asking_for_less_needs_nothing(tmp_path: Path) -> None:
    assert ask(str(tmp_path), "process", "none") == [["process", [], []], ["none", [], []]]


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadUsage, match="`tight`"):
        choose_level("tight")


def test_the_error_survives_the_way_between_processes() -> None:
    import pickle

    error = pickle.loads(pickle.dumps(SandboxMissing("m", "h")))  # noqa: S301
    assert (error.message, error.hint) == ("m", "h")


def test_a_bubblewrap_in_the_project_is_not_taken(tmp_path: Path) -> None:
    """`PATH=.:...` must not let the code under test choose what confines it."""
    fake(tmp_path, "touch ran; exit 42\n")
    [(level, missing, _)] = ask(".:", "auto", folder=tmp_path)
    assert level == "process"
    assert "not on the PATH" in missing[0][0]
    assert not (tmp_path / "ran").exists()


def test_a_bubblewrap_that_fails_is_quoted(tmp_path: Path) -> None:
    path = fake(tmp_path / "bin", "echo 'bwrap: No permissions to frob' >&2; exit 1\n")
    [(level, missing, _)] = ask(path, "auto")
    assert level == "process"
    assert "bwrap: No permissions to frob" in missing[0][0]


def test_a_bubblewrap_that_says_yes_without_starting_anything_is_not_believed(
    tmp_path: Path,
) -> None:
    [(level, missing, _)] = ask(fake(tmp_path / "bin", "exit 0\n"), "auto")
    assert level == "process"
    assert "exit status 0" in missing[0][0]


def test_a_bubblewrap_that_cannot_be_run_is_no_bubblewrap(tmp_path: Path) -> None:
    path = fake(tmp_path / "bin", "")
    (tmp_path / "bin" / "bwrap").write_text("#!/no/such/interpreter\n")
    [(level, missing, _)] = ask(path, "auto")
    assert level == "process"
    assert missing


@needs_strict
def test_an_old_bubblewrap_is_used_and_what_it_lacks_is_said(tmp_path: Path) -> None:
    """0.4 of Debian 11: no `--size`, no `--disable-userns`, no `--perms`."""
    real = shutil.which("bwrap")
    script = f"""
for word in "$@"; do
    case $word in --size|--disable-userns|--perms|--clearenv|--chmod)
        echo "bwrap: Unknown option $word" >&2; exit 1;;
    esac
done
if [ "$1" = --help ]; then
    {real} --help | grep -v -e --size -e --disable-userns -e --perms
else
    exec {real} "$@"
fi
"""
    [(level, missing, weaker)] = ask(fake(tmp_path / "bin", script), "auto")
    assert (level, missing) == ("strict", [])
    assert [what for what, _ in weaker][:2] == [
        "the scratch folder has no hard size limit",
        "code inside can create its own user namespaces",
    ]


@needs_strict
def test_whether_strict_works_is_tried_once(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        path = fake(tmp_path / "bin", f'echo "$@" >> {log}; exec {shutil.which("bwrap")} "$@"\n')
        log.touch()
        for place in (log, log.parent):
            place.chmod(0o777)  # root tries it as nobody
        assert [answer[0] for answer in ask(path, "auto", "strict", "auto")] == ["strict"] * 3
        assert sum("--args" in line for line in log.read_text().splitlines()) == 1
