"""`[tool.swerve]` in pyproject.toml."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from swerve.apps.cli import main
from swerve.model import Settings
from swerve.model.errors import BadSettings
from swerve.model.pyproject import read_settings
from swerve.source import read_paths

if TYPE_CHECKING:
    from tests.conftest import Repository


def write(folder: Path, text: str) -> Path:
    (folder / "pyproject.toml").write_text(text)
    return folder


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        pytest.param("efort = 'quick'", "`efort`", "Did you mean `effort`?", id="near key"),
        pytest.param("fail_on = 'never'", "`fail_on`", "Did you mean `fail-on`?", id="underscore"),
        pytest.param("zzz = 1", "`zzz`", "Known keys: effort", id="far key"),
        pytest.param("effort = 'fast'", "'fast'", "quick, normal, deep", id="bad word"),
        pytest.param("jobs = 0", "jobs = 0", "at least 1", id="too small"),
        pytest.param("jobs = true", "True", "whole number", id="no number"),
        pytest.param("include = 'a'", "'a'", "list of patterns", id="no list"),
        pytest.param("jobs = ", "cannot be read", "Correct the file", id="no TOML"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(
    tmp_path: Path, text: str, message: str, hint: str
) -> None:
    with pytest.raises(BadSettings) as caught:
        read_settings(write(tmp_path, f"[tool.swerve]\n{text}\n"))
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_the_nearest_table_counts(tmp_path: Path) -> None:
    write(tmp_path, "[tool.swerve]\njobs = 2\n")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    write(tmp_path / "a", "[tool.other]\njobs = 3\n")
    assert read_settings(inner) == {"jobs": 2}
    write(inner, "[tool.swerve]\nseed = 4\n")
    assert read_settings(inner) == {"seed": 4}


@pytest.mark.slow
def test_settings_are_defaults_that_the_command_line_overrides(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repository.path)
    settings = '[tool.swerve]\nformat = "json"\nfail-on = "inconclusive"\nexclude = ["gen/**"]\n'
    old, new = "def f():\n    return 1\n", "def f():\n    return 2\n"
    repository.commit("old", {"a.py": old, "gen/b.py": old, "pyproject.toml": settings})
    repository.commit("new", {"a.py": new, "gen/b.py": new})
    assert main(["check"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [f["file"] for f in report["functions"]] == ["a.py"]
    assert main(["check", "--format", "text", "--fail-on", "never"]) == 0
    assert capsys.readouterr().out.startswith(report["old"])


def test_an_unknown_key_stops_the_run_with_status_2(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repository.path)
    settings: dict[str, str | bytes] = {"pyproject.toml": "[tool.swerve]\nefort = 'quick'\n"}
    repository.commit("start", {"a.py": "x = 1\n", **settings})
    repository.write("a.py", "x = 2\n")
    assert main(["check"]) == 2
    said = capsys.readouterr().err
    assert "Did you mean `effort`?" in said
    assert "--trust-change" in said


def test_settings_of_the_change_count_where_the_user_says_so(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repository.path)
    repository.commit("start", {"a.py": "def f(x=1):\n    return x\n"})
    repository.write("a.py", "def f(x=2):\n    return x\n")
    write(repository.path, "[tool.swerve]\nfail-on = 'never'\nseed = 3\n")
    assert main(["check", "--no-run"]) == 1
    edits = "this change edits [tool.swerve] (`fail-on`, `seed`)"
    assert f"{edits}: not applied here" in capsys.readouterr().out
    assert main(["check", "--no-run", "--trust-change"]) == 0
    assert f"{edits}: applied" in capsys.readouterr().out


def test_what_other_tools_set_is_nobodys_business(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repository.path)
    table = "[tool.swerve]\nseed = 1\n"
    repository.commit("start", {"a.py": "x = 1\n", "pyproject.toml": table})
    repository.write("a.py", "x = 2\n")
    write(repository.path, f"[project]\nname = 'a'\n{table}")
    assert main(["check", "--no-run"]) == 0
    assert "brings" not in capsys.readouterr().out


def test_a_root_commit_has_no_settings(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repository.path)
    settings: dict[str, str | bytes] = {"pyproject.toml": "[tool.swerve]\nformat = 'json'\n"}
    repository.commit("start", {"a.py": "x = 1\n", **settings})
    assert main(["check", "HEAD"]) == 0
    assert "(`format`): not applied here" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("here", "holds"),
    [
        pytest.param(".", "seed = 1", id="above both"),
        pytest.param("old", "seed = 2", id="in the old version"),
        pytest.param("new/app", "seed = 2", id="in the new version"),
        pytest.param("beside", "seed = 4", id="elsewhere"),
        pytest.param("work", "seed = 2", id="around the new version"),
    ],
)
def test_settings_of_two_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: str, holds: str
) -> None:
    new = "work/new" if here == "work" else "new"
    folders = {".": 1, "old": 2, new: 3, "beside": 4, "work": 5}
    for folder in (*folders, f"{new}/app"):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    for folder, seed in folders.items():
        write(tmp_path / folder, f"[tool.swerve]\nseed = {seed}\n")
    monkeypatch.chdir(tmp_path / here)
    raw = read_paths(tmp_path / "old", tmp_path / new, Settings())
    assert raw.settings == {"seed": int(holds[-1])}
    assert [each.file for each in raw.brought] == ["pyproject.toml"]
