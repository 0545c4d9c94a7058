"""`swerve pr` as a user runs it: real repositories, and a server that speaks as GitHub does."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator
from tests.source.github.server import TOKEN, GitHubServer, Reply, serving

from swerve.apps.cli import main
from swerve.check.order import skippable
from swerve.tell import schema

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = "def take(items, n=3):\n    return items[:n]\n"
NEW = OLD.replace("3", "5")
ROOT = "/repos/ada/shop"


class Shop:
    """A repository with a pull request that parted from main, which has moved on."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        repository.commit("start", {"shop/cart.py": OLD})
        repository.git("checkout", "--quiet", "-b", "more")
        repository.commit("Take five", {"shop/cart.py": NEW, "CHANGES.md": "- Take five.\n"})
        self.head = repository.git("rev-parse", "HEAD")
        repository.git("checkout", "--quiet", "main")
        self.base = repository.commit("Elsewhere", {"shop/other.py": "def g():\n    return 1\n"})
        repository.git("remote", "add", "origin", "git@github.com:ada/shop.git")


@pytest.fixture
def shop(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Shop:
    monkeypatch.chdir(repository.path)
    return Shop(repository)


@pytest.fixture
def github(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Iterator[GitHubServer]:
    with serving() as server:
        server.has_pull_request(
            title="Refactor taking",
            body="No change in behaviour. Fixes #7",
            base={"sha": shop.base},
            head={"sha": shop.head},
            user={"login": "ada", "type": "User"},
            labels=[{"name": "refactoring"}],
        )
        server.on(f"{ROOT}/issues/7", Reply({"title": "Tidy up"}))
        said = [{"body": "Nice"}, {"body": "Three was too few", "user": {"login": "ada"}}]
        server.on(f"{ROOT}/issues/12/comments", Reply(said))
        monkeypatch.setenv("GITHUB_API_URL", server.url)
        monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
        monkeypatch.setenv("GH_TOKEN", "")
        yield server


def report_of(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    report = json.loads(capsys.readouterr().out)
    Draft202012Validator(schema()).validate(report)
    assert isinstance(report, dict)
    return report


def words_of(report: dict[str, object]) -> list[tuple[str, str]]:
    intent = report["intent"]
    assert isinstance(intent, dict)
    return [(words["kind"], words["text"]) for words in intent["words"]]


WORDS = [
    ("title", "Refactor taking"),
    ("description", "No change in behaviour. Fixes #7"),
    ("commit", "Take five"),
    ("remark", "Three was too few"),
    ("label", "refactoring"),
    ("issue", "Tidy up"),
    ("changelog", "- Take five."),
    ("discussion", "Nice"),
]


def test_a_pull_request_is_checked_by_its_number(
    shop: Shop, github: GitHubServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pr", "12", "--no-run", "--format", "json"]) == 1
    report = report_of(capsys)
    assert report["new"] == shop.head[:10]
    assert words_of(report) == WORDS
    functions = report["functions"]
    assert isinstance(functions, list)
    # What main did meanwhile is no part of it.
    assert [(each["name"], each["verdict"]) for each in functions] == [("take", "changed")]


def test_the_title_stands_above_the_text(
    github: GitHubServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pr", "12", "--no-run"]) == 1
    assert '"Refactor taking"  ' in capsys.readouterr().out.splitlines()[0]


def test_a_saved_pull_request_needs_no_network_and_no_token(
    shop: Shop,
    github: GitHubServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "pr.json"
    assert main(["pr", "12", "--save", str(file)]) == 0
    assert capsys.readouterr() == ("", "")
    asked = len(github.asked)
    monkeypatch.delenv("GITHUB_API_URL")
    monkeypatch.delenv("GITHUB_TOKEN")
    assert main(["pr", str(file), "--no-run", "--format", "json"]) == 1
    assert words_of(report_of(capsys)) == WORDS
    assert len(github.asked) == asked
    assert TOKEN not in file.read_text()


def test_the_token_reaches_neither_a_file_nor_the_code_that_runs(
    shop: Shop,
    github: GitHubServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Even where the sandbox lets it see the environment."""
    head = shop.repository.commit("edit", {"shop/other.py": "def g():\n    return 1 + 1\n"})
    github.has_pull_request(base={"sha": shop.base}, head={"sha": head})
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    seen, report = tmp_path / "seen.txt", tmp_path / "report.json"
    skipped = [word for engine in skippable() for word in ("--skip", engine)]
    run = ["--sandbox", "none", "--setup", f"env > {seen}", "--output", str(report), *skipped]
    assert main(["pr", "12", "--format", "json", *run]) == 0
    assert "PATH=" in seen.read_text()
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert report in files
    assert not [file for file in files if TOKEN.encode() in file.read_bytes()]
    assert TOKEN not in "".join(capsys.readouterr())
    assert "GITHUB_TOKEN" not in os.environ


def test_commits_that_are_not_here_come_with_the_command_that_gets_them(
    shop: Shop,
    github: GitHubServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    clone = shop.repository.clone(tmp_path / "clone", "--single-branch", "--branch=main")
    clone.git("remote", "set-url", "origin", "https://ada:s3cret@github.com/ada/shop")
    monkeypatch.chdir(clone.path)
    assert main(["pr", "12", "--no-run"]) == 2
    err = capsys.readouterr().err
    assert f"hint: Run `git fetch origin {shop.head}`, or use `--fetch`." in err
    assert "revision-missing" in err
    assert "s3cret" not in err

    # What git is told is "GitHub" here.
    url = shop.repository.path.as_uri()
    rewriting = (f"url.{url}.insteadOf", "https://ada:s3cret@github.com/ada/shop")
    clone.git("config", "--file", str(tmp_path / "gitconfig"), *rewriting)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    refs = clone.git("for-each-ref")
    assert main(["pr", "12", "--no-run", "--fetch"]) == 1
    assert '"Refactor taking"' in capsys.readouterr().out
    assert clone.git("for-each-ref") == refs


def test_a_fetch_that_fails_says_why_without_a_password(
    shop: Shop,
    github: GitHubServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    clone = shop.repository.clone(tmp_path / "clone", "--single-branch", "--branch=main")
    clone.git("remote", "set-url", "origin", "https://ada:s3cret@github.com/ada/shop")
    proxy = ("http.proxy", "http://127.0.0.1:9")
    clone.git("config", "--file", str(tmp_path / "gitconfig"), *proxy)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    monkeypatch.chdir(clone.path)
    assert main(["pr", "12", "--no-run", "--fetch"]) == 2
    err = capsys.readouterr().err
    assert "git fetch failed" in err
    assert "s3cret" not in err


@pytest.mark.parametrize(
    ("url", "api", "message", "hint"),
    [
        pytest.param("/srv/shop", "", "(/srv/shop) is not on GitHub", "--repo", id="path"),
        pytest.param(None, "", "no remote `origin`", "--repo OWNER/NAME", id="no remote"),
        pytest.param(
            "https://ada:s3cret@git.example.org/ada/shop",
            "",
            "is on git.example.org, not on https://api.github.com",
            "GITHUB_API_URL=https://git.example.org/api/v3",
            id="another server",
        ),
        pytest.param(
            "git@github.com:a/b", "http://example.org", "does not use https", "https", id="plain"
        ),
    ],
)
def test_without_a_repository_nobody_is_asked(
    shop: Shop,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    url: str | None,
    api: str,
    message: str,
    hint: str,
) -> None:
    monkeypatch.setenv("GITHUB_API_URL", api)
    git = shop.repository.git
    git("remote", "remove", "origin") if url is None else git("remote", "set-url", "origin", url)
    assert main(["pr", "12"]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert hint in err
    assert "s3cret" not in err


def test_the_repository_may_be_named(
    github: GitHubServer, shop: Shop, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.repository.git("remote", "remove", "origin")
    assert main(["pr", "#12", "--repo", "ada/shop", "--no-run"]) == 1
    assert main(["pr", "12", "--repo", "ada", "--no-run"]) == 2
    assert "`ada` is not the name of a repository" in capsys.readouterr().err


def test_what_could_not_be_read_is_said_without_control_characters(
    github: GitHubServer, capsys: pytest.CaptureFixture[str]
) -> None:
    github.on(f"{ROOT}/pulls/12/reviews", Reply({"message": "No\x1b[2J größer"}, 403))
    assert main(["pr", "12", "--no-run"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("swerve: the reviews could not be read: GitHub rejected ")
    assert "No\\x1b[2J gr\\xf6\\xdfer" in err


def test_paths_and_names_of_commits_in_a_file_by_hand(
    shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pr.json"
    saved = {"schema": "swerve-pull-request/1", "title": "By hand", "base": "main", "head": "more"}
    file.write_text(json.dumps(saved))
    assert main(["pr", str(file), "shop", "--no-run", "--format", "json"]) == 1
    kinds = [kind for kind, _ in words_of(report_of(capsys))]
    assert kinds == ["title", "commit", "changelog"]
    assert main(["pr", str(tmp_path / "none.json")]) == 2
    assert "hint: Give the number of a pull request" in capsys.readouterr().err
