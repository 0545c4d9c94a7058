"""What do services say that nobody can reach from here? As little as keeps a caller going.

A service is fed what a caller sends, notes what was asked of it, and gives what it answers. The
answers are made up, the same for both sides: 200 and an empty JSON object.
"""

from __future__ import annotations

import re as _re
from typing import Any, NamedTuple

#: Bytes of one request that are kept.
_MOST_BYTES = 1 << 20
_METHODS = (b"GET ", b"POST ", b"PUT ", b"PATCH ", b"DELETE ", b"HEAD ", b"OPTIONS ", b"CONNECT ")
#: Ports at which a service speaks first.
_MAIL_PORTS = frozenset((25, 465, 587, 2525))
#: Headers that follow from others, or from the version of a library.
_ASIDE = frozenset(("host", "content-length", "connection", "transfer-encoding", "user-agent"))
_JSON = b"{}"


class Request(NamedTuple):
    """What was asked of a service."""

    service: str
    #: "POST https://api.example.com/v1/items".
    label: str
    parts: dict[str, Any]


class Service:
    """One connection to a service, seen from the service."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self.is_secure = False
        self._received = bytearray()
        self._answering: Any = _Mail(self) if port in _MAIL_PORTS else None

    @property
    def address(self) -> str:
        """Where it is, for a person."""
        return f"{self.host}:{self.port}"

    def greeting(self) -> bytes:
        """What it says before it is spoken to."""
        return b"220 mail ready\r\n" if self._answering is not None else b""

    def receive(self, data: bytes) -> tuple[list[Request], bytes | None]:
        """Take what was sent: what is asked by now, and the answer; None where it hangs up."""
        if len(self._received) < _MOST_BYTES:
            self._received += data
        if self._answering is None:
            for kind in (_Http, _Redis):
                if kind.speaks(self._received):
                    self._answering = kind(self)
                    break
            else:
                sent = bytes(self._received)
                self._received.clear()
                return [
                    Request(self.address, f"data to {self.address}", {"body": _text(sent)})
                ], None
        requests: list[Request] = []
        answer = bytearray()
        while True:
            before = len(self._received)
            found, said = self._answering.next(self._received)
            if found is not None:
                requests.append(found)
            if said:
                answer += said
            if not self._received or len(self._received) == before:
                return requests, bytes(answer)


class _Http:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._has_continued = False

    @staticmethod
    def speaks(received: bytearray) -> bool:
        return received.startswith(_METHODS)

    def next(self, received: bytearray) -> tuple[Request | None, bytes]:
        head_end = received.find(b"\r\n\r\n")
        if head_end < 0:
            return None, b""
        first, *lines = bytes(received[:head_end]).decode("latin-1").split("\r\n")
        headers = [(name.strip(), value.strip()) for name, _, value in map(_split, lines)]
        known = {name.lower(): value for name, value in headers}
        body, end = _body(received, head_end + 4, known)
        if body is None:
            if known.get("expect", "").lower() == "100-continue" and not self._has_continued:
                self._has_continued = True
                return None, b"HTTP/1.1 100 Continue\r\n\r\n"
            return None, b""
        self._has_continued = False
        del received[:end]
        method, _, rest = first.partition(" ")
        target = rest.rpartition(" ")[0]
        if method == "CONNECT":
            host, _, port = target.rpartition(":")
            self._service.host = host
            self._service.port = int(port) if port.isdigit() else 443
            return None, b"HTTP/1.1 200 OK\r\n\r\n"
        told = {name: value for name, value in headers if name.lower() not in _ASIDE}
        request = self._request(method, target, told, known.get("content-type", ""), body)
        answer = b"" if method == "HEAD" else _JSON
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        return request, head % len(_JSON) + answer

    def _request(
        self, method: str, target: str, headers: dict[str, str], kind: str, body: bytes
    ) -> Request:
        service = self._service
        scheme, usual = ("https", 443) if service.is_secure else ("http", 80)
        origin = f"{scheme}://{service.host}"
        if service.port != usual:
            origin += f":{service.port}"
        if "://" in target:  # through a proxy
            origin, target = "", target
        path, _, query = target.partition("?")
        parts: dict[str, Any] = {"headers": headers}
        if query:
            parts["query"] = query.split("&")
        if body:
            parts["body"] = _meaning(body, kind)
        return Request(origin or service.address, f"{method} {origin}{path}", parts)


def _split(line: str) -> tuple[str, str, str]:
    return line.partition(":")


def _body(received: bytearray, start: int, headers: dict[str, str]) -> tuple[bytes | None, int]:
    """The body and where it ends; None while it is not all there."""
    if "chunked" in headers.get("transfer-encoding", "").lower():
        whole = bytearray()
        while True:
            line_end = received.find(b"\r\n", start)
            if line_end < 0:
                return None, 0
            size = int(bytes(received[start:line_end]).split(b";")[0] or b"0", 16)
            start = line_end + 2
            if len(received) < start + size + 2:
                return None, 0
            whole += received[start : start + size]
            start += size + 2
            if not size:
                return bytes(whole), start
    length = headers.get("content-length", "0")
    end = start + (int(length) if length.isdigit() else 0)
    return (bytes(received[start:end]), end) if len(received) >= end else (None, 0)


def _meaning(body: bytes, kind: str) -> Any:
    """A body as what it stands for, where its type says so."""
    if "json" in kind:
        from json import loads

        try:
            return loads(body)
        except (ValueError, RecursionError):
            return _text(body)
    if kind.startswith("multipart/") and "boundary=" in kind:
        boundary = kind.partition("boundary=")[2].strip('"').encode("latin-1")
        return _text(body.replace(boundary, b"(boundary)"))
    return _text(body)


def _text(data: bytes) -> Any:
    try:
        return data.decode()
    except ValueError:
        return data


class _Mail:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._letter: dict[str, Any] = {}
        self._is_in_text = False

    def next(self, received: bytearray) -> tuple[Request | None, bytes]:
        mark = b"\r\n.\r\n" if self._is_in_text else b"\r\n"
        at = received.find(mark)
        if at < 0:
            return None, b""
        line = bytes(received[:at])
        del received[: at + len(mark)]
        if self._is_in_text:
            self._is_in_text = False
            letter, self._letter = self._letter, {}
            letter["text"] = _text(_BOUNDARY.sub(b"(boundary)", line))
            return Request(self._service.address, f"mail to {self._service.address}", letter), _OK
        word = line[:4].upper()
        if word == b"EHLO":
            return None, b"250-mail\r\n250-STARTTLS\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME\r\n"
        if word == b"DATA":
            self._is_in_text = True
            return None, b"354 go on\r\n"
        if word in (b"MAIL", b"RCPT"):
            self._letter.setdefault(word.decode().lower(), []).append(
                _text(line.split(b":", 1)[-1])
            )
        return None, _MAIL_WORDS.get(word, _OK)


_OK = b"250 OK\r\n"
_MAIL_WORDS = {b"STAR": b"220 ready\r\n", b"AUTH": b"235 welcome\r\n", b"QUIT": b"221 bye\r\n"}
#: What separates the parts of a letter is drawn by chance.
_BOUNDARY = _re.compile(rb"={10,30}\d{10,25}==")


class _Redis:
    """The commands that most callers use, on an empty store."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._values: dict[bytes, bytes] = {}

    @staticmethod
    def speaks(received: bytearray) -> bool:
        return received.startswith(b"*") and received[1:2].isdigit()

    def next(self, received: bytearray) -> tuple[Request | None, bytes]:
        words, end = _words(received)
        if words is None:
            return None, b""
        del received[:end]
        name = words[0].upper() if words else b""
        answer = self._answer(name, words[1:])
        if name in _QUIET:
            return None, answer
        shown = [_text(word) for word in words]
        label = f"{name.decode('latin-1')} {self._service.address}"
        return Request(self._service.address, label, {"command": shown}), answer

    def _answer(self, name: bytes, given: list[bytes]) -> bytes:
        if name == b"HELLO":
            return b"-ERR unknown command\r\n"
        if name == b"PING":
            return b"+PONG\r\n"
        if name in (b"SET", b"SETEX", b"PSETEX") and len(given) > 1:
            self._values[given[0]] = given[-1] if name != b"SET" else given[1]
            return b"+OK\r\n"
        if name == b"GET" and given:
            value = self._values.get(given[0])
            return b"$-1\r\n" if value is None else b"$%d\r\n%b\r\n" % (len(value), value)
        if name in (b"INCR", b"DECR", b"INCRBY", b"DECRBY") and given:
            by = int(given[1]) if len(given) > 1 and given[1].isdigit() else 1
            now = int(self._values.get(given[0], b"0")) + (by if name[:1] == b"I" else -by)
            self._values[given[0]] = b"%d" % now
            return b":%d\r\n" % now
        if name == b"DEL":
            return b":%d\r\n" % sum(self._values.pop(key, None) is not None for key in given)
        if name in _LISTING:
            return b"*0\r\n"
        return b"$-1\r\n" if name in _FETCHING else b":1\r\n" if name in _COUNTING else b"+OK\r\n"


