"""Which units does a campaign have?"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from swerve.model import Settings
from swerve.model.campaign import Unit
from swerve.model.errors import BadPullRequest, BadUsage, PathMissing
from swerve.source import commit_id, list_commits
from swerve.source.github import PullRequest, pull_request_from_json, pull_request_to_json

from ._clones import check_url, folder_of, is_url
from ._unit import unit_of

_HINT = (
    "The file must contain saved pull requests or paths to them, as a JSON list or one per line; "
    "docs/campaigns.md shows examples."
)


def units_of_range(folder: Path, revisions: str, settings: Settings) -> Iterator[Unit]:
    """Every commit of a range, along first parents."""
    top, commits = list_commits(folder, revisions)
    for commit in commits:
        yield unit_of(
            str(top.resolve()), commit.parent, commit.id, title=commit.subject, settings=settings
        )


def units_of_repositories(data: bytes, near: Path, settings: Settings) -> Iterator[Unit]:
    """Every commit of the ranges that a file lists, a repository and its range a line.

    Paths are relative to the folder `near`. A URL is cloned to see which commits there are.
    """
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) < 2:
            raise BadUsage(
                f"Line {number} is not a repository with a range: {line.strip()[:80]!r}.",
                "Write PATH A..B or URL A..B, one repository per line.",
            )
        repository, revisions = " ".join(words[:-1]), words[-1]
        if not is_url(repository):
            folder = near / os.path.expanduser(repository)
            yield from units_of_range(folder, revisions, settings)
            continue
        check_url(repository)
        for commit in list_commits(folder_of(repository, fresh=True), revisions)[1]:
            yield unit_of(
                repository, commit.parent, commit.id, title=commit.subject, settings=settings
            )


def read_pull_requests(data: bytes, near: Path) -> Iterator[PullRequest]:
    """Saved pull requests that a file holds, or names by paths relative to the folder `near`."""
    for number, item in _items(data):
        where = f"pull request {number}"
        if isinstance(item, str):
            path = near / item
            try:
                data = path.read_bytes()
            except (OSError, ValueError) as error:  # of a name with a zero in it
                why = (error.strerror if isinstance(error, OSError) else None) or str(error)
                raise PathMissing(f"The file {path} cannot be read: {why}.", _HINT) from error
            yield pull_request_from_json(data, item)
        elif isinstance(item, dict):
            yield pull_request_from_json(json.dumps(item).encode(), where)
        else:
            raise BadPullRequest(f"Item {number} in the file is not a JSON object.", _HINT)


def units_of_pull_requests(
    top: Path, pulls: Iterator[PullRequest] | list[PullRequest], settings: Settings
) -> Iterator[Unit]:
    """Pull requests whose commits are in one repository.

    Names of commits that move, as a file written by hand may have, mean what they mean today.
    """
    for pull in pulls:
        title = f"#{pull.number} {pull.title}" if pull.number else pull.title
        text = pull_request_to_json(pull)
        yield unit_of(
            os.fspath(top.resolve()),
            commit_id(top, pull.base) or pull.base,
            commit_id(top, pull.head) or pull.head,
            title=" ".join(title.split()),
            pull_request=text,
            settings=settings,
        )


def _items(data: bytes) -> Iterator[tuple[int, object]]:
    """The items of a JSON list, of JSON Lines, or of lines that are paths."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if value is not None:
        yield from enumerate(value if isinstance(value, list) else [value], 1)
        return
    number = 0
    for line in data.decode("utf-8", "replace").splitlines():
        if not line.strip():
            continue
        number += 1
        if not line.lstrip().startswith("{"):
            yield number, line.strip()
            continue
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError):
            raise BadPullRequest(f"Pull request {number} is not valid JSON.", _HINT) from None
