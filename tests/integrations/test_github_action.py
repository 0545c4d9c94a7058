"""Do the steps of the action check a pull request, and tell of it?"""

from __future__ import annotations

import json
import re
import shlex
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Repository
from tests.integrations.actions import ROOT, Runner, plain_environment, yaml

_TOKEN = "ghs_thisMustNeverBeSeen0123456789"  # noqa: S105 (no token at all)
_OLD = "def take(items, most=3):\n    return items[:most]\n"
_NEW = "def take(items, most=3):\n    return [items[:most]]\n"
#: What comparing code is enough for.
_PLAINLY_NEW = _OLD.replace("items", "things")
_SETUP = "Set up swerve"


@dataclass
class Comments:
    """The comments of one pull request, as GitHub's API keeps them."""

    url: str = ""
    kept: list[dict[str, Any]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    #: What every question is answered with instead.
    status: int = 0

    def answer(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, object]:
        self.asked.append(f"{method} {path.partition('?')[0]}")
        root = "/repos/ada/shop/issues"
        if self.status or path == "/user":  # the token of a job may not ask who it is
            return self.status or 403, {"message": "Resource not accessible by integration"}
        if method == "GET" and path.startswith(f"{root}/12/comments?"):
            page = int(re.findall(r"[?&]page=(\d+)", path)[0])
            return 200, self.kept[100 * (page - 1) : 100 * page]
        if method == "POST" and path == f"{root}/12/comments":
            user = {"login": "github-actions[bot]", "type": "Bot"}
            self.kept.append({"id": 1000 + len(self.kept), "user": user, **body})
            return 201, self.kept[-1]
        if method == "PATCH" and path.startswith(f"{root}/comments/"):
            (found,) = [each for each in self.kept if path.endswith(f"/{each['id']}")]
            found.update(body)
            return 200, found
        return 404, {"message": "Not Found"}


@pytest.fixture
def github() -> Iterator[Comments]:
    comments = Comments()

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            assert self.headers["Authorization"] == f"Bearer {_TOKEN}"
            data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, reply = comments.answer(
                self.command, self.path, json.loads(data) if data else {}
            )
            told = json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        do_GET = do_POST = do_PATCH = _answer  # noqa: N815 - as the server calls them

        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    comments.url = f"http://127.0.0.1:{server.server_address[1]}"
    yield comments
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def job(tmp_path: Path, repository: Repository, github: Comments) -> Runner:
    """A job for a pull request that breaks those who call `take` by keyword."""
    base = repository.commit("Take three", {"shop.py": _OLD})
    repository.git("checkout", "--quiet", "-b", "more")
    repository.commit("Take things", {"shop.py": _PLAINLY_NEW})
    temp = tmp_path / "runner"
    temp.mkdir()
    return job_for(repository, github, temp, base)


def job_for(repository: Repository, github: Comments, temp: Path, base: str) -> Runner:
    head = repository.git("rev-parse", "HEAD")
    event = {
        "pull_request": {
            "number": 12,
            "title": 'Refactor taking"; touch /tmp/$(id) `id`',
            "body": None,
            "base": {"sha": base},
            "head": {"sha": head, "repo": {"fork": False}},
        }
    }
    (temp / "event.json").write_text(json.dumps(event))
    runner = Runner(
        temp,
        repository.path,
        {"token": _TOKEN, "sha": head, "event": event},
        plain_environment(
            GITHUB_EVENT_NAME="pull_request",
            GITHUB_EVENT_PATH=str(temp / "event.json"),
            GITHUB_REPOSITORY="ada/shop",
            GITHUB_API_URL=github.url,
            PYTHONPATH=str(ROOT / "src"),
        ),
    )
    runner.outputs["setup"] = {
        "home": str(_home(temp)),
        "cache": str(temp / "swerve-cache"),
        "version": "0",
    }
    return runner


def _home(temp: Path) -> Path:
    """Where swerve is, for jobs that do not install it: as it is here."""
    home = temp / "here"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "python").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    (home / "bin" / "swerve").write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m swerve "$@"\n'
    )
    for file in (home / "bin").iterdir():
        file.chmod(0o755)
    return home


def _push(job: Runner, text: str) -> None:
    """Another commit of the pull request."""
    before = job.github["sha"]
    job.github["sha"] = Repository(job.workspace).commit("Once more", {"shop.py": text})
    event = Path(job.environment["GITHUB_EVENT_PATH"])
    event.write_text(event.read_text().replace(before, job.github["sha"]))


