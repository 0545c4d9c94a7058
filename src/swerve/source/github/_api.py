"""How is GitHub's API asked, over a network that fails now and then?"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import urljoin, urlsplit

from swerve.model.errors import GitHubGarbled, GitHubLimited, GitHubRefused, GitHubUnreachable
from swerve.model.plain import BadData, json_from
from swerve.source.http import Failed, Response, Trouble, ask
from swerve.worker.version import __version__

from ._address import Address
from ._fields import text_at

_ATTEMPTS = 4
_FIRST_PAUSE_S = 1.0
_MAX_BYTES = 32_000_000
_MOST_PAGES = 10
_MOST_REDIRECTIONS = 10
_REDIRECTIONS = (301, 302, 303, 307, 308)
#: What GitHub's documentation asks for when an answer does not say.
_UNSAID_S = 60.0
_LIMIT_SIGNS = ("secondary rate limit", "rate limit exceeded", "abuse detection")
_NEXT = re.compile(r'<[^<>]*>\s*;[^,<]*\brel="?next"?')

#: Hears that nothing will happen for so many seconds, and why.
Wait: TypeAlias = Callable[[float, str], None]


def _say_nothing(seconds: float, why: str) -> None:
    """The one who hears it and does nothing."""


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
                    f"GitHub's answer about {path} is not a list.", "Check GITHUB_API_URL."
                )
            has_more = _NEXT.search(answer.headers.get("Link", "")) is not None
            yield Page(items, is_cut_off=has_more and number == _MOST_PAGES)
            if not has_more:
                return

    def _ask(self, url: str, *, may_have_moved: bool = False) -> Response:
        for attempt in range(1, _ATTEMPTS + 1):
            pause = _FIRST_PAUSE_S * 2 ** (attempt - 1)
            answer = self._try(url, may_have_moved)
            if isinstance(answer, Failed):
                if attempt == _ATTEMPTS:
                    raise self._unreachable(answer)
                self._pause(pause, "GitHub cannot be reached")
                continue
            if answer.status == 200:
                return answer
            limit = _seconds_to_wait(answer)
            if limit is not None:
                if attempt == _ATTEMPTS or limit > self.patience_s:
                    raise self._limited(limit)
                self._pause(limit, "GitHub's rate limit is reached")
            elif answer.status >= 500 and attempt < _ATTEMPTS:
                self._pause(pause, f"GitHub returned status {answer.status}")
            else:
                raise self._refused(url, answer)
        raise AssertionError("the last attempt ends in an answer or an error")

    def _pause(self, seconds: float, why: str) -> None:
        self.on_wait(seconds, why)
        self.sleep(seconds)

    def _try(self, url: str, may_have_moved: bool) -> Response | Failed:
        for _ in range(_MOST_REDIRECTIONS):
            answer = ask(
                url,
                self._headers(),
                connect_s=self.timeout_s,
                reply_s=self.timeout_s,
                most_bytes=_MAX_BYTES,
            )
            if isinstance(answer, Failed) and answer.trouble is Trouble.TOO_LARGE:
                raise GitHubGarbled(
                    f"GitHub's answer is larger than {_MAX_BYTES // 1_000_000} MB.",
                    "Check GITHUB_API_URL.",
                )
            if isinstance(answer, Failed) or answer.status not in _REDIRECTIONS:
                break
            leads_to = _leads_to(url, answer)
            if not leads_to:
                break
            self._need_allowed(leads_to, may_have_moved)
            url = leads_to
        return answer

    def _need_allowed(self, url: str, may_have_moved: bool) -> None:
        """A renamed repository may be followed, and nothing to another server."""
        if not self.address.is_below(url):
            raise GitHubGarbled(
                "GitHub redirects to another server.",
                "Check GITHUB_API_URL; the token is not sent elsewhere.",
            )
        if not may_have_moved:
            raise GitHubGarbled(
                "GitHub redirects to another address.",
                "It may have moved to another repository; swerve does not follow that.",
            )

    def _headers(self) -> dict[str, str]:
        headers = {
            "Accept": "application/vnd.github+json",
            "User-Agent": f"swerve/{__version__}",
            "X-GitHub-Api-Version": "2022-11-28",
        }
        if self.address.token:
            headers["Authorization"] = f"Bearer {self.address.token}"
        return headers

    def _json(self, answer: Response) -> object:
        try:
            return json_from(answer.body)
        except BadData:
            raise GitHubGarbled(
                "GitHub's answer is not JSON.",
                "Check GITHUB_API_URL, and whether a proxy answers in place of GitHub.",
            ) from None

    def _unreachable(self, failed: Failed) -> GitHubUnreachable:
        is_late = failed.trouble is Trouble.LATE
        words = f"no answer within {self.timeout_s:g} s" if is_late else failed.why
        return GitHubUnreachable(
            f"GitHub cannot be reached at {self.address.url}: {words}.",
            "Check the network, or use a saved pull request: "
            "`swerve pr NUMBER --save FILE.json`, run on a machine with network access.",
        )

    def _limited(self, seconds: float) -> GitHubLimited:
        hint = "Try again then."
        if not self.address.token:
            hint = "Set GITHUB_TOKEN for a higher limit, or try again then."
        return GitHubLimited(
            f"GitHub's rate limit is reached; it resets in {max(round(seconds / 60), 1)} min.", hint
        )

    def _refused(self, url: str, answer: Response) -> GitHubRefused | GitHubGarbled:
        path = self._safe(url.removeprefix(self.address.url).partition("?")[0])
        message = _message(answer)
        said = f": {self._safe(message)}" if message else ""
        if answer.status == 401:
            return GitHubRefused(
                "GitHub does not accept the token in GITHUB_TOKEN or GH_TOKEN.",
                "Create a new one, or unset it for public repositories.",
            )
        if answer.status in (404, 410):
            who = "the token may lack access" if self.address.token else "it may need a token"
            return GitHubRefused(
                f"GitHub has no {path}.",
                f"Check the number and the repository (`--repo OWNER/NAME`); {who}.",
            )
        if 400 <= answer.status < 500:
            hint = (
                "The token may lack a permission: it must read pull requests, issues and contents."
            )
            return GitHubRefused(
                f"GitHub rejected the request for {path} (status {answer.status}){said}.", hint
            )
        return GitHubGarbled(
            f"GitHub returned status {answer.status} for {path}{said}.",
            "Try again later; see https://www.githubstatus.com.",
        )

    def _safe(self, text: str) -> str:
        """A text from outside, without the token should it be in there."""
        token = self.address.token
        return text.replace(token, "***") if token else text


def _leads_to(url: str, answer: Response) -> str:
    """Where a redirection leads; empty where that is no other address of a server."""
    try:
        found = urljoin(url, answer.headers.get("Location", ""))
        is_address = urlsplit(found).scheme in ("http", "https")
    except ValueError:
        return ""
    return found if is_address and found != url else ""


def _message(answer: Response) -> str:
    """What GitHub objects to, in its own words."""
    try:
        return " ".join(text_at(json_from(answer.body), "message").split())[:200]
    except BadData:
        return ""


def _seconds_to_wait(answer: Response) -> float | None:
    """How long a rate limit asks to wait; `None` when an answer is about something else."""
    if answer.status not in (403, 429):
        return None
    headers = answer.headers
    if headers.get("Retry-After", ""):
        pause = answer.retry_after()
        return _UNSAID_S if pause is None else pause
    if headers.get("X-RateLimit-Remaining", "").strip() == "0":
        reset = headers.get("X-RateLimit-Reset", "").strip()
        is_number = reset.isascii() and reset.isdigit() and len(reset) <= 12
        # A second more: the clocks are not the same.
        return max(float(reset) - time.time(), 0.0) + 1.0 if is_number else _UNSAID_S
    message = _message(answer).lower()
    if answer.status == 429 or any(sign in message for sign in _LIMIT_SIGNS):
        return _UNSAID_S
    return None
