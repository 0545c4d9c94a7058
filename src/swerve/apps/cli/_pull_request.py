"""Which pull request is meant, and are its commits here?"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from swerve.model import Settings
from swerve.model.errors import BadPullRequest, GitFailed, RevisionMissing, UnknownRepository
from swerve.source import (
    RawChange,
    Remote,
    fetch,
    fetch_command,
    missing_commits,
    read_between,
    remotes_of,
    repository_top,
)
from swerve.source.github import (
    TOKEN_VARIABLES,
    Address,
    Api,
    PullRequest,
    RepositoryName,
    address_from_environment,
    ask_pull_request,
    pull_request_from_json,
    pull_request_to_json,
    repository_from_name,
    repository_from_url,
    without_secrets,
)

from ._streams import note, opened_output, read_input

_MAX_BYTES = 64_000_000


def opened_pull_request(folder: Path, word: str, repo: str | None) -> PullRequest:
    """Read the pull request that a word on the command line means: a number, or a file."""
    if number := re.fullmatch(r"#?([1-9]\d{0,8})", word):
        address = address_from_environment(os.environ)
        repository = repository_from_name(repo) if repo else _origin(folder, address)
        api = Api(address, on_wait=_say_waiting)
        return ask_pull_request(api, repository, int(number[1]))
    hint = "Give the number of a pull request, or a file that `--save` wrote."
    data = read_input(Path(word), hint, _MAX_BYTES, BadPullRequest)
    return pull_request_from_json(data, word)


def save_pull_request(pull: PullRequest, file: Path) -> None:
    """Write a pull request to a file."""
    _say_notes(pull)
    with opened_output(file) as stream:
        stream.write(pull_request_to_json(pull))


def read_change(
    folder: Path,
    pull: PullRequest,
    repo: str | None,
    paths: tuple[str, ...],
    settings: Settings,
    *,
    may_fetch: bool,
) -> RawChange:
    """Read the change of a pull request, after fetching its commits where that is allowed."""
    _say_notes(pull)
    if missing := missing_commits(folder, (pull.base, pull.head)):
        place = _place_to_fetch_from(folder, repo or pull.repository)
        if not may_fetch:
            which = " and ".join(commit[:10] for commit in missing)
            name = pull.name if pull.number else f"the {pull.name}"
            raise RevisionMissing(
                f"This clone does not have all commits of {name}; missing: {which}.",
                f"Run `{fetch_command(place, missing)}`, or use `--fetch`.",
            )
        fetch(folder, place, missing)
    # Code of the pull request is about to run, and at some levels of the sandbox sees them.
    for name in TOKEN_VARIABLES:
        os.environ.pop(name, None)
    return read_between(
        folder, pull.base, pull.head, said=pull.words, paths=paths, selection=settings
    )


def fetch_missing(
    folder: Path, pulls: Sequence[PullRequest], say: Callable[[str], None], *, may_fetch: bool
) -> Path:
    """Look for the commits of pull requests, fetch them where that is allowed; return the top.

    Those that stay away cost their own pull request and no other, unless all of them do.
    """
    top = repository_top(folder)
    without = []
    for pull in pulls:
        missing = missing_commits(top, (pull.base, pull.head))
        if missing and may_fetch:
            try:
                fetch(top, _place_to_fetch_from(top, pull.repository), missing)
                continue
            except GitFailed as error:
                say(f"{pull.name}: {error.message}")
        if missing:
            without.append(pull)
    if without and len(without) == len(pulls):
        raise RevisionMissing(
            f"This clone has the commits of none of the {len(pulls)} pull requests.",
            "Use `--fetch`, or run it in the right clone.",
        )
    if without:
        names = ", ".join(pull.name.removeprefix("pull request ") for pull in without[:10])
        more = ", ..." if without[10:] else ""
        say(f"this clone does not have the commits of {names}{more}")
    return top


def _origin(folder: Path, address: Address) -> RepositoryName:
    remotes = remotes_of(folder)
    hint = "Specify the repository with `--repo OWNER/NAME`."
    if not remotes or remotes[0].name != "origin":
        raise UnknownRepository("There is no remote `origin` to take the repository from.", hint)
    found = [each for url in remotes[0].urls if (each := repository_from_url(url))]
    if not found:
        url = without_secrets(remotes[0].urls[0]) if remotes[0].urls else ""
        raise UnknownRepository(f"The remote `origin` ({url}) is not on GitHub.", hint)
    for host, repository in found:
        if address.host in (None, host):
            return repository
    host = found[0][0]
    raise UnknownRepository(
        f"The remote `origin` is on {host}, not on {address.url}.",
        f"For GitHub Enterprise set GITHUB_API_URL=https://{host}/api/v3. {hint}",
    )


def _place_to_fetch_from(folder: Path, repository: str) -> str:
    """The remote with that repository; else its address; else `origin`."""
    remotes = remotes_of(folder)
    if not repository:
        return "origin"
    wanted = repository_from_name(repository)
    for remote in remotes:
        if any(wanted.is_same(each) for each in _repositories(remote)):
            return remote.name
    host = address_from_environment(os.environ).host or "github.com"
    return f"https://{host}/{wanted}.git"


def _repositories(remote: Remote) -> list[RepositoryName]:
    return [found[1] for url in remote.urls if (found := repository_from_url(url))]


def _say_waiting(seconds: float, why: str) -> None:
    note(f"{why}: trying again in {seconds:.0f} s")


def _say_notes(pull: PullRequest) -> None:
    for each in pull.notes:
        note(each.encode("ascii", "backslashreplace").decode("ascii"))
