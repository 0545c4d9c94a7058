"""Where does the server listen, and how does it end?"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING

from swerve.model.errors import CannotListen, ExtraMissing

from ._access import Access

if TYPE_CHECKING:
    from ._results import Store

#: What is under way when the server is told to end has so long.
_GRACE_S = 2


def listening(host: str, port: int) -> socket.socket:
    """Take hold of a port; 0 is one that is free."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        sock = socket.socket(family, kind, protocol)
        try:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind(address)
            sock.listen(128)
        except BaseException:
            sock.close()
            raise
    except (OSError, UnicodeError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise CannotListen(
            f"The server cannot listen at {host}, port {port}: {why}.",
            "Choose another with `--port`; `--port 0` picks a free one.",
        ) from error
    return sock


def address_of(sock: socket.socket) -> str:
    """How a browser names it."""
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(store: Store, access: Access, sock: socket.socket) -> None:
    """Answer until the process is told to end, by Ctrl-C or otherwise."""
    try:
        import uvicorn

        from ._app import application
    except ImportError as error:
        raise ExtraMissing(
            "`swerve serve` needs Starlette and uvicorn.", "Run `pip install 'swerve[serve]'`."
        ) from error
    config = uvicorn.Config(
        application(store, access),
        log_level="error",
        access_log=False,  # addresses and headers are nobody's business
        server_header=False,
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=_GRACE_S,
    )
    with suppress(KeyboardInterrupt):  # how a server is meant to end
        uvicorn.Server(config).run(sockets=[sock])