_QUIET = frozenset((b"HELLO", b"CLIENT", b"PING", b"AUTH", b"SELECT", b"GET", b"INFO", b"COMMAND"))
_LISTING = frozenset((b"KEYS", b"LRANGE", b"SMEMBERS", b"HGETALL", b"MGET", b"ZRANGE", b"HKEYS"))
_FETCHING = frozenset((b"HGET", b"LPOP", b"RPOP", b"SPOP", b"GETSET", b"GETDEL", b"LINDEX"))
_COUNTING = frozenset(
    (
        *(b"HSET", b"SADD", b"SREM", b"LPUSH", b"RPUSH", b"ZADD", b"EXPIRE", b"PUBLISH", b"HDEL"),
        *(b"EXISTS", b"SETNX", b"LLEN", b"SCARD", b"HINCRBY", b"PERSIST", b"SISMEMBER", b"XADD"),
    )
)


def _words(received: bytearray) -> tuple[list[bytes] | None, int]:
    """A command of Redis and where it ends; None while it is not all there."""
    end = received.find(b"\r\n")
    if end < 0 or not received[1:end].isdigit():
        return None, 0
    words, at = [], end + 2
    for _ in range(int(received[1:end])):
        end = received.find(b"\r\n", at)
        if end < 0 or received[at : at + 1] != b"$" or not received[at + 1 : end].isdigit():
            return None, 0
        size = int(received[at + 1 : end])
        at = end + 2 + size + 2
        if len(received) < at:
            return None, 0
        words.append(bytes(received[end + 2 : end + 2 + size]))
    return words, at
