"""A job of GitHub Actions about a pull request, and the GitHub that it talks to."""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.conftest import Repository
from tests.integrations.actions import Runner, plain_environment

TOKEN = "ghs_thisMustNeverBeSeen0123456789"  # noqa: S105 (no token at all)
SETUP = "Set up swerve"
#: The run of the workflow that checks.
RUN = 77


@dataclass
class GitHub:
    """One pull request with its comments, and what a run about it left, as the API keeps them."""

    url: str = ""
    comments: list[dict[str, Any]] = field(default_factory=list)
    pulls: list[dict[str, Any]] = field(default_factory=list)
    artifacts: list[dict[str, Any]] = field(default_factory=list)
    #: What is in each artifact, by its id.
    zips: dict[int, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    #: What was asked without a token, or with one where none belongs.
    strange: list[str] = field(default_factory=list)
    #: What every question is answered with instead.
    status: int = 0

    def answer(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, object]:
        """The status of a reply, and what it says: an object, bytes, or where to go instead."""
        self.asked.append(f"{method} {path.partition('?')[0]}")
        root = "/repos/ada/shop"
        if self.status or path == "/user":  # the token of a job may not ask who it is
            return self.status or 403, {"message": "Resource not accessible by integration"}
        if method == "GET" and path.startswith(f"{root}/issues/12/comments?"):
            page = int(re.findall(r"[?&]page=(\d+)", path)[0])
            return 200, self.comments[100 * (page - 1) : 100 * page]
        if method == "GET" and path.startswith(f"{root}/pulls?"):
            return 200, self.pulls
        if method == "GET" and path.startswith(f"{root}/actions/runs/{RUN}/artifacts?"):
            return 200, {"artifacts": self.artifacts}
        if found := re.fullmatch(rf"GET {root}/actions/artifacts/(\d+)/zip", f"{method} {path}"):
            return 302, f"{self.url}/storage/{found[1]}"
        if found := re.fullmatch(r"GET /storage/(\d+)", f"{method} {path}"):
            return 200, self.zips[int(found[1])]
        if method == "POST" and path == f"{root}/issues/12/comments":
            user = {"login": "github-actions[bot]", "type": "Bot"}
            self.comments.append({"id": 1000 + len(self.comments), "user": user, **body})
            return 201, self.comments[-1]
        if method == "PATCH" and path.startswith(f"{root}/issues/comments/"):
            (found_comment,) = [each for each in self.comments if path.endswith(f"/{each['id']}")]
            found_comment.update(body)
            return 200, found_comment
        return 404, {"message": "Not Found"}

    def hear(self, method: str, path: str, told: str | None) -> None:
        """Note who asks: the token is for the API, and for no storage that it leads to."""
        if told != (None if path.startswith("/storage/") else f"Bearer {TOKEN}"):
            self.strange.append(f"{method} {path} {told}")


@contextmanager
def github_server() -> Iterator[GitHub]:
    """GitHub on this machine, as long as it is open."""
    github = GitHub()

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            github.hear(self.command, self.path, self.headers["Authorization"])
            data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked = json.loads(data) if data else {}
            status, reply = github.answer(self.command, self.path, asked)
            told = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
            self.send_response(status)
            if status == 302:
                self.send_header("Location", str(reply))
            self.send_header("Content-Length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        do_GET = do_POST = do_PATCH = _answer  # noqa: N815 - as the server calls them

        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    github.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield github
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def job_for(repository: Repository, github: GitHub, temp: Path, base: str) -> Runner:
    """A job about a pull request from `base` to what is checked out, without the setup step."""
    head = repository.git("rev-parse", "HEAD")
    event = {
        "pull_request": {
            "number": 12,
            "title": 'Refactor taking"; touch /tmp/$(id) `id`',
            "body": None,
            "base": {"sha": base},
            "head": {"sha": head, "repo": {"fork": False, "full_name": "ada/shop"}},
        }
    }
    (temp / "event.json").write_text(json.dumps(event))
    runner = Runner(
        temp,
        repository.path,
        {
            "token": TOKEN,
            "sha": head,
            "event": event,
            "event_name": "pull_request",
            "repository": "ada/shop",
        },
        plain_environment(
            GITHUB_EVENT_NAME="pull_request",
            GITHUB_EVENT_PATH=str(temp / "event.json"),
            GITHUB_REPOSITORY="ada/shop",
            GITHUB_API_URL=github.url,
            GITHUB_SERVER_URL="https://github.com",
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
    (home / "bin" / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (home / "bin" / "swerve").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m swerve "$@"\n')
    for file in (home / "bin").iterdir():
        file.chmod(0o755)
    return home
