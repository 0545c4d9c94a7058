"""How does a pull request get one comment, which is updated from run to run?

The comment begins with a mark that nobody sees. The one that has it, and that the same account
wrote, is updated; else one is made. Without the right to write, a line in the log says so and the
step is fine: pull requests from forks have no such right.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

_MARK = "<!-- swerve: report -->"
_A_PAGE, _MOST_PAGES = 100, 50
_TIMEOUT_S = 30
#: Seconds between attempts.
_PAUSES = (1, 4)
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")


class Refused(Exception):
    """GitHub does not let this token do that."""


class _Stay(urllib.request.HTTPRedirectHandler):
    """The token goes to nobody else: not to where an answer leads."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""


class Api:
    """GitHub's API for one repository, as one token may use it."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url.rstrip("/")
        self._token = token
        self._opener = urllib.request.build_opener(_Stay)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask, and again after a pause where GitHub is in trouble."""
        for pause in (*_PAUSES, None):
            try:
                return self._ask_once(method, path, body)
            except urllib.error.HTTPError as error:
                if error.code in (401, 403, 404):
                    raise Refused(f"status {error.code}") from None
                if error.code < 500 or pause is None:
                    raise
            except urllib.error.URLError:
                if pause is None:
                    raise
            time.sleep(pause or 0)
        raise AssertionError("the last attempt raises")

    def _ask_once(self, method: str, path: str, body: object) -> Any:
        request = urllib.request.Request(  # noqa: S310 - the address is GitHub's, see `main`
            f"{self._url}{path}",
            data=None if body is None else json.dumps(body).encode(),
            method=method,
            headers={
                "Authorization": f"Bearer {self._token}",
                "Accept": "application/vnd.github+json",
                "Content-Type": "application/json",
                "User-Agent": "swerve-action",
                "X-GitHub-Api-Version": "2022-11-28",
            },
        )
        with self._opener.open(request, timeout=_TIMEOUT_S) as reply:
            return json.loads(reply.read() or b"null")


def put_comment(api: Api, repository: str, number: int, text: str) -> str:
    """Make the comment, or update it; what was done, in a word."""
    mark = text.partition("\n")[0]
    found = _found(api, f"/repos/{repository}/issues/{number}/comments", mark, _account(api))
    if found is None:
        api.ask("POST", f"/repos/{repository}/issues/{number}/comments", {"body": text})
        return "made"
    api.ask("PATCH", f"/repos/{repository}/issues/comments/{found}", {"body": text})
    return "updated"


def _account(api: Api) -> str | None:
    """Who writes; None for a program, which may not ask that."""
    try:
        login = api.ask("GET", "/user")["login"]
    except (Refused, KeyError, TypeError):
        return None
    return str(login)


def _found(api: Api, path: str, mark: str, account: str | None) -> int | None:
    for page in range(1, _MOST_PAGES + 1):
        comments = api.ask("GET", f"{path}?per_page={_A_PAGE}&page={page}")
        for each in comments:
            user = each.get("user") or {}
            is_own = user.get("login") == account if account else user.get("type") == "Bot"
            if is_own and (each.get("body") or "").partition("\n")[0].strip() == mark:
                return int(each["id"])
        if len(comments) < _A_PAGE:
            break
    return None


def _text(file: Path, name: str) -> str:
    """The report, under a mark that tells several uses apart."""
    first, _, rest = file.read_text("utf-8").partition("\n")
    if not name:
        return f"{first}\n{rest}"
    plain = re.sub(r"[^\w./ -]|--+", "_", name)[:100]
    return f"{_MARK[:-4]}{plain} -->\n{rest}"


def main() -> int:
    """Comment on the pull request that the event is about."""
    event = json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_bytes())
    number = (event.get("pull_request") or {}).get("number")
    repository, token = os.environ["GITHUB_REPOSITORY"], os.environ.get("GITHUB_TOKEN", "")
    url = os.environ.get("GITHUB_API_URL") or "https://api.github.com"
    if not isinstance(number, int) or not _REPOSITORY.fullmatch(repository):
        print("swerve: the event is about no pull request: nothing to comment on.")
        return 0
    if not re.match(r"https://|http://(127\.0\.0\.1|localhost)[:/]", url):
        print("::error title=swerve::GITHUB_API_URL is no address that a token may be sent to.")
        return 2
    if not token:
        print("::notice title=swerve::There is no token: the report is in the summary.")
        return 0
    text = _text(Path(os.environ["SWERVE_MARKDOWN"]), os.environ.get("SWERVE_NAME", ""))
    try:
        done = put_comment(Api(url, token), repository, number, text)
    except Refused as why:
        print(
            f"::notice title=swerve::No comment: the token may not write one ({why}). Give the job "
            "`pull-requests: write`; pull requests from forks have no such right. The report is "
            "in the summary."
        )
        return 0
    except (OSError, ValueError) as error:
        print(f"::warning title=swerve::No comment: GitHub does not answer ({error}).")
        return 0
    print(f"swerve: the comment on pull request {number} was {done}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
