"""How does the parent talk to a process without ever waiting for it?"""

from __future__ import annotations

import socket
from collections import deque

from swerve.worker.core.frames import MOST_BYTES, framed, send_frame


class Channel:
    """The parent's end of a socket: sends what fits, keeps the rest, and collects messages."""

    def __init__(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        self._sock = sock
        self._outgoing = bytearray()
        self._incoming = bytearray()
        self._messages: deque[bytes] = deque()
        self.is_closed = False

    def fileno(self) -> int:
        """The descriptor, for `select`."""
        return self._sock.fileno()

    @property
    def has_more_to_send(self) -> bool:
        """Whether something waits for the other end to read."""
        return bool(self._outgoing) and not self.is_closed

    def send(self, message: bytes) -> None:
        """Send a message, now or as soon as there is room."""
        self._outgoing += framed(message)
        self.flush()

    def send_with(self, message: bytes, fds: tuple[int, ...], seconds: float) -> None:
        """Send a message with descriptors, and wait so long for the other end to take it."""
        self._sock.settimeout(seconds)
        try:
            send_frame(self._sock, message, fds)
        finally:
            self._sock.setblocking(False)

    def flush(self) -> None:
        """Send what there is room for."""
        while self._outgoing and not self.is_closed:
            try:
                sent = self._sock.send(self._outgoing)
            except BlockingIOError:
                return
            except OSError:
                self.is_closed = True
                return
            del self._outgoing[:sent]

    def next_message(self) -> bytes | None:
        """The next message that has arrived in full, if any."""
        if not self._messages:
            self._read()
        return self._messages.popleft() if self._messages else None

    def close(self) -> None:
        """Hang up."""
        self.is_closed = True
        self._sock.close()

    def _read(self) -> None:
        while not self.is_closed:
            try:
                data = self._sock.recv(1 << 16)
            except BlockingIOError:
                break
            except OSError:
                data = b""
            if not data:
                self.is_closed = True
                break
            self._incoming += data
            if len(data) < 1 << 16:
                break
        while len(self._incoming) >= 4:
            length = int.from_bytes(self._incoming[:4], "big")
            if length > MOST_BYTES:
                self.is_closed = True  # not the worker's words: nothing after it can be trusted
                return
            if len(self._incoming) < 4 + length:
                return
            self._messages.append(bytes(self._incoming[4 : 4 + length]))
            del self._incoming[: 4 + length]
