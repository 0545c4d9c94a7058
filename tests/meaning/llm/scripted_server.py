"""A server that speaks the chat protocol, and says what a test tells it to."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias

from swerve.meaning.llm import Patience, Prices, Secret, Server

KEY = "sk-test-4f9d8c7b6a5e"  # as keys look; opens nothing


@dataclass(frozen=True, slots=True)
class Says:
    """One response, byte for byte."""

    body: bytes = b""
    status: int = 200
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()
    #: Announce so many bytes more than come.
    missing: int = 0
    #: Seconds between two bytes of the body.
    pause_s: float = 0.0
    #: Close the connection instead of answering.
    hangs_up: bool = False
    #: Send this in place of any HTTP.
    raw: bytes = b""


def chat(content: object, *, reason: str = "stop", usage: object = (10, 5)) -> Says:
    """A reply as it should be."""
    reply: dict[str, Any] = {
        "id": "1",
        "object": "chat.completion",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": content},
                "finish_reason": reason,
            }
        ],
    }
    if isinstance(usage, tuple):
        reply["usage"] = {
            "prompt_tokens": usage[0],
            "completion_tokens": usage[1],
            "total_tokens": sum(usage),
        }
    elif usage is not None:
        reply["usage"] = usage
    return Says(json.dumps(reply).encode())


def failure(status: int, message: str, *headers: tuple[str, str]) -> Says:
    """An error as servers write it."""
    return Says(json.dumps({"error": {"message": message}}).encode(), status, headers=headers)


#: What to say next: given what was asked.
Speaker: TypeAlias = Callable[[dict[str, Any]], Says]


@dataclass(slots=True)
class Script:
    """What the server says, one response after the other, and what it was asked."""

    says: list[Says | Speaker]
    #: Said again and again when all else was said.
    finally_says: Says | Speaker = field(default_factory=lambda: failure(400, "nothing left"))
    asked: list[dict[str, Any]] = field(default_factory=list)
    authorizations: list[str] = field(default_factory=list)
    url: str = ""

    def next(self, body: dict[str, Any]) -> Says:
        """The response to a request."""
        self.asked.append(body)
        says = self.says.pop(0) if self.says else self.finally_says
        return says if isinstance(says, Says) else says(body)

    def server(self, **patience: float) -> Server:
        """How a client finds it; it waits for little."""
        patient = {"connect_s": 30.0, "reply_s": 30.0, "first_wait_s": 0.01, **patience}
        return Server(
            self.url,
            "scripted",
            Secret(KEY),
            Prices(1.0, 10.0),
            Patience(**patient),  # type: ignore[arg-type]
        )

    def prompt(self, number: int = -1) -> str:
        """All that was said to the model in one request."""
        return "\n".join(each["content"] for each in self.asked[number]["messages"])


@contextmanager
def scripted(*says: Says | Speaker, finally_says: Says | Speaker | None = None) -> Iterator[Script]:
    """A server on this machine, as long as this is open."""
    script = Script(list(says))
    if finally_says is not None:
        script.finally_says = finally_says

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            body = json.loads(self.rfile.read(length))
            script.authorizations.append(self.headers.get("Authorization", ""))
            _say(self, script.next({"path": self.path, **body}))

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        script.url = f"http://127.0.0.1:{server.server_port}/v1"
        try:
            yield script
        finally:
            server.shutdown()


def _say(handler: BaseHTTPRequestHandler, says: Says) -> None:
    handler.close_connection = True
    try:
        if says.hangs_up:
            handler.connection.shutdown(socket.SHUT_RDWR)
            return
        if says.raw:
            handler.wfile.write(says.raw)
            return
        handler.send_response(says.status)
        handler.send_header("Content-Type", says.content_type)
        handler.send_header("Content-Length", str(len(says.body) + says.missing))
        for name, value in says.headers:
            handler.send_header(name, value)
        handler.end_headers()
        if not says.pause_s:
            handler.wfile.write(says.body)
        for at in range(len(says.body) if says.pause_s else 0):
            handler.wfile.write(says.body[at : at + 1])
            time.sleep(says.pause_s)
    except OSError:
        pass  # the client had enough