@pytest.mark.slow
def test_a_pull_request_gets_one_comment_that_is_updated(job: Runner, github: Comments) -> None:
    others = {"login": "mallory", "type": "User"}
    mark = "<!-- swerve: report -->"
    github.kept = [{"id": n, "user": others, "body": f"{mark}\nmine"} for n in range(120)]
    settings = {"python": sys.executable, "sarif": "true"}
    _push(job, _NEW)
    assert job.run(without=(_SETUP,), **settings) == 1
    assert len(github.kept) == 121
    comment = github.kept[-1]
    assert comment["body"].startswith(f"{mark}\n")
    assert "take" in comment["body"]
    assert comment["body"] == job.summary == Path(job.outputs["check"]["markdown"]).read_text()
    assert "::error file=shop.py,line=2," in job.printed("Check")
    assert [name for name, _ in job.used] == [
        "actions/cache/restore@v4",
        "actions/cache/save@v4",
        "github/codeql-action/upload-sarif@v3",
    ]
    sarif = json.loads(Path(job.used[-1][1]["sarif_file"]).read_text())
    assert sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"][
        "uri"
    ] == ("shop.py")
    report = json.loads(Path(job.outputs["check"]["json"]).read_text())
    assert report["intent"]["words"][0]["text"].startswith("Refactor taking")
    assert all(_TOKEN not in text for _, text, _ in job.ran)

    _push(job, _OLD + "\n\n# as before\n")
    assert job.run(without=(_SETUP,), **settings) == 0
    assert len(github.kept) == 121
    assert github.kept[-1]["id"] == comment["id"]
    assert "exit 0" in github.kept[-1]["body"]
    assert github.asked[-1] == f"PATCH /repos/ada/shop/issues/comments/{comment['id']}"


def test_a_fork_has_no_right_to_comment_and_fails_for_the_change_alone(
    job: Runner, github: Comments
) -> None:
    github.status = 403
    job.github["event"]["pull_request"]["head"]["repo"]["fork"] = True
    status = job.run(without=(_SETUP,), python=sys.executable, sarif="true")
    assert status == 1
    assert "::notice title=swerve::No comment: the token may not write one" in job.printed(
        "Comment"
    )
    assert "upload-sarif" not in str(job.used)
    assert "take" in job.summary


def test_the_commits_of_a_push_are_checked_and_nothing_is_commented(
    job: Runner, github: Comments
) -> None:
    pull = job.github["event"]["pull_request"]
    event = {"before": pull["base"]["sha"], "after": pull["head"]["sha"]}
    Path(job.environment["GITHUB_EVENT_PATH"]).write_text(json.dumps(event))
    job.environment["GITHUB_EVENT_NAME"] = "push"
    settings = {"python": sys.executable, "fail_on": "never"}
    assert job.run(without=(_SETUP,), cache="false", **settings) == 0
    assert "::warning file=shop.py" in job.printed("Check")
    assert github.asked == []
    assert job.used == []


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        pytest.param({"range": "--output=/tmp/x"}, "unknown-revision", id="a range is no option"),
        pytest.param({"python": "/no/such"}, "python-missing", id="no interpreter"),
        pytest.param(
            {"working_directory": "$(touch x)"}, "names no folder", id="no shell reads it"
        ),
    ],
)
def test_what_cannot_be_checked_fails_and_says_why(
    job: Runner, github: Comments, inputs: dict[str, str], said: str
) -> None:
    given = {"python": sys.executable, **inputs}
    assert job.run(without=(_SETUP,), **given) not in (0, 1)
    assert said in "".join(text for _, text, _ in job.ran)
    assert github.asked == []
    assert not (job.workspace / "x").exists()


def test_nothing_that_others_wrote_stands_in_a_script() -> None:
    """A title of a pull request in a script is a command that its author runs."""
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    scripts = [step["run"] for step in action["runs"]["steps"] if "run" in step]
    assert len(scripts) == 4
    assert not any("${{" in script for script in scripts)
    tokens = [step["name"] for step in action["runs"]["steps"] if "token" in str(step)]
    assert tokens == ["Comment"]


@pytest.mark.slow
def test_the_action_installs_itself_and_checks(job: Runner, github: Comments) -> None:
    del job.environment["PYTHONPATH"]
    assert job.run(python=sys.executable) == 1, job.ran
    assert re.fullmatch(r"\d+\.\d+.*", job.outputs["setup"]["version"])
    assert len(github.kept) == 1
