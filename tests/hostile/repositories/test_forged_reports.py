"""A job of a stranger left a report: what can it make the workflow do that comments on it?"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from tests.integrations.actions import ROOT, Runner, plain_environment
from tests.integrations.jobs import RUN, TOKEN, GitHub, github_server
from tests.tell.example import full_report
from tests.tell.test_formats import vile_report

from swerve.tell import render_json

_HEAD = "a" * 40
_MARK = "<!-- swerve: report -->"


@pytest.fixture
def github() -> Iterator[GitHub]:
    with github_server() as opened:
        opened.pulls = [_pull(12)]
        yield opened
    assert not opened.strange


def _pull(number: int, sha: str = _HEAD, home: str = "mallory/shop") -> dict[str, Any]:
    return {"number": number, "head": {"sha": sha, "repo": {"full_name": home}}}


def _leave(github: GitHub, *members: tuple[str, bytes], name: str = "swerve-report") -> None:
    """Let the run have left an artifact."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members:
            archive.writestr(member, content)
    number = 500 + len(github.artifacts)
    github.artifacts.append({"id": number, "name": name, "size_in_bytes": data.tell()})
    github.zips[number] = data.getvalue()


def _comment(github: GitHub, temp: Path, **run: object) -> Runner:
    """Run the workflow that comments, after a run about a fork's pull request."""
    event = {
        "workflow_run": {
            "id": RUN,
            "event": "pull_request",
            "head_sha": _HEAD,
            "head_branch": "more&state=all",
            "head_repository": {"full_name": "mallory/shop", "owner": {"login": "mallory"}},
            **run,
        }
    }
    (temp / "event.json").write_text(json.dumps(event))
    runner = Runner(
        temp,
        temp,
        {"token": TOKEN, "event": event, "event_name": "workflow_run", "repository": "ada/shop"},
        plain_environment(
            GITHUB_EVENT_NAME="workflow_run",
            GITHUB_EVENT_PATH=str(temp / "event.json"),
            GITHUB_REPOSITORY="ada/shop",
            GITHUB_API_URL=github.url,
        ),
        ROOT / "integrations" / "github" / "comment",
    )
    assert runner.run() == 0, runner.ran
    assert TOKEN not in runner.printed("Comment")
    return runner


def test_a_report_of_a_fork_becomes_one_comment(github: GitHub, tmp_path: Path) -> None:
    _leave(github, ("swerve.json", render_json(full_report()).encode()))
    for _ in range(2):
        _comment(github, tmp_path)
    (comment,) = github.comments
    assert comment["body"].startswith(f"{_MARK}\n")
    assert "RetryMiddleware._retry" in comment["body"]
    assert f"https://github.com/ada/shop/actions/runs/{RUN}" in comment["body"]
    assert github.asked.count("POST /repos/ada/shop/issues/12/comments") == 1


class _Tags(HTMLParser):
    """Which HTML a comment has, and which of its words are outside of code."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[tuple[str, str]] = set()
        self.plain = ""
        self.comments: list[str] = []
        self._inside = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add((tag, str(attrs)))
        self._inside += tag in ("code", "pre")

    def handle_endtag(self, tag: str) -> None:
        self._inside -= tag in ("code", "pre")

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def handle_data(self, data: str) -> None:
        self.plain += "" if self._inside else data


def test_a_report_is_made_of_markdown_and_html(github: GitHub, tmp_path: Path) -> None:
    """Nobody is mentioned, nothing is linked, and no HTML comes from the report."""
    forged = json.loads(render_json(vile_report()))
    more = ["<img src=x>", f"{_MARK}\n@ada see #1", "[x](https://evil.example)", "@ada/all"]
    for function, text in zip(forged["functions"], more, strict=False):
        function |= {"name": text, "reason": text, "file": text, "verdict": "inconclusive"}
        function["interface"] = []
    forged |= {"old": more[1], "new": more[2]}
    _leave(github, ("swerve.json", json.dumps(forged).encode()))
    _comment(github, tmp_path)
    (comment,) = github.comments
    shown = _Tags()
    shown.feed(MarkdownIt("gfm-like", {"linkify": False}).render(comment["body"]))
    assert {tag for tag, _ in shown.tags} <= {
        *("h3", "p", "code", "pre", "details", "summary", "b", "sub", "a")
    }
    links = [attributes for tag, attributes in shown.tags if tag == "a"]
    assert links == [f"[('href', 'https://github.com/ada/shop/actions/runs/{RUN}')]"]
    assert "@" not in shown.plain
    assert shown.comments == [" swerve: report "]


@pytest.mark.parametrize(
    "members",
    [
        pytest.param([("swerve.json", b"{}")], id="no report"),
        pytest.param([("swerve.json", b"[" * 100_000)], id="nested"),
        pytest.param([("swerve.json", b" " * 100_000_000)], id="a bomb"),
        pytest.param([("../swerve.json", b"{}"), ("swerve.markdown", b"@ada")], id="other members"),
        pytest.param([], id="empty"),
    ],
)
def test_what_is_no_report_is_not_told(
    github: GitHub, tmp_path: Path, members: list[tuple[str, bytes]]
) -> None:
    _leave(github, *members)
    runner = _comment(github, tmp_path)
    assert github.comments == []
    assert "::notice title=swerve::No comment: " in runner.printed("Comment")
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        *("event.json", "output", "step.sh", "summary")
    ]


def test_an_artifact_is_no_archive(github: GitHub, tmp_path: Path) -> None:
    _leave(github)
    github.zips[500] = b"PK\x03\x04::error::x"
    assert "does not contain swerve.json" in _comment(github, tmp_path).printed("Comment")
    assert github.comments == []


@pytest.mark.parametrize(
    ("pulls", "run"),
    [
        pytest.param([_pull(12, "b" * 40)], {}, id="the branch has moved on"),
        pytest.param([_pull(12, home="ada/shop")], {}, id="a branch of the same name"),
        pytest.param([_pull(12), _pull(13)], {}, id="two pull requests"),
        pytest.param([], {}, id="closed"),
        pytest.param([_pull(12)], {"event": "push"}, id="a push"),
        pytest.param([_pull(12)], {"head_repository": None}, id="a fork that is gone"),
    ],
)
def test_github_says_which_pull_request_it_is(
    github: GitHub, tmp_path: Path, pulls: list[dict[str, Any]], run: dict[str, object]
) -> None:
    """A report names commits and whatever else its author likes, and none of it is asked."""
    github.pulls = pulls
    _leave(github, ("swerve.json", render_json(full_report()).encode()))
    _comment(github, tmp_path, **run)
    assert github.comments == []
    assert not any(asked.startswith("POST") for asked in github.asked)


def test_another_artifact_of_the_run_is_left_alone(github: GitHub, tmp_path: Path) -> None:
    _leave(github, ("swerve.json", render_json(full_report()).encode()), name="swerve-report2")
    assert "has no artifact" in _comment(github, tmp_path).printed("Comment")
