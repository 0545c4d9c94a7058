"""What leaves a cell over the network? Nothing does: here is who answers, and what was asked.

A connection to another machine becomes one to a service of this process, which is handed all that
is sent and whose answers can be read at once, however the caller waits for them. TLS is left out in
between, so nobody has to hold a certificate. Who listens on this machine is asked for real.
"""

from __future__ import annotations

import os as _os
from _socket import inet_aton as _inet_aton
from types import ModuleType
from typing import Any
from zlib import crc32 as _digest

from ..core._arrivals import when_imported
from ._answers import Request, Service

#: Requests of one call that are kept.
_MOST = 200
_HERE = ("127.", "0.0.0.0", "::1", "localhost", "::")  # noqa: S104 - compared with
_PORTS = {"http": 80, "https": 443, "smtp": 25, "ftp": 21}


class Network:
    """Connections to the outside, and what was asked there."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        #: By the number of the descriptor: the service, and the end that it holds.
        self._open: dict[int, tuple[Service, Any]] = {}
        #: Made-up addresses of hosts.
        self._hosts: dict[str, str] = {}
        when_imported("socket", self._stand_in)
        when_imported("ssl", self._stand_in_for_tls)

    def forget(self) -> None:
        """Begin anew."""
        if self.requests or self._open:
            self.requests = []
            for _, end in self._open.values():
                end.close()
            self._open.clear()

    # --- sockets --------------------------------------------------------------------------------

    def _stand_in(self, module: ModuleType) -> None:
        socket: Any = module.socket
        for name in ("connect", "connect_ex"):
            setattr(socket, name, self._connecting(socket, name))
        for name in ("send", "sendall"):
            setattr(socket, name, self._sending(socket, name))
        socket.sendto = self._sending_to(socket)
        socket.sendmsg = self._sending_parts(socket)
        socket.setsockopt = self._quietly(socket, "setsockopt")
        socket.getpeername = self._naming(socket)
        known: Any = module.getaddrinfo

        def getaddrinfo(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
            name = host.decode() if type(host) is bytes else host
            if type(name) is not str or not name or _is_here(name) or _is_number(name):
                return known(host, port, *args, **kwargs)
            number = _PORTS.get(port, 0) if type(port) is str else int(port or 0)
            kind = kwargs.get("type", args[1] if len(args) > 1 else 0) or module.SOCK_STREAM
            place = self._address_of(name), number
            return [(module.AF_INET, module.SocketKind(kind), 6, "", place)]

        module.getaddrinfo = getaddrinfo  # type: ignore[attr-defined]
        module.gethostbyname = self._address_of  # type: ignore[attr-defined]

    def _address_of(self, host: str) -> str:
        if _is_here(host) or _is_number(host):
            return "127.0.0.1" if _is_here(host) else host
        number = _digest(host.encode()) & 0x1FFFF
        address = f"198.{18 + (number >> 16)}.{number >> 8 & 255}.{number & 255}"
        self._hosts[address] = host
        return address

    def _connecting(self, socket: Any, name: str) -> Any:
        original = getattr(socket, name)

        def connect(sock: Any, address: Any) -> Any:
            if type(address) is not tuple or type(address[0]) is not str:
                return original(sock, address)
            if _is_here(address[0]):
                try:
                    return original(sock, address)
                except ConnectionRefusedError:  # where the code is used, somebody may be there
                    pass
            self._attach(sock, address)
            return None if name == "connect" else 0

        return connect

    def _attach(self, sock: Any, address: tuple[Any, ...]) -> None:
        from socket import socketpair

        host, port = self._hosts.get(address[0], address[0]), address[1]
        service = Service(str(host), port)
        ours, theirs = socketpair()
        _os.dup2(theirs.fileno(), sock.fileno())
        theirs.close()
        sock.settimeout(sock.gettimeout())  # of the new description
        ours.setblocking(False)
        greeting = service.greeting()
        before = self._open.get(sock.fileno())
        if before is not None:  # it was closed, and the number is used again
            before[1].close()
        self._open[sock.fileno()] = service, ours
        if greeting:
            _write(ours, greeting)

    def _service_of(self, sock: Any) -> tuple[Service, Any] | None:
        return self._open.get(sock.fileno()) if self._open else None

    def _sending(self, socket: Any, name: str) -> Any:
        original = getattr(socket, name)

        def send(sock: Any, data: Any, *flags: Any) -> Any:
            found = self._service_of(sock)
            if found is None:
                return original(sock, data, *flags)
            size = self._hand_over(*found, bytes(data))
            return size if name == "send" else None

        return send

    def _sending_parts(self, socket: Any) -> Any:
        original = socket.sendmsg

        def sendmsg(sock: Any, buffers: Any, *more: Any) -> Any:
            found = self._service_of(sock)
            if found is None:
                return original(sock, buffers, *more)
            return self._hand_over(*found, b"".join(map(bytes, buffers)))

        return sendmsg

    def _sending_to(self, socket: Any) -> Any:
        original = socket.sendto

        def sendto(sock: Any, data: Any, *more: Any) -> Any:
            address = more[-1]
            if type(address) is not tuple or _is_here(address[0]):
                return original(sock, data, *more)
            service = Service(str(self._hosts.get(address[0], address[0])), address[1])
            requests, _ = service.receive(bytes(data))
            self._note(requests)
            return len(data)

        return sendto

    def _hand_over(self, service: Service, end: Any, data: bytes) -> int:
        requests, answer = service.receive(data)
        self._note(requests)
        if answer is None:
            _hang_up(end)
        elif answer:
            _write(end, answer)
        return len(data)

    def _note(self, requests: list[Request]) -> None:
        self.requests += requests[: _MOST - len(self.requests)]

    def _quietly(self, socket: Any, name: str) -> Any:
        original = getattr(socket, name)

        def method(sock: Any, *args: Any) -> Any:
            return original(sock, *args) if self._service_of(sock) is None else None

        return method

    def _naming(self, socket: Any) -> Any:
        original = socket.getpeername

        def getpeername(sock: Any) -> Any:
            found = self._service_of(sock)
            return original(sock) if found is None else (found[0].host, found[0].port)

        return getpeername

    # --- TLS ------------------------------------------------------------------------------------

    def _stand_in_for_tls(self, module: ModuleType) -> None:
        context: Any = module.SSLContext
        wrap_socket, wrap_bio = context.wrap_socket, context.wrap_bio

        class StandInSocket(_Secure, module.socket):  # type: ignore[misc,name-defined]
            """A connection to a service that counts as secure."""

        def wrapped(context: Any, sock: Any, *args: Any, **kwargs: Any) -> Any:
            found = self._service_of(sock)
            if found is None:
                return wrap_socket(context, sock, *args, **kwargs)
            found[0].is_secure = True
            timeout, number = sock.gettimeout(), sock.detach()
            made = StandInSocket(fileno=number)
            made.settimeout(timeout)
            made.context, made.server_hostname = context, kwargs.get("server_hostname")
            return made

        class StandInObject(_Secure):
            """The same between two buffers."""

            def __init__(self, context: Any, incoming: Any, outgoing: Any, host: Any) -> None:
                self.context, self.server_hostname = context, host
                self._incoming, self._outgoing = incoming, outgoing

            def read(self, size: int = 1024, buffer: Any = None) -> Any:
                data = self._incoming.read(size)
                if not data:
                    if self._incoming.eof:
                        return b"" if buffer is None else 0
                    raise module.SSLWantReadError
                if buffer is None:
                    return data
                buffer[: len(data)] = data
                return len(data)

            def write(self, data: Any) -> int:
                return self._outgoing.write(data)  # type: ignore[no-any-return]

        def between(
            context: Any,
            incoming: Any,
            outgoing: Any,
            server_side: bool = False,
            server_hostname: Any = None,
            session: Any = None,
        ) -> Any:
            plain = [service for service, _ in self._open.values() if not service.is_secure]
            if server_side or not plain:
                return wrap_bio(context, incoming, outgoing, server_side, server_hostname, session)
            plain[-1].is_secure = True  # nobody says which it is: the one that was opened last
            return StandInObject(context, incoming, outgoing, server_hostname)

        context.wrap_socket, context.wrap_bio = wrapped, between
        load = context.load_verify_locations

        def load_what_is_given(context: Any, cafile: Any = None, *args: Any, **more: Any) -> None:
            # Reading all certificates of the world takes longer than most requests.
            if any(args) or any(more.values()) or not cafile or not _os.path.exists(cafile):
                load(context, cafile, *args, **more)

        context.load_verify_locations = load_what_is_given
        context.load_default_certs = lambda context, *args: None


class _Secure:
    """What is asked of a secure connection beside reading and writing."""

    context: Any = None
    server_hostname: Any = None
    server_side = False
    session = None
    session_reused = False

    def do_handshake(self, *args: Any) -> None:
        """Nothing to agree upon."""

    def version(self) -> str:
        return "TLSv1.3"

    def cipher(self) -> tuple[str, str, int]:
        return "TLS_AES_256_GCM_SHA384", "TLSv1.3", 256

    def compression(self) -> None:
        return None

    def selected_alpn_protocol(self) -> None:
        return None

    def selected_npn_protocol(self) -> None:
        return None

    def shared_ciphers(self) -> None:
        return None

    def get_channel_binding(self, kind: str = "tls-unique") -> None:
        return None

    def getpeercert(self, binary_form: bool = False) -> Any:
        host = str(self.server_hostname)
        subject = ((("commonName", host),),)
        return b"" if binary_form else {"subject": subject, "subjectAltName": (("DNS", host),)}

    def pending(self) -> int:
        return 0

    def unwrap(self) -> Any:
        return self

    def read(self, size: int = 1024, buffer: Any = None) -> Any:
        return self.recv(size) if buffer is None else self.recv_into(buffer, size)  # type: ignore[attr-defined]

    def write(self, data: Any) -> Any:
        return self.send(data)  # type: ignore[attr-defined]


def _is_here(host: Any) -> bool:
    return type(host) is str and host.startswith(_HERE)


def _is_number(host: str) -> bool:
    if ":" in host:
        return True
    try:
        _inet_aton(host)
    except OSError:
        return False
    return True


def _write(end: Any, data: bytes) -> None:
    try:
        _os.write(end.fileno(), data)
    except OSError:  # nobody reads there any more, or far too late
        pass


def _hang_up(end: Any) -> None:
    try:
        end.shutdown(1)
    except OSError:
        pass
