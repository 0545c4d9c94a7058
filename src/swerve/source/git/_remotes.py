"""Where else is this repository, and which commits are only there?"""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from swerve.model.errors import GitFailed

from ._names import quoted
from .git import Git, open_repository

_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
#: As git reads them: a URL, or HOST:PATH.
_OF_A_SERVER = re.compile(r"(https?|ssh|git|git\+ssh|ssh\+git)://.+|[^/:]+:(?!:|//).+")


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
    """Get commits from a remote or a URL; no branch or tag changes.

    The repository's settings may name a server. A folder that is fetched from has a say in which
    programs run, so only the user's own settings may lead to one.
    """
    git = open_repository(folder)
    by_hand = fetch_command(place, commits)
    named = git.try_to("config", "-z", "--get-all", f"remote.{place}.url").out
    for url in os.fsdecode(named).split("\0")[:-1] or [place]:
        if not _OF_A_SERVER.fullmatch(url):
            raise GitFailed(
                f"The remote {quoted(place)} is not a server: {quoted(_without_users(url))}.",
                f"If you trust the repository that is there, fetch with git itself: `{by_hand}`.",
            )
    words = ("fetch", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head")
    _go_online(git, (*words, "--", place, *commits), by_hand)


def clone(url: str, folder: Path) -> None:
    """Copy a repository, without a work tree, into a folder that is not there yet.

    The copy is a `.git` in it, so that it is taken for a repository wherever it lies.
    """
    command = ("clone", "--quiet", "--bare", "--", url, str(folder / ".git"))
    _go_online(Git(folder.parent, is_nowhere=True), command, f"git clone --bare {shlex.quote(url)}")


def update(folder: Path, url: str) -> None:
    """Bring the branches and tags of such a copy up to date."""
    both = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
    command = ("fetch", "--quiet", "--prune", "--no-recurse-submodules", "--", url, *both)
    # Whatever GIT_DIR says: elsewhere this would delete branches.
    git = Git(folder).with_environment({"GIT_DIR": str(folder / ".git")})
    _go_online(git, command, f"git ls-remote {shlex.quote(url)}")


def _go_online(git: Git, command: tuple[str, ...], by_hand: str) -> None:
    answer = git.online().try_to(*command)
    if answer.status != 0:
        raise GitFailed(
            f"git {command[0]} failed: {_without_users(answer.complaint)}.",
            f"Try it by hand: `{by_hand}`.",
        )


def _without_users(text: str) -> str:
    """A text without the users and passwords of URLs."""
    return re.sub(r"(://)[^/@\s]*@", r"\1", text)
