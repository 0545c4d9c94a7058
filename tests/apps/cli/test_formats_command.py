"""`--format`, `--output` and `--also`: where each kind of report goes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from swerve.apps.cli import main

if TYPE_CHECKING:
    from tests.conftest import Repository


@pytest.fixture
def changed(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A default that changed, which comparing code finds."""
    monkeypatch.chdir(repository.path)
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    repository.commit("start", {"app.py": "def f(a=1):\n    return g(a)\n"})
    repository.commit("Tidy", {"app.py": "def f(a=2):\n    return g(a)\n"})
    return repository


CHECK = ["check", "HEAD", "--no-run"]


def test_one_run_writes_several_reports(
    changed: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a CI job needs: annotations in its log, a file to upload, a comment, and a summary."""
    wanted = {
        "sarif": tmp_path / "a.sarif",
        "markdown": tmp_path / "a.md",
        "junit": tmp_path / "a.xml",
        "agent": tmp_path / "agent",
    }
    also = [word for name, file in wanted.items() for word in ("--also", f"{name}={file}")]
    assert main([*CHECK, "--format", "github", *also]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("::error file=app.py,line=1,title=unintended change%3A f::f()%0A")
    assert last.startswith("swerve: 1 changed. Exit 1: ")
    assert json.loads(wanted["sarif"].read_text())["version"] == "2.1.0"
    assert wanted["markdown"].read_text().startswith("<!-- swerve: report -->\n")
    assert ElementTree.parse(wanted["junit"]).getroot().tag == "testsuites"  # noqa: S314 - ours
    assert (wanted["agent"] / "index.md").is_file()


@pytest.mark.parametrize("format", ["sarif", "junit", "markdown", "html", "github", "json"])
def test_a_file_gets_the_report(
    changed: Repository, tmp_path: Path, format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report"
    assert main([*CHECK, "--format", format, "--output", str(file), "--fail-on", "never"]) == 0
    assert "app.py" in file.read_text()
    told = f"swerve: wrote {file}: 1 changed. Exit 0: no objections (--fail-on never).\n"
    assert capsys.readouterr() == ("", told)


def test_pairs_and_diff_take_the_formats_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    old, new = "def f(a=1):\n    return g(a)\n", "def f(a=2):\n    return g(a)\n"
    row = {"id": "1", "old_source": old, "new_source": new, "function": "f"}
    Path("rows.jsonl").write_text(json.dumps(row) + "\n")
    main(["pairs", "rows.jsonl", "--no-run", "--format", "junit"])
    assert 'name="f"' in capsys.readouterr().out
    Path("a.py").write_text(old)
    Path("b.py").write_text(new)
    assert main(["diff", "a.py", "b.py", "--no-run", "--format", "sarif"]) == 1
    assert json.loads(capsys.readouterr().out)["runs"][0]["results"]


# --- the folder for agents -----------------------------------------------------------------------


def agent(folder: Path) -> int:
    return main([*CHECK, "--format", "agent", "--output", str(folder)])


def test_a_folder_for_agents_says_where_to_start(
    changed: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "deep" / "agent"
    assert agent(folder) == 1
    assert capsys.readouterr().out.startswith(f"{folder / 'index.md'}: 1 changed. Exit 1: ")
    (witness,) = folder.glob("w-*.md")
    assert witness.name in (folder / "index.md").read_text()
    changed.commit("Tidy", {"app.py": "def f(a=3):\n    return g(a)\n"})
    assert agent(folder) == 1
    (newer,) = folder.glob("w-*.md")
    assert newer != witness


def test_only_files_that_swerve_wrote_go_away(changed: Repository, tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    folder.mkdir()
    others = [folder / name for name in ("notes.md", "w-notes.md", "w-0a0a0a0a.md", "w-1.txt")]
    for file in others:
        file.write_text("mine")
    link = folder / "w-0b0b0b0b.md"
    link.symlink_to(folder / "notes.md")
    assert agent(folder) == 1
    assert [file.read_text() for file in others] == ["mine"] * 4
    assert link.is_symlink()


@pytest.mark.parametrize("kind", ["file", "link", "folder"])
def test_an_index_of_somebody_else_stays(
    changed: Repository, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "agent"
    folder.mkdir()
    index = folder / "index.md"
    target = tmp_path / "elsewhere.md"
    if kind == "file":
        index.write_text("mine")
    elif kind == "link":
        os.symlink(target, index)
    else:
        index.mkdir()
    assert agent(folder) == 2
    assert "was not written by swerve" in capsys.readouterr().err
    assert not target.exists()
    assert list(folder.glob("w-*")) == []


def test_nothing_is_written_through_a_link_in_the_folder(
    changed: Repository, tmp_path: Path
) -> None:
    """The folder may have come with a repository."""
    folder, target = tmp_path / "agent", tmp_path / "elsewhere"
    folder.mkdir()
    (folder / ".index.md.part").symlink_to(target)
    assert agent(folder) == 1
    assert not target.exists()


# --- wrong use ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--format", "agent"], "--output DIR"),
        (["--format", "agent", "--output", "-"], "--output DIR"),
        (["--also", "sarif"], "is not FORMAT=FILE"),
        (["--also", "pdf=x"], "is not FORMAT=FILE"),
        (["--also", "sarif=-"], "is not FORMAT=FILE"),
        (["--format", "html", "--output", "/nowhere/at/all.html"], "cannot be written"),
    ],
)
def test_what_makes_no_sense_is_said(
    changed: Repository, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*CHECK, *words]) == 2
    assert said in capsys.readouterr().err
