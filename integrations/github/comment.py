"""How does a pull request get one comment, which is updated from run to run?

The report comes from a job in which code of the pull request may have run, and is believed in
nothing. It is read with bounds, held against its schema, and told anew with everything escaped.
Which pull request it is about says GitHub: in the event of a job about a pull request, or, after a
job of another workflow, by the commit that the job was about.

The comment begins with a mark that nobody sees. The one that has it, and that the same account
wrote, is updated; else one is made. Without the right to write, a line in the log says so and the
step is fine.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
import time
import urllib.error
import urllib.request
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

# As this file is part of the action, so is swerve. It is isolated: nothing else adds to the path.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from swerve.model import FailOn
from swerve.tell.markdown import MARKER, render_markdown
from swerve.tell.received import NoReport, received_report

_A_PAGE, _MOST_PAGES = 100, 50
_TIMEOUT_S = 30
#: Seconds between attempts.
_PAUSES = (1, 4)
_MOST_BYTES = 32_000_000
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
#: Where a token, or what was made with it, may be sent.
_ADDRESS = re.compile(r"https://|http://(127\.0\.0\.1|localhost)[:/]")
#: What the check writes, and the only member of the artifact that is looked at.
_MEMBER = "swerve.json"


class Refused(Exception):
    """GitHub does not let this token do that."""


class Nothing(Exception):
    """There is nothing to comment on or with, in words for the log."""


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
                return json.loads(self._ask_once(method, path, body) or b"null")
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

    def download(self, path: str) -> bytes:
        """Get a file that the API keeps elsewhere; the token does not go there."""
        try:
            return self._ask_once("GET", path, None)
        except urllib.error.HTTPError as error:
            place = error.headers.get("Location", "")
            if error.code not in (302, 307) or not _ADDRESS.match(place):
                raise Refused(f"status {error.code}") from None
        with self._opener.open(place, timeout=_TIMEOUT_S) as reply:
            return _read(reply)

    def _ask_once(self, method: str, path: str, body: object) -> bytes:
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
            return _read(reply)


@dataclass(frozen=True)
class Told:
    """What is told, and where."""

    number: int
    #: The report as it was received.
    data: bytes
    #: Where it comes from, when another job made it; empty when this one did.
    run: str = ""


def told_by_this_job(event: Mapping[str, Any]) -> Told:
    """The report that a step before this one wrote, for the pull request of the event."""
    number = _at(event, "pull_request", "number")
    if not isinstance(number, int):
        raise Nothing("the event does not belong to a pull request")
    with open(os.environ["SWERVE_REPORT"], "rb") as file:
        return Told(number, file.read(_MOST_BYTES + 1))


def told_by_another_workflow(api: Api, repository: str, event: Mapping[str, Any]) -> Told:
    """The report that a run left, for the one pull request whose head the run was about."""
    run = event["workflow_run"]
    sha, source = _at(run, "head_sha"), _at(run, "head_repository", "full_name")
    owner, branch = _at(run, "head_repository", "owner", "login"), _at(run, "head_branch")
    id = _at(run, "id")
    known = (sha, source, owner, branch)
    if not isinstance(id, int) or not all(isinstance(each, str) for each in known):
        raise Nothing("the event does not say which run it belongs to")
    if _at(run, "event") != "pull_request" or not _COMMIT.fullmatch(sha):
        raise Nothing("the run does not belong to a pull request")
    asked = urlencode({"state": "open", "head": f"{owner}:{branch}", "per_page": _A_PAGE})
    numbers = [
        _at(pull, "number")
        for pull in api.ask("GET", f"/repos/{repository}/pulls?{asked}")
        if _at(pull, "head", "sha") == sha and _at(pull, "head", "repo", "full_name") == source
    ]
    if len(numbers) != 1 or not isinstance(numbers[0], int):
        raise Nothing(f"{len(numbers)} open pull requests, not 1, have {sha[:10]} as their head")
    address = os.environ.get("GITHUB_SERVER_URL") or "https://github.com"
    return Told(
        numbers[0], _artifact(api, repository, id), f"{address}/{repository}/actions/runs/{id}"
    )


def _artifact(api: Api, repository: str, run: int) -> bytes:
    """The report out of what a run left: one member of an archive that anybody may have made."""
    wanted = os.environ.get("SWERVE_ARTIFACT", "")
    asked = urlencode({"name": wanted, "per_page": _A_PAGE})
    answer = api.ask("GET", f"/repos/{repository}/actions/runs/{run}/artifacts?{asked}")
    found = [
        each
        for each in _at(answer, "artifacts") or ()
        if _at(each, "name") == wanted and isinstance(_at(each, "id"), int)
    ]
    if not found:
        raise Nothing(f"the run has no artifact {wanted!r}")
    newest = max(found, key=lambda each: int(each["id"]))
    data = api.download(f"/repos/{repository}/actions/artifacts/{newest['id']}/zip")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(_MEMBER) as member:
            return member.read(_MOST_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, KeyError, NotImplementedError, RuntimeError, EOFError):
        raise Nothing(f"the artifact does not contain {_MEMBER}") from None


def _read(reply: Any) -> bytes:
    data: bytes = reply.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise Nothing(f"an answer is larger than {_MOST_BYTES // 1_000_000} MB")
    return data


def _at(value: object, *keys: str) -> Any:
    """What a path of keys leads to; None where it leads nowhere."""
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


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


def _text(told: Told, name: str) -> str:
    """The report told anew, under a mark that tells several uses apart."""
    fail_on = FailOn(os.environ.get("SWERVE_FAIL_ON") or FailOn.CHANGED.value)
    try:
        _, _, rest = render_markdown(received_report(told.data), fail_on).partition("\n")
    except NoReport as why:
        raise Nothing(f"the check's report is not valid: {why}") from None
    plain = re.sub(r"[^\w./ -]|--+", "_", name)[:100]
    mark = f"{MARKER[:-4]}{plain} -->" if plain else MARKER
    if told.run:
        rest += (
            f'\n<sub>Reported by <a href="{told.run}">a job that ran code of this pull request</a>.'
            "</sub>\n"
        )
    return f"{mark}\n{rest}"


def main() -> int:
    """Comment on the pull request that the event is about."""
    event = json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_bytes())
    repository, token = os.environ["GITHUB_REPOSITORY"], os.environ.get("GITHUB_TOKEN", "")
    url = os.environ.get("GITHUB_API_URL") or "https://api.github.com"
    if not _REPOSITORY.fullmatch(repository):
        print("::error title=swerve::GITHUB_REPOSITORY is not the name of a repository.")
        return 2
    if not _ADDRESS.match(url):
        print("::error title=swerve::GITHUB_API_URL is not an address that a token may be sent to.")
        return 2
    if not token:
        print("::notice title=swerve::No token to comment with: the report is in the summary.")
        return 0
    api = Api(url, token)
    try:
        if "workflow_run" in event:
            told = told_by_another_workflow(api, repository, event)
        else:
            told = told_by_this_job(event)
        done = put_comment(
            api, repository, told.number, _text(told, os.environ.get("SWERVE_NAME", ""))
        )
    except Nothing as why:
        print(f"::notice title=swerve::No comment: {ascii(str(why))[1:-1]}.")
        return 0
    except Refused as why:
        print(
            f"::notice title=swerve::No comment: the token lacks a permission ({why}). Give the "
            "job `pull-requests: write`, and `actions: read` where another workflow made the "
            "report. The report is in the summary of the check."
        )
        return 0
    except (OSError, ValueError) as error:
        print(f"::warning title=swerve::No comment: GitHub did not answer ({str(error)!a}).")
        return 0
    print(f"swerve: the comment on pull request {told.number} was {done}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
