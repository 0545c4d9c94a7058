"""How does one request get to a server and its response back, in bounded time and space?"""

from __future__ import annotations

import base64
import contextlib
import http.client
import socket
import ssl
import threading
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

from swerve.meaning.llm._server import Patience

#: Bytes of a response; a reply of a million tokens has about half as many.
MOST_BYTES = 8 << 20
_PART = 1 << 16


@dataclass(frozen=True, slots=True)
class Response:
    """What a server answered."""

    status: int
    content_type: str
    retry_after: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Failed:
    """Why there is no whole response, in words; what was sent is not in them."""

    why: str
    #: Trying again may help.
    is_passing: bool = True


def post(
    url: str,
    headers: Mapping[str, str],
    body: bytes,
    patience: Patience,
    most_bytes: int = MOST_BYTES,
) -> Response | Failed:
    """Send a body and read the response. Redirections are not followed: the key stays here."""
    parts = urlsplit(url)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    try:
        connection = _connection(parts, patience.connect_s)
    except (OSError, ValueError) as error:  # certificates or a proxy that make no sense
        return Failed(f"{parts.hostname} cannot be reached: {_words(error)}", is_passing=False)
    try:
        connection.connect()
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        connection.close()
        return Failed(f"{parts.hostname} cannot be reached: {_words(error)}")
    watch = _Watch(connection.sock, patience.reply_s)
    try:
        with watch:
            connection.request("POST", path, body, dict(headers))
            response = connection.getresponse()
            data = _read(response, most_bytes)
    except (OSError, http.client.HTTPException, ValueError) as error:
        if watch.has_cut:
            return Failed(_late(patience))
        return Failed(f"the connection broke: {_words(error)}")
    finally:
        connection.close()
    if watch.has_cut:
        return Failed(_late(patience))
    if data is None:
        return Failed(f"the reply has more than {most_bytes} bytes", is_passing=False)
    return Response(
        response.status,
        response.getheader("Content-Type", "") or "",
        response.getheader("Retry-After", "") or "",
        data,
    )


def _read(response: http.client.HTTPResponse, most_bytes: int) -> bytes | None:
    """All of it; `None` when there is more than anybody wants."""
    data = bytearray()
    while part := response.read1(_PART):
        data += part
        if len(data) > most_bytes:
            return None
    if response.length:  # so many bytes were announced and did not come
        raise http.client.IncompleteRead(bytes(data), response.length)
    return bytes(data)


class _Watch:
    """Cuts a connection when its time is up, however busy it looks."""

    def __init__(self, sock: socket.socket, seconds: float) -> None:
        sock.settimeout(seconds)
        self._sock = sock
        self._until = time.monotonic() + seconds
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True
        self.has_cut = False

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self.has_cut = self.has_cut or time.monotonic() >= self._until

    def _cut(self) -> None:
        self.has_cut = True
        with contextlib.suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)


def _connection(parts: SplitResult, timeout_s: float) -> http.client.HTTPConnection:
    host = parts.hostname or ""
    if parts.scheme == "http":
        return http.client.HTTPConnection(host, parts.port, timeout=timeout_s)
    secured = ssl.create_default_context()
    proxy = urllib.request.getproxies().get("https", "")
    if not proxy or urllib.request.proxy_bypass(host):
        return http.client.HTTPSConnection(host, parts.port, timeout=timeout_s, context=secured)
    through = urlsplit(proxy if "//" in proxy else f"http://{proxy}")
    connection = http.client.HTTPSConnection(
        through.hostname or "", through.port, timeout=timeout_s, context=secured
    )
    connection.set_tunnel(host, parts.port, headers=_proxy_headers(through))
    return connection


def _proxy_headers(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    words = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(words.encode()).decode()}"}


def _late(patience: Patience) -> str:
    return f"the reply was not complete after {patience.reply_s:g} s"


def _words(error: BaseException) -> str:
    """An error without its text where that may hold what was sent."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, ssl.SSLError):
        return f"{type(error).__name__}: {error.reason}"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__
