"""Does `pre-commit` run the hook as this repository defines it?"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import Repository
from tests.integrations.actions import ROOT, plain_environment, yaml

_OLD = "def take(items, most=3):\n    return items[:most]\n"
_NEW = _OLD.replace("items", "things")


def _run(
    repository: Repository, tmp_path: Path, *words: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    environment = plain_environment(
        PRE_COMMIT_HOME=str(tmp_path / "pre-commit"),
        SWERVE_CACHE=str(tmp_path / "cache"),
        **variables,
    )
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *words],
        cwd=repository.path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def _staged(repository: Repository, text: str) -> None:
    repository.write("shop.py", text)
    repository.git("add", "shop.py")


@pytest.mark.slow
def test_the_hook_holds_up_a_staged_change_of_behaviour_and_lets_others_pass(
    repository: Repository, tmp_path: Path
) -> None:
    """As pre-commit runs it, but with the swerve that is here instead of one that it installs."""
    (definition,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert definition["language"] == "python"
    here = {**definition, "language": "system"}
    repository.commit("Take three", {"shop.py": _OLD})
    repository.write(
        ".pre-commit-config.yaml", yaml.safe_dump({"repos": [{"repo": "local", "hooks": [here]}]})
    )
    repository.git("add", ".pre-commit-config.yaml")
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "swerve").write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m swerve "$@"\n'
    )
    (programs / "swerve").chmod(0o755)
    found = {
        "PATH": os.pathsep.join((str(programs), os.environ["PATH"])),
        "PYTHONPATH": str(ROOT / "src"),
    }
    _staged(repository, _NEW)
    repository.write("shop.py", _OLD)  # what is staged counts
    done = _run(repository, tmp_path, "run", **found)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "breaking: parameter `items` renamed to `things`" in done.stdout
    _staged(repository, _OLD.replace("items[:most]", "(items[:most])"))
    done = _run(repository, tmp_path, "run", **found)
    assert done.returncode == 0, done.stdout + done.stderr
    repository.git("reset", "--quiet", "--", "shop.py")
    repository.write("notes.txt", "no code")
    repository.git("add", "notes.txt")
    done = _run(repository, tmp_path, "run", **found)
    assert "(no files to check)Skipped" in done.stdout


@pytest.mark.slow
def test_pre_commit_installs_swerve_from_this_repository_and_runs_it(
    repository: Repository, tmp_path: Path
) -> None:
    """With the files as they are here, committed or not: `try-repo` takes them along."""
    repository.commit("Take three", {"shop.py": _OLD})
    _staged(repository, _NEW)
    done = _run(repository, tmp_path, "try-repo", str(ROOT), "swerve", "--verbose")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "breaking: parameter `items` renamed to `things`" in done.stdout
    assert "[INFO] Installing environment" in done.stdout
