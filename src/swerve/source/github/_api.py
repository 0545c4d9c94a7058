"""How is GitHub's API asked, over a network that fails now and then?"""

from __future__ import annotations

import http.client
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import Message
from typing import IO, TypeAlias

from swerve.model.errors import GitHubGarbled, GitHubLimited, GitHubRefused, GitHubUnreachable
from swerve.source.github._address import Address, is_loopback
from swerve.source.github._fields import text_at
from swerve.source.github._limits import seconds_to_wait
from swerve.worker.version import __version__

_ATTEMPTS = 4
_FIRST_PAUSE_S = 1.0
_MAX_BYTES = 32_000_000
_CHUNK_BYTES = 1 << 16
_MOST_PAGES = 10
_NEXT = re.compile(r'<[^<>]*>\s*;[^,<]*\brel="?next"?')

#: Hears that nothing will happen for so many seconds, and why.
Wait: TypeAlias = Callable[[float, str], None]


def _say_nothing(seconds: float, why: str) -> None:
    """The one who hears it and does nothing."""


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: Message
    data: bytes

    @property
    def message(self) -> str:
        """What GitHub objects to, in its own words."""
        try:
            return " ".join(text_at(json.loads(self.data), "message").split())[:200]
        except (ValueError, RecursionError):
            return ""


@dataclass(frozen=True, slots=True)
class Page:
    """One answer that is a list, or a part of one."""

    items: list[object]
    #: The last that was read, though there are more.
    is_cut_off: bool


