"""What code runs in can be chosen, and what is missing is said."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.forked import run_forked


@pytest.fixture
def change(tmp_path: Path) -> Path:
    for side, value in (("old", "1"), ("new", "2")):
        (tmp_path / side).mkdir()
        (tmp_path / side / "app.py").write_text(
            f"import version_of_the_build\n\ndef f():\n    return {value}\n"
        )
    return tmp_path


def diff(folder: Path, *words: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SWERVE_CACHE": str(folder / "cache")}
    environment.pop("VIRTUAL_ENV", None)
    if path is not None:
        environment["PATH"] = path
    return run_forked(("diff", "old", "new", *words), folder, environment, "", 60)


@pytest.mark.slow
def test_a_module_that_the_build_makes_is_there_after_setup(change: Path) -> None:
    plain = json.loads(diff(change, "--format", "json").stdout)
    assert plain["problems"][0]["code"] == "cannot-import"
    assert "version_of_the_build" in plain["problems"][0]["message"]
    built = diff(change, "--setup", "echo X=1 > version_of_the_build.py", "--format", "json")
    assert json.loads(built.stdout)["problems"] == []
    assert json.loads(built.stdout)["runtime"]["modules"][0]["works"]
    assert not (change / "old" / "version_of_the_build.py").exists()


def test_a_setup_that_fails_is_told_with_its_output(change: Path) -> None:
    done = diff(change, "--setup", "echo no compiler >&2; exit 3")
    assert done.returncode == 2
    assert "no compiler" in done.stderr
    assert "setup-failed" in done.stderr


@pytest.mark.slow
def test_without_bubblewrap_the_level_and_the_way_to_more_are_on_stderr(
    change: Path, tmp_path: Path
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "git").symlink_to(shutil.which("git") or "/usr/bin/git")
    done = diff(change, path=str(programs))
    assert "swerve: sandbox level process: bubblewrap" in done.stderr
    assert "hint: " in done.stderr
    assert "process sandbox" in done.stdout


def test_strict_where_it_does_not_work_is_an_error(change: Path, tmp_path: Path) -> None:
    done = diff(change, "--sandbox", "strict", path=str(tmp_path))
    assert done.returncode == 2
    assert "docs/messages.md#sandbox-missing" in done.stderr


def test_a_python_that_is_not_there_is_an_error(change: Path) -> None:
    done = diff(change, "--python", "/no/such/python")
    assert done.returncode == 2
    assert "docs/messages.md#python-missing" in done.stderr


def test_a_rule_that_makes_no_sense_is_said_before_anything_runs(change: Path) -> None:
    done = diff(change, "--ignore", "uid")
    assert done.returncode == 2
    assert "Did you mean `uuid`?" in done.stderr


def test_a_project_cannot_choose_to_be_confined_less(change: Path) -> None:
    (change / "pyproject.toml").write_text('[tool.swerve]\nsandbox = "none"\n')
    done = diff(change)
    assert done.returncode == 2
    assert "sandbox" in done.stderr


@pytest.mark.slow
def test_an_engine_can_be_left_out(change: Path) -> None:
    left_out = ("guided", "shadow", "replay", "prove")
    words = (*(word for each in left_out for word in ("--skip", each)), "--format", "json")
    done = diff(change, *words)
    functions = json.loads(done.stdout)["functions"]
    engines = {evidence["engine"] for each in functions for evidence in each["evidence"]}
    assert engines <= {"static", "generate"}
    assert diff(change, "--skip", "magic").returncode == 2


def test_nothing_runs_when_nothing_may(change: Path) -> None:
    for side in ("old", "new"):
        with (change / side / "app.py").open("a") as file:
            file.write(f"\nopen({str(change / 'ran')!r}, 'w')\n")
    done = diff(change, "--no-run", "--format", "json")
    assert json.loads(done.stdout)["runtime"] is None
    assert not (change / "ran").exists()
