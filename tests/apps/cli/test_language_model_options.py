"""A command asks a language model only when it is told to, and says what that took."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.forked import run_forked
from tests.meaning.llm.scripted_server import KEY, chat, scripted

from swerve.meaning.llm import _server
from swerve.run.sandbox import _start

SOURCE = "import zlib\n\ndef grade(word):\n    if zlib.crc32(word.encode()) == 907060870:\n"
EXAMPLE = """\
import app
words = ["a", "b"]
print(app.grade("hello"))
"""
SKIPS = [word for name in ("generate", "shadow", "replay", "guided") for word in ("--skip", name)]


@pytest.fixture
def change(tmp_path: Path) -> Path:
    for side, value in (("old", "1"), ("new", "2")):
        (tmp_path / side).mkdir()
        text = f"{SOURCE}        return {value}\n    return 0\n"
        (tmp_path / side / "app.py").write_text(text)
    return tmp_path


def diff(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if "_LLM_" not in name}
    own = {"SWERVE_CACHE": str(folder / "cache"), **variables}
    return run_forked(("diff", "old", "new", *SKIPS, *words), folder, {**kept, **own}, "", 120)


@pytest.mark.slow
def test_scripts_of_a_model_decide_what_nothing_else_does(change: Path) -> None:
    """And no file that is left, and nothing that is printed, holds the key."""
    reply = f"```python\n{EXAMPLE}print('{KEY}')\n```"
    with scripted(chat(reply, usage=(900, 100))) as script:
        known = {"SWERVE_LLM_URL": script.url, "SWERVE_LLM_MODEL": "m", "SWERVE_LLM_KEY": KEY}
        options = ("--scripts", "--llm-prices", "1,10", "--max-cost", "1", "--format", "json")
        done = diff(change, *options, "--output", "report.json", **known)
        again = diff(change, *options, **known)
    assert done.returncode == 1, done.stderr
    report = json.loads((change / "report.json").read_text())
    (function,) = report["functions"]
    (witness,) = function["witnesses"]
    assert (witness["engine"], witness["old"], witness["new"]) == ("scripts", "1", "2")
    assert witness["call"] == 'import app\nprint(app.grade("hello"))\n'.replace('"', "'")
    assert "1 of 1 scripts ran changed code: 2 of 2" in function["evidence"][-1]["note"]
    assert "language model, scripts: 1 request, 900 tokens sent, 100 received" in done.stderr
    assert "0.0019 spent" in done.stderr
    assert "0 requests" in again.stderr
    assert "1 replies from the cache" in again.stderr
    assert len(script.asked) == 1
    assert "app.grade" in script.prompt()
    files = [path for path in change.rglob("*") if path.is_file()]
    assert any("replies" in path.parts for path in files)
    assert not any(KEY.encode() in path.read_bytes() for path in files)
    assert KEY not in done.stdout + done.stderr + again.stdout + again.stderr


@pytest.mark.slow
def test_what_the_latest_version_no_longer_does_is_set_aside(tmp_path: Path) -> None:
    """Third: the one that took the change back. Fourth: one that left it as it was."""

    def git(*words: str) -> None:
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--quiet")
    for name, value in (("old", "1"), ("new", "2"), ("same", "2 "), ("fixed", "1")):
        (tmp_path / "app.py").write_text(f"{SOURCE}        return {value}\n    return 0\n")
        git("add", "app.py")
        git("commit", "--quiet", "--message", name)
        git("tag", name)
    told = {}
    for latest in ("same", "fixed"):
        with scripted(chat(f"```python\n{EXAMPLE}```")) as script:
            asked = ("--llm-url", script.url, "--llm-model", "m")
            options = ("--scripts", "--latest", latest, *asked, "--format", "json")
            done = subprocess.run(
                [sys.executable, "-m", "swerve", "check", "old..new", *SKIPS, *options],
                cwd=tmp_path,
                env={**os.environ, "SWERVE_CACHE": str(tmp_path / "cache")},
                capture_output=True,
                text=True,
                check=False,
                timeout=120,
            )
        told[latest] = json.loads(done.stdout)["functions"][0]
    assert told["same"]["verdict"] == "changed"
    assert told["fixed"]["witnesses"] == []
    note = told["fixed"]["evidence"][-1]["note"]
    assert "1 scripts set aside: the latest version behaves differently" in note


def test_latest_needs_scripts_and_a_commit(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    for options, message in (
        (["--latest", "main"], "`--latest` has no effect without `--scripts`."),
        (["--latest", "nix", "--scripts", "--llm-model", "m"], "no commit yet"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "swerve", "check", *options],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert message in done.stderr


@pytest.mark.slow
def test_a_configured_model_is_not_asked_unless_a_command_says_so(change: Path) -> None:
    with scripted() as script:
        diff(change, SWERVE_LLM_URL=script.url, SWERVE_LLM_MODEL="m", SWERVE_LLM_KEY=KEY)
    assert not script.asked


def test_scripts_need_a_model_and_costs_need_prices(change: Path) -> None:
    done = diff(change, "--scripts")
    assert done.returncode == 2
    assert "`--scripts` needs a language model, and none is configured." in done.stderr
    done = diff(change, "--scripts", "--llm-model", "m", "--max-cost", "1")
    assert "`--max-cost` needs the prices of tokens." in done.stderr


@pytest.mark.parametrize("key", ["llm-url", "llm-model", "llm-key", "scripts"])
def test_a_project_cannot_choose_who_sees_the_code(key: str, change: Path) -> None:
    settings = f'[tool.swerve]\n{key} = "http://example.org"\n'
    (change / "pyproject.toml").write_text(settings)
    done = diff(change)
    assert done.returncode == 2
    assert f"Unknown key `{key}`" in done.stderr


def test_code_that_runs_unconfined_does_not_get_the_key() -> None:
    assert _start._KEY == _server.KEY
