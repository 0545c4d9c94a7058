"""How does one request get to a server and its response back, in bounded time and space?

One thin client for GitHub and for language models. Libraries bound the time of single reads, not
that of a whole response, and follow redirections with what is secret in the headers.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import ipaddress
import math
import socket
import ssl
import threading
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from email.utils import parsedate_to_datetime
from enum import Enum
from urllib.parse import SplitResult, unquote, urlsplit

_PART = 1 << 16


@dataclass(frozen=True, slots=True)
class Response:
    """What a server answered."""

    status: int
    headers: Message
    body: bytes

    def retry_after(self) -> float | None:
        """The pause that it asks for, in seconds; `None` where it says nothing that makes sense."""
        text = self.headers.get("Retry-After", "").strip()
        try:
            seconds = float(text)
        except ValueError:
            try:
                seconds = parsedate_to_datetime(text).timestamp() - time.time()
            except (ValueError, TypeError, OverflowError):
                return None
        return max(0.0, seconds) if math.isfinite(seconds) else None


class Trouble(Enum):
    """What kept a response from coming."""

    #: Certificates or a proxy that make no sense.
    NO_WAY = "no way"
    UNREACHED = "unreached"
    BROKEN = "broken"
    LATE = "late"
    TOO_LARGE = "too large"


@dataclass(frozen=True, slots=True)
class Failed:
    """Why there is no whole response, in words; what was sent is not in them."""

    trouble: Trouble
    why: str = ""

    @property
    def is_passing(self) -> bool:
        """Whether trying again may help."""
        return self.trouble not in (Trouble.NO_WAY, Trouble.TOO_LARGE)


def ask(
    url: str,
    headers: Mapping[str, str],
    body: bytes | None = None,
    *,
    connect_s: float,
    reply_s: float,
    most_bytes: int,
) -> Response | Failed:
    """Send a request, a POST where there is a body, and read the response.

    Redirections are not followed: what is secret in the headers is for this server alone.
    """
    parts = urlsplit(url)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    try:
        connection = _connection(parts, connect_s)
    except (OSError, ValueError) as error:
        return Failed(Trouble.NO_WAY, _words(error))
    try:
        connection.connect()
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        connection.close()
        return Failed(Trouble.UNREACHED, _words(error))
    watch = _Watch(connection.sock, reply_s)
    try:
        with watch:
            connection.request("GET" if body is None else "POST", path, body, dict(headers))
            response = connection.getresponse()
            data = _read(response, most_bytes)
    except (OSError, http.client.HTTPException, ValueError) as error:
        return Failed(Trouble.LATE if watch.has_cut else Trouble.BROKEN, _words(error))
    finally:
        connection.close()
    if watch.has_cut:
        return Failed(Trouble.LATE)
    if data is None:
        return Failed(Trouble.TOO_LARGE)
    return Response(response.status, response.headers, data)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


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
    if not proxy or is_loopback(host) or urllib.request.proxy_bypass(host):
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


def _words(error: BaseException) -> str:
    """An error without its text where that may hold what was sent."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, ssl.SSLError):
        return f"{type(error).__name__}: {error.reason}"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__
