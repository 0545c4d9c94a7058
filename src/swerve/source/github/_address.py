"""Where is GitHub asked, and with which token?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from swerve.model.errors import BadApiUrl, GitHubRefused
from swerve.source.http import is_loopback

_PUBLIC = "https://api.github.com"
#: The first that is set counts.
TOKEN_VARIABLES = ("GITHUB_TOKEN", "GH_TOKEN")


@dataclass(frozen=True, slots=True)
class Address:
    """The root of a GitHub API, and what opens it."""

    #: Without a slash at the end.
    url: str = _PUBLIC
    #: Never shown, never stored; empty when there is none.
    token: str = field(default="", repr=False)

    @property
    def host(self) -> str | None:
        """The host of the repositories that it knows; `None` for a server on this machine."""
        parts = urlsplit(self.url)
        host = (parts.hostname or "").lower()
        if is_loopback(host):
            return None
        # api.github.com, api.tenant.ghe.com; an own server answers under /api/v3.
        return host.removeprefix("api.")

    def is_below(self, url: str) -> bool:
        """Whether a URL leads to the same server: nobody else may see the token."""
        try:
            return _origin(url) == _origin(self.url)
        except ValueError:
            return False


def address_from_environment(environment: Mapping[str, str]) -> Address:
    """Read `GITHUB_API_URL`, and the token from `GITHUB_TOKEN` or `GH_TOKEN`."""
    url = environment.get("GITHUB_API_URL", "").strip() or _PUBLIC
    return Address(_checked(url), _token(environment))


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    usual = {"https": 443, "http": 80}.get(parts.scheme)
    return parts.scheme, parts.hostname, parts.port or usual


def _checked(url: str) -> str:
    hint = "Write it as https://api.github.com, or https://HOST/api/v3 for GitHub Enterprise."
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        raise BadApiUrl("GITHUB_API_URL is not a URL.", hint) from None
    if not host or parts.query or parts.fragment or not re.fullmatch(r"[!-~]+", url):
        raise BadApiUrl("GITHUB_API_URL is not the URL of an API.", hint)
    if parts.username is not None or parts.password is not None:
        raise BadApiUrl(
            f"GITHUB_API_URL contains a user name or a password for {host}.",
            "Leave them out, and put the token into GITHUB_TOKEN.",
        )
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(host)):
        raise BadApiUrl(f"GITHUB_API_URL does not use https for {host}.", hint)
    return url.rstrip("/")


def _token(environment: Mapping[str, str]) -> str:
    for name in TOKEN_VARIABLES:
        token = environment.get(name, "").strip()
        if not token:
            continue
        if not re.fullmatch(r"[!-~]+", token):
            raise GitHubRefused(
                f"{name} contains characters that a token cannot have.", "Copy the token again."
            )
        return token
    return ""
