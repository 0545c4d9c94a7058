"""`swerve completion`: a real shell completes commands, options and ids."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.tell.builders import found, report, witness

from swerve.apps.cli import main
from swerve.model import Verdict
from swerve.witness.ids import witness_id
from swerve.witness.kept import keep_witnesses

_ASK = """
eval "$(swerve completion bash)"
ask() {{
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _swerve_completion swerve
    echo "${{COMPREPLY[*]}}"
}}
{asks}
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Where `swerve` is the one that is tested."""
    program = tmp_path / "bin" / "swerve"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m swerve "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "SWERVE_CACHE": str(tmp_path / "cache")}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SWERVE_CACHE", environment["SWERVE_CACHE"])
    function = found(Verdict.CHANGED, witnesses=(witness(),))
    keep_witnesses(report(function), lambda *_: "")
    asks = ("swerve exp", "swerve check --format s", "swerve explain w-", "swerve completion ''")
    script = _ASK.format(asks="\n".join(f"ask {words}" for words in asks))
    command = ["bash", "--norc", "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "explain",
        "sarif",
        witness_id(function.pair, witness()),
        "bash zsh fish",
    ], done.stderr


def test_paths_are_left_to_the_shell(environment: dict[str, str]) -> None:
    asked = {"COMP_WORDS": "swerve check sr", "COMP_CWORD": "2"}
    told = {**environment, **asked, "_SWERVE_COMPLETE": "bash_complete"}
    done = subprocess.run(["swerve"], env=told, capture_output=True, text=True, check=True)
    assert done.stdout == "file,sr\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_script_parses(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "_SWERVE_COMPLETE" in script
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    subprocess.run([shell, "-n"], input=script, text=True, check=True)
