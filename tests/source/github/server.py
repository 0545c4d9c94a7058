"""A server that speaks as GitHub's API does, or as it should not."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BASE = "b" * 40
HEAD = "a" * 40
TOKEN = "ghp_thisMustNeverBeSeen0123456789"  # noqa: S105 (no token at all)


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer."""

    body: object = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Before anything is said.
    delay_s: float = 0.0
    #: Closes the connection in the middle of the answer.
    breaks_off: bool = False

    @property
    def data(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


@dataclass(frozen=True, slots=True)
class Asked:
    """One question that was asked."""

    path: str
    headers: Mapping[str, str]


class GitHubServer:
    """Answers by path; of several replies, one after the other and then the last for good."""

    def __init__(self) -> None:
        self.replies: dict[str, list[Reply]] = {}
        self.asked: list[Asked] = []
        self.url = ""

    def on(self, path: str, *replies: Reply) -> None:
        """Say what is answered to a path, with its query if it has one."""
        self.replies[path] = list(replies)

    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]

    def next_reply(self, path: str) -> Reply:
        replies = self.replies.get(path) or self.replies.get(path.partition("?")[0])
        if not replies:
            return Reply({"message": "Not Found"}, 404)
        return replies.pop(0) if len(replies) > 1 else replies[0]

    def has_pull_request(
        self, number: int = 12, repository: str = "ada/shop", **fields: object
    ) -> None:
        """Answer for one pull request, with nothing said about it but its title."""
        pull = {
            "number": number,
            "title": "Take more",
            "body": None,
            "base": {"sha": BASE},
            "head": {"sha": HEAD},
            "closed_at": None,
            **fields,
        }
        root = f"/repos/{repository}"
        self.on(f"{root}/pulls/{number}", Reply(pull))
        for kind, what in (
            *(("pulls", "commits"), ("pulls", "comments"), ("pulls", "reviews")),
            *(("issues", "comments"), ("issues", "timeline")),
        ):
            self.on(f"{root}/{kind}/{number}/{what}", Reply([]))


@contextmanager
def serving() -> Iterator[GitHubServer]:
    """A server on this machine, as long as it is open."""
    github = GitHubServer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            github.asked.append(Asked(self.path, dict(self.headers)))
            reply = github.next_reply(self.path)
            time.sleep(reply.delay_s)
            data = reply.data
            try:
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data[: len(data) // 2] if reply.breaks_off else data)
            except OSError:
                return  # the client has given up

        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = False  # closing waits for them
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    github.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield github
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
