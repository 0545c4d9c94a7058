"""Where else is this repository, and which commits are only there?"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from swerve.change._git import Answer, Git, open_repository
from swerve.errors import GitFailed

_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
#: Fetching is the one thing for which git may use the network; never by a helper of the remote's.
_NETWORK = {"GIT_ALLOW_PROTOCOL": "file:git:http:https:ssh", "GIT_NO_LAZY_FETCH": "0"}


@dataclass(frozen=True, slots=True)
class Remote:
    """A remote by its name."""

    name: str
    #: As it is configured, then as git rewrites it. There may be passwords in them.
    urls: tuple[str, ...]


def remotes_of(folder: Path) -> tuple[Remote, ...]:
    """The remotes of a repository, `origin` first."""
    git = open_repository(folder)
    found = []
    for name in git.ask("remote").out.decode("utf-8", "surrogateescape").splitlines():
        written = git.try_to("config", "--get", f"remote.{name}.url")
        rewritten = git.try_to("remote", "get-url", "--", name)
        urls = [answer.line for answer in (written, rewritten) if answer.status == 0]
        found.append(Remote(name, tuple(dict.fromkeys(urls))))
    return tuple(sorted(found, key=lambda remote: remote.name != "origin"))


def missing_commits(folder: Path, revisions: tuple[str, ...]) -> tuple[str, ...]:
    """Which of these full ids of commits are not in this clone; other names are passed over."""
    git = open_repository(folder)
    return tuple(
        revision
        for revision in dict.fromkeys(revisions)
        if _ID.fullmatch(revision)
        and git.try_to("cat-file", "-e", f"{revision}^{{commit}}").status != 0
    )


def fetch_command(place: str, commits: tuple[str, ...]) -> str:
    """The command that gets commits from a remote or a URL."""
    return shlex.join(["git", "fetch", place, *commits])


def fetch(folder: Path, place: str, commits: tuple[str, ...]) -> None:
    """Get commits from a remote or a URL; no branch or tag changes."""
    git = open_repository(folder).with_environment(_NETWORK)
    words = ("fetch", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head")
    answer = git.try_to(*words, "--", place, *commits)
    if answer.status != 0:
        hint = f"Try it by hand: `{fetch_command(place, commits)}`."
        raise GitFailed(f"git fetch failed: {_without_users(answer)}.", hint)


def clone(url: str, folder: Path) -> None:
    """Copy a repository, without a work tree, into a folder that is not there yet."""
    git = Git(folder.parent).with_environment(_NETWORK)
    answer = git.try_to("clone", "--quiet", "--bare", "--", url, str(folder))
    if answer.status != 0:
        hint = f"Try it by hand: `git clone --bare {shlex.quote(url)}`."
        raise GitFailed(f"git clone failed: {_without_users(answer)}.", hint)


def update(folder: Path, url: str) -> None:
    """Bring the branches and tags of such a copy up to date."""
    git = open_repository(folder).with_environment(_NETWORK)
    both = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
    answer = git.try_to("fetch", "--quiet", "--prune", "--no-recurse-submodules", "--", url, *both)
    if answer.status != 0:
        hint = f"Try it by hand: `git ls-remote {shlex.quote(url)}`."
        raise GitFailed(f"git fetch failed: {_without_users(answer)}.", hint)


def _without_users(answer: Answer) -> str:
    """What git objected to, without the users and passwords of URLs."""
    return re.sub(r"(://)[^/@\s]*@", r"\1", answer.complaint)