@dataclass(frozen=True, slots=True)
class Api:
    """Asks GitHub. Reads only; what fails for a moment is tried again."""

    address: Address
    #: For one question with its answer.
    timeout_s: float = 30.0
    #: The longest that a rate limit is waited for.
    patience_s: float = 120.0
    on_wait: Wait = _say_nothing
    sleep: Callable[[float], None] = field(default=time.sleep)

    def get(self, path: str, *, may_have_moved: bool = False) -> object:
        """Return what the API says under a path such as "/repos/o/n/pulls/1".

        An answer that leads elsewhere on the server is followed only where that is allowed: what
        moved to another repository may be a secret that only this token opens.
        """
        return self._json(self._ask(self.address.url + path, may_have_moved=may_have_moved))

    def pages(self, path: str) -> Iterator[Page]:
        """Return a list page by page. They are counted: where an answer leads is not asked."""
        for number in range(1, _MOST_PAGES + 1):
            asked = "per_page=100" if number == 1 else f"per_page=100&page={number}"
            answer = self._ask(f"{self.address.url}{path}?{asked}")
            items = self._json(answer)
            if not isinstance(items, list):
                raise GitHubGarbled(
                    f"GitHub's answer about {path} is no list.", "Look at what GITHUB_API_URL is."
                )
            has_more = _NEXT.search(answer.headers.get("Link", "")) is not None
            yield Page(items, is_cut_off=has_more and number == _MOST_PAGES)
            if not has_more:
                return

    def _ask(self, url: str, *, may_have_moved: bool = False) -> _Answer:
        for attempt in range(1, _ATTEMPTS + 1):
            pause = _FIRST_PAUSE_S * 2 ** (attempt - 1)
            try:
                answer = self._try(url, may_have_moved)
            except (OSError, http.client.HTTPException) as error:
                if attempt == _ATTEMPTS:
                    raise self._unreachable(error) from None
                self._pause(pause, "GitHub cannot be reached")
                continue
            if answer.status == 200:
                return answer
            limit = seconds_to_wait(answer.status, answer.headers, answer.message, time.time())
            if limit is not None:
                if attempt == _ATTEMPTS or limit > self.patience_s:
                    raise self._limited(limit)
                self._pause(limit, "GitHub's rate limit is reached")
            elif answer.status >= 500 and attempt < _ATTEMPTS:
                self._pause(pause, f"GitHub answers {answer.status}")
            else:
                raise self._refused(url, answer)
        raise AssertionError("the last attempt ends in an answer or an error")

    def _pause(self, seconds: float, why: str) -> None:
        self.on_wait(seconds, why)
        self.sleep(seconds)

    def _try(self, url: str, may_have_moved: bool) -> _Answer:
        request = urllib.request.Request(url, headers=self._headers())  # noqa: S310 (checked)
        deadline = time.monotonic() + self.timeout_s
        try:
            with self._opener(may_have_moved).open(request, timeout=self.timeout_s) as response:
                return _Answer(response.status, response.headers, _read(response, deadline))
        except urllib.error.HTTPError as error:
            with error:
                return _Answer(error.code, error.headers, _read(error, deadline))

    def _opener(self, may_have_moved: bool) -> urllib.request.OpenerDirector:
        host = urllib.request.Request(self.address.url).host or ""  # noqa: S310 (checked)
        is_here = is_loopback(host.rpartition(":")[0].strip("[]") or host)
        proxies = [urllib.request.ProxyHandler({})] if is_here else []
        return urllib.request.build_opener(_SameServer(self.address, may_have_moved), *proxies)

    def _headers(self) -> dict[str, str]:
        headers = {
            "Accept": "application/vnd.github+json",
            "User-Agent": f"swerve/{__version__}",
            "X-GitHub-Api-Version": "2022-11-28",
        }
        if self.address.token:
            headers["Authorization"] = f"Bearer {self.address.token}"
        return headers

    def _json(self, answer: _Answer) -> object:
        try:
            return json.loads(answer.data)
        except (ValueError, RecursionError):
            raise GitHubGarbled(
                "GitHub's answer is no JSON.",
                "Look at what GITHUB_API_URL is, and whether a proxy answers in its place.",
            ) from None

    def _unreachable(self, error: Exception) -> GitHubUnreachable:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        if isinstance(reason, TimeoutError):
            words = f"no answer within {self.timeout_s:g} s"
        else:
            words = self._safe(str(reason)) or type(reason).__name__
        return GitHubUnreachable(
            f"GitHub cannot be reached at {self.address.url}: {words}.",
            "Look at the network, or check a pull request that was saved: "
            "`swerve pr NUMBER --save FILE.json` where there is one.",
        )

    def _limited(self, seconds: float) -> GitHubLimited:
        hint = "Try again then."
        if not self.address.token:
            hint = "Put a token into GITHUB_TOKEN: it may ask more often. Or try again then."
        return GitHubLimited(
            f"GitHub's rate limit is reached; it ends in {max(round(seconds / 60), 1)} min.", hint
        )

    def _refused(self, url: str, answer: _Answer) -> GitHubRefused | GitHubGarbled:
        path = self._safe(url.removeprefix(self.address.url).partition("?")[0])
        said = f": {self._safe(answer.message)}" if answer.message else ""
        if answer.status == 401:
            return GitHubRefused(
                "GitHub does not accept the token in GITHUB_TOKEN or GH_TOKEN.",
                "Make a new one, or unset it for what is public.",
            )
        if answer.status in (404, 410):
            who = "the token may not see it" if self.address.token else "it needs a token"
            return GitHubRefused(
                f"GitHub knows no {path}.",
                f"Check the number and the repository (`--repo OWNER/NAME`); or {who}.",
            )
        if 400 <= answer.status < 500:
            hint = "The token may lack a permission: it reads pull requests, issues and contents."
            return GitHubRefused(f"GitHub refuses {path} ({answer.status}){said}.", hint)
        return GitHubGarbled(
            f"GitHub answers {path} with status {answer.status}{said}.",
            "Try again later; https://www.githubstatus.com tells what is wrong.",
        )

    def _safe(self, text: str) -> str:
        """A text from outside, without the token should it be in there."""
        token = self.address.token
        return text.replace(token, "***") if token else text


class _SameServer(urllib.request.HTTPRedirectHandler):
    """Follows a renamed repository where it may, and nothing to another server."""

    def __init__(self, address: Address, may_have_moved: bool) -> None:
        self._address = address
        self._may_have_moved = may_have_moved

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if not self._address.is_below(newurl):
            fp.close()
            raise GitHubGarbled(
                "GitHub's answer leads to another server.",
                "Look at what GITHUB_API_URL is; the token is not sent elsewhere.",
            )
        if not self._may_have_moved:
            fp.close()
            raise GitHubGarbled(
                "GitHub's answer leads elsewhere.",
                "It was moved, perhaps to another repository; that is not followed.",
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _read(response: IO[bytes], deadline: float) -> bytes:
    """Read an answer that may be endless, or come in drops."""
    chunks = []
    size = 0
    read = getattr(response, "read1", response.read)
    while chunk := read(_CHUNK_BYTES):
        chunks.append(chunk)
        size += len(chunk)
        if size > _MAX_BYTES:
            raise GitHubGarbled(
                f"GitHub's answer is larger than {_MAX_BYTES // 1_000_000} MB.",
                "Look at what GITHUB_API_URL is.",
            )
        if time.monotonic() > deadline:
            raise TimeoutError
    if missing := getattr(response, "length", None):
        raise http.client.IncompleteRead(b"", missing)
    return b"".join(chunks)
