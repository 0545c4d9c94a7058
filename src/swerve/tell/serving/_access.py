"""Who may look?

On this machine alone, everybody who can reach the port. From elsewhere, whoever has the token. And
in no case a page of somebody else: a name that points to this machine today and to another one
tomorrow would make the browser read results for it, so the name that is asked for has to be ours.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import socket
from dataclasses import dataclass, field

from swerve.model.errors import BadUsage

#: A shorter token could be found by trying.
_SHORTEST = 16

COOKIE = "swerve"


@dataclass(frozen=True, slots=True)
class Access:
    """What a request has to bring along."""

    #: Names that a request may ask for, in small letters.
    names: frozenset[str]
    #: Whether it may ask for any address, too: those of this machine need not be known then.
    any_address: bool = False
    #: Never shown; empty where none is needed.
    token: str = field(default="", repr=False)
    #: Changes with every start: cookies of an earlier one are worth nothing.
    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    def is_known(self, host: str) -> bool:
        """Whether a `Host` header names this server."""
        name = _without_port(host)
        if name in self.names:
            return True
        address = _address(name)
        if address is None:
            return False
        # A name can be made to point here. An address cannot be made to be this machine's.
        return self.any_address or address.is_loopback

    def is_token(self, text: str) -> bool:
        """Whether it is the token; takes as long for any other."""
        return _is_same(text, self.token)

    def is_cookie(self, text: str) -> bool:
        """Whether whoever has this cookie had the token."""
        return _is_same(text, self.cookie)

    @property
    def cookie(self) -> str:
        """What a browser keeps instead of the token."""
        return hmac.digest(self._secret, self.token.encode("utf-8", "replace"), "sha256").hex()


def access_to(host: str, token: str = "", names: tuple[str, ...] = ()) -> Access:
    """Say who may look at a server that listens at `host`."""
    if token and len(token) < _SHORTEST:
        raise BadUsage(
            f"The token is too short: {len(token)} characters.",
            f"Use {_SHORTEST} or more; `openssl rand -hex 16` makes one.",
        )
    if is_loopback(host):
        return Access(_names("localhost", host, *names), token=token)
    if not token:
        raise BadUsage(
            f"Anyone who can reach {host} could read the results.",
            "Give a token with `--token` or SWERVE_SERVE_TOKEN, or leave out `--host`.",
        )
    own = (socket.gethostname(), socket.getfqdn())
    return Access(_names("localhost", host, *own, *names), any_address=True, token=token)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens there."""
    if (address := _address(host)) is not None:
        return address.is_loopback
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False  # what listens there says so better
    return all(ipaddress.ip_address(str(each[4][0]).split("%")[0]).is_loopback for each in found)


def _names(*names: str) -> frozenset[str]:
    return frozenset(name.lower().rstrip(".").strip("[]") for name in names if name)


def _without_port(host: str) -> str:
    """The name or address in a `Host` header."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower().rstrip(".")


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _is_same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))
