"""How is a pull request kept in a file, and read from one?"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict

from swerve.model.errors import BadPullRequest, UnknownRepository
from swerve.source.github._asking import comments_from, commits_from
from swerve.source.github._fields import items_at, mapping_at, number_at, text_at
from swerve.source.github._pull_request import Comment, CommitMessage, LinkedIssue, PullRequest
from swerve.source.github._repository import repository_from_name

_SCHEMA = "swerve-pull-request/1"
_REVISION = re.compile(r"(?!-)[!-~]{1,200}")
_HINT = (
    "It is what `swerve pr NUMBER --save FILE.json` writes, or a pull request as GitHub's API "
    "gives it; docs/pull-requests.md shows both."
)


def pull_request_to_json(pull: PullRequest) -> str:
    """Write a pull request down, in pure ASCII."""
    return json.dumps({"schema": _SCHEMA, **asdict(pull)}, indent=2) + "\n"


def pull_request_from_json(data: bytes, name: str) -> PullRequest:
    """Read a pull request that was saved, or the object that GitHub's API gives for one.

    Beside the fields of that object, or around it with the object as `pull_request`, may stand
    lists as the API gives them: `commits`, `comments`, `review_comments`, `reviews`, `issues`.
    """
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise BadPullRequest(f"`{name}` is no JSON.", _HINT) from None
    if not isinstance(value, Mapping):
        raise BadPullRequest(f"`{name}` holds no JSON object.", _HINT)
    schema = text_at(value, "schema")
    is_by_hand = not schema and isinstance(value.get("base"), str)  # an object in GitHub's
    if schema == _SCHEMA or is_by_hand:
        return _from_ours(value, name)
    if schema:
        raise BadPullRequest(f"`{name}` has the unknown schema `{schema[:60]}`.", _HINT)
    return _from_api(value, name)


def _from_ours(value: Mapping[str, object], name: str) -> PullRequest:
    return PullRequest(
        title=text_at(value, "title"),
        body=text_at(value, "body"),
        base=_revision(text_at(value, "base"), "base", name),
        head=_revision(text_at(value, "head"), "head", name),
        repository=_repository(text_at(value, "repository"), name),
        number=number_at(value, "number"),
        commits=tuple(
            CommitMessage(text_at(each, "id"), text_at(each, "message"))
            for each in items_at(value, "commits")
        ),
        discussion=tuple(
            Comment(text_at(each, "where") or "comment", text_at(each, "text"))
            for each in items_at(value, "discussion")
        ),
        issues=tuple(
            LinkedIssue(text_at(each, "name"), text_at(each, "title"))
            for each in items_at(value, "issues")
        ),
        notes=tuple(note for note in items_at(value, "notes") if isinstance(note, str)),
    )


def _from_api(value: Mapping[str, object], name: str) -> PullRequest:
    pull = mapping_at(value, "pull_request") or mapping_at(value, "pull") or value
    said = [
        each
        for key in ("comments", "reviews", "review_comments")
        for each in items_at(value, key) or items_at(pull, key)
    ]
    repository = text_at(pull, "base", "repo", "full_name")
    issues = items_at(value, "issues") or items_at(pull, "issues")
    return PullRequest(
        title=text_at(pull, "title"),
        body=text_at(pull, "body"),
        base=_revision(text_at(pull, "base", "sha"), "base.sha", name),
        head=_revision(text_at(pull, "head", "sha"), "head.sha", name),
        repository=_repository(repository, name),
        number=number_at(pull, "number"),
        commits=tuple(commits_from(items_at(value, "commits") or items_at(pull, "commits"))),
        discussion=tuple(comments_from(said)),
        issues=tuple(
            LinkedIssue(f"#{number_at(each, 'number')}", text_at(each, "title")) for each in issues
        ),
    )


def _revision(text: str, key: str, name: str) -> str:
    if not _REVISION.fullmatch(text):
        raise BadPullRequest(f"`{name}` names no commit as `{key}`.", _HINT)
    return text


def _repository(text: str, name: str) -> str:
    if not text:
        return ""
    try:
        return str(repository_from_name(text))
    except UnknownRepository as error:
        raise BadPullRequest(f"`{name}`: {error.message}", _HINT) from None
