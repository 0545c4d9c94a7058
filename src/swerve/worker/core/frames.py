"""How do messages travel over a socket? Four bytes of length, then the message."""

from __future__ import annotations

import socket
from array import array

_send_with = socket.socket.sendmsg
_receive_with = socket.socket.recvmsg
_send = socket.socket.sendall
_RIGHTS = (socket.SOL_SOCKET, socket.SCM_RIGHTS)

#: No honest message is larger; a length beyond it means that something else wrote to the socket.
MOST_BYTES = 64 << 20
#: Descriptors that travel with one message, at most.
_MOST_FDS = 8


class ChannelClosed(Exception):
    """The other end is gone."""


class BadFrame(Exception):
    """What arrived is no message."""


def framed(message: bytes) -> bytes:
    """The message with its length in front."""
    return len(message).to_bytes(4, "big") + message


def send_frame(sock: socket.socket, message: bytes, fds: tuple[int, ...] = ()) -> None:
    """Send a message, and descriptors with it."""
    data = framed(message)
    try:
        if fds:
            sent = _send_with(sock, [data], [(*_RIGHTS, array("i", fds))])
            data = data[sent:]
        _send(sock, data)
    except OSError as error:
        raise ChannelClosed from error


def receive_frame(sock: socket.socket) -> tuple[bytes, list[int]]:
    """Wait for a message: its bytes and the descriptors that came with it."""
    fds: list[int] = []
    data = _exactly(sock, 4, fds)
    length = int.from_bytes(data, "big")
    if length > MOST_BYTES:
        raise BadFrame
    return _exactly(sock, length, fds), fds


def _exactly(sock: socket.socket, length: int, fds: list[int]) -> bytes:
    parts = []
    while length:
        try:
            part, extra, _, _ = _receive_with(sock, min(length, 1 << 20), 4 * _MOST_FDS + 64)
        except OSError as error:
            raise ChannelClosed from error
        if not part:
            raise ChannelClosed
        for level, kind, payload in extra:
            if (level, kind) == _RIGHTS:
                whole = len(payload) - len(payload) % 4
                fds.extend(array("i", payload[:whole]))
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
