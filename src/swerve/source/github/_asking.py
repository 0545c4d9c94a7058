"""What does GitHub, or a file, say about a pull request?"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from swerve.model.errors import BadPullRequest, GitHubGarbled, GitHubRefused, UnknownRepository
from swerve.model.plain import BadData, json_from, plain

from ._api import Api
from ._fields import items_at, mapping_at, number_at, text_at
from ._pull_request import Comment, CommitMessage, LinkedIssue, PullRequest
from ._repository import RepositoryName, closed_issues, repository_from_name

_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_MOST_ISSUES = 10
_SCHEMA = "swerve-pull-request/1"
_REVISION = re.compile(r"(?!-)[!-~]{1,200}")
#: What GitHub calls everyone whose account is gone.
_NOBODY = "ghost"
_HINT = (
    "It is what `swerve pr NUMBER --save FILE.json` writes, or a pull request as GitHub's API "
    "gives it; docs/pull-requests.md shows both."
)


def ask_pull_request(api: Api, repository: RepositoryName, number: int) -> PullRequest:
    """Ask for a pull request with all that was said about it.

    The pull request itself must be there; where something else cannot be read, a note says so.
    """
    return _Asking(api, repository, number).run()


class _Asking:
    """The questions about one pull request."""

    def __init__(self, api: Api, repository: RepositoryName, number: int) -> None:
        self._api = api
        self._repository = repository
        #: The names that it goes by, where it was renamed.
        self._names: tuple[RepositoryName, ...] = (repository,)
        self._number = number
        self._notes: list[str] = []

    def run(self) -> PullRequest:
        """Ask them all."""
        path = f"/repos/{self._repository}/pulls/{self._number}"
        pull = self._api.get(path, may_have_moved=True)
        self._go_by_name_in(pull)
        base, head = _revision(pull, "base"), _revision(pull, "head")
        title, body = text_at(pull, "title"), text_at(pull, "body")
        commits = tuple(_commits_from(self._list("pulls", "commits", "the commits")))
        discussion = tuple(self._discussion(_author_of(pull)))
        texts = (title, body, *(commit.message for commit in commits))
        ended = text_at(pull, "closed_at")
        return PullRequest(
            title=title,
            body=body,
            base=base,
            head=head,
            repository=str(self._repository),
            number=self._number,
            commits=commits,
            labels=tuple(_labels_from(items_at(pull, "labels"))),
            discussion=discussion,
            issues=tuple(self._issues(texts, ended)),
            notes=tuple(self._notes),
        )

    def _go_by_name_in(self, pull: object) -> None:
        """Ask the rest under the present name: nothing else of it is followed elsewhere."""
        try:
            present = repository_from_name(text_at(pull, "base", "repo", "full_name"))
        except UnknownRepository:
            return
        if not present.is_same(self._repository):
            self._names = (present, self._repository)
            self._repository = present

    def _list(self, kind: str, what: str, words: str) -> list[object]:
        """A list that goes with the pull request; a note where it cannot be read in full."""
        path = f"/repos/{self._repository}/{kind}/{self._number}/{what}"
        items: list[object] = []
        try:
            for page in self._api.pages(path):
                items.extend(page.items)
                if page.is_cut_off:
                    self._notes.append(f"only the first {len(items)} of {words} were read")
        except (GitHubRefused, GitHubGarbled) as error:
            self._notes.append(f"{words} could not be read: {error.message}")
        return items

    def _discussion(self, author: str) -> Iterator[Comment]:
        """Everything that people said, oldest first."""
        said = [
            *self._list("issues", "comments", "the comments"),
            *self._list("pulls", "reviews", "the reviews"),
            *self._list("pulls", "comments", "the review comments"),
        ]
        said.sort(key=lambda each: text_at(each, "created_at") or text_at(each, "submitted_at"))
        return _comments_from(said, author)

    def _issues(self, texts: tuple[str, ...], ended: str) -> Iterator[LinkedIssue]:
        """Issues that the words close, and those that spoke of it while it was open."""
        seen = set()
        host = self._api.address.host
        for number in closed_issues(texts, self._names, host)[:_MOST_ISSUES]:
            name = f"#{number}"
            seen.add(name)
            try:
                issue = self._api.get(f"/repos/{self._repository}/issues/{number}")
            except (GitHubRefused, GitHubGarbled) as error:
                self._notes.append(f"issue {name} could not be read: {error.message}")
                continue
            if title := text_at(issue, "title"):
                yield LinkedIssue(name, title)
        for event in self._list("issues", "timeline", "the timeline"):
            issue = mapping_at(event, "source", "issue")
            number, title = number_at(issue, "number"), text_at(issue, "title")
            home = text_at(issue, "repository", "full_name")
            if (
                text_at(event, "event") != "cross-referenced"
                or not (number and title)
                or issue.get("pull_request")
                or home.lower() != str(self._repository).lower()
                or (ended and text_at(event, "created_at") > ended)
            ):
                continue
            if (name := f"#{number}") not in seen and len(seen) < _MOST_ISSUES:
                seen.add(name)
                yield LinkedIssue(name, title)


def _commits_from(items: list[object]) -> Iterator[CommitMessage]:
    """Commits as GitHub lists them; a text is a message."""
    for item in items:
        if isinstance(item, str):
            yield CommitMessage("", text_at({"message": item}, "message"))
            continue
        id = text_at(item, "sha")
        message = text_at(item, "commit", "message") or text_at(item, "message")
        if message:
            yield CommitMessage(id if _ID.fullmatch(id) else "", message)


def _labels_from(items: list[object]) -> Iterator[str]:
    """Labels as GitHub lists them; a text is the name of one."""
    for item in items:
        name = text_at({"name": item}, "name") if isinstance(item, str) else text_at(item, "name")
        if name := " ".join(name.split()):
            yield name


def _comments_from(items: list[object], author: str) -> Iterator[Comment]:
    """What people said, as GitHub lists it; a text is a comment. Programs are passed over."""
    for item in items:
        text = text_at({"body": item}, "body") if isinstance(item, str) else text_at(item, "body")
        is_program = text_at(item, "user", "type") == "Bot"
        if not text or is_program or _is_program(text_at(item, "user", "login")):
            continue
        path = text_at(item, "path")
        if path:
            where = f"review comment on {path[:200]}"
        else:
            where = "review" if text_at(item, "submitted_at") else "comment"
        yield Comment(where, text, is_by_author=author != "" and _author_of(item) == author)


def _author_of(value: object) -> str:
    """Who wrote a pull request or a comment; empty where that is not known."""
    return _known(text_at(value, "user", "login"))


def _known(name: str) -> str:
    """A name in the form in which two of one person are equal; empty for nobody in particular."""
    return "" if name.lower() == _NOBODY else name.lower()


def _is_program(name: str) -> bool:
    return name.lower().endswith("[bot]")


def _revision(pull: object, side: str) -> str:
    revision = text_at(pull, side, "sha")
    if not _ID.fullmatch(revision):
        raise GitHubGarbled(
            f"GitHub's answer does not say which commit the {side} of the pull request is.",
            "Check GITHUB_API_URL.",
        )
    return revision


# --- in a file ------------------------------------------------------------------------------------


def pull_request_to_json(pull: PullRequest) -> str:
    """Write a pull request down, in pure ASCII."""
    return json.dumps({"schema": _SCHEMA, **plain(pull)}, indent=2) + "\n"


def pull_request_from_json(data: bytes, name: str) -> PullRequest:
    """Read a pull request that was saved, or the object that GitHub's API gives for one.

    Beside the fields of that object, or around it with the object as `pull_request`, may stand
    lists as the API gives them: `commits`, `comments`, `review_comments`, `reviews`, `issues`.
    """
    try:
        value = json_from(data)
    except BadData:
        raise BadPullRequest(f"`{name}` is not JSON.", _HINT) from None
    if not isinstance(value, Mapping):
        raise BadPullRequest(f"`{name}` does not hold a JSON object.", _HINT)
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
        base=_revision_named(text_at(value, "base"), "base", name),
        head=_revision_named(text_at(value, "head"), "head", name),
        repository=_repository_named(text_at(value, "repository"), name),
        number=number_at(value, "number"),
        commits=tuple(
            CommitMessage(text_at(each, "id"), text_at(each, "message"))
            for each in items_at(value, "commits")
        ),
        labels=tuple(_labels_from(items_at(value, "labels"))),
        discussion=tuple(_comments_from_ours(value)),
        issues=tuple(
            LinkedIssue(text_at(each, "name"), text_at(each, "title"))
            for each in items_at(value, "issues")
        ),
        notes=tuple(note for note in items_at(value, "notes") if isinstance(note, str)),
    )


def _comments_from_ours(value: Mapping[str, object]) -> Iterator[Comment]:
    """What a file says was said: by the author as it states, or as names in it show."""
    author = _known(text_at(value, "author"))
    for each in items_at(value, "discussion"):
        name = text_at(each, "author")
        if _is_program(name):
            continue
        is_stated = isinstance(each, Mapping) and each.get("by_author") is True
        is_by_author = is_stated or (author != "" and _known(name) == author)
        yield Comment(text_at(each, "where") or "comment", text_at(each, "text"), is_by_author)


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
        base=_revision_named(text_at(pull, "base", "sha"), "base.sha", name),
        head=_revision_named(text_at(pull, "head", "sha"), "head.sha", name),
        repository=_repository_named(repository, name),
        number=number_at(pull, "number"),
        commits=tuple(_commits_from(items_at(value, "commits") or items_at(pull, "commits"))),
        labels=tuple(_labels_from(items_at(pull, "labels") or items_at(value, "labels"))),
        discussion=tuple(_comments_from(said, _author_of(pull))),
        issues=tuple(
            LinkedIssue(f"#{number_at(each, 'number')}", text_at(each, "title")) for each in issues
        ),
    )


def _revision_named(text: str, key: str, name: str) -> str:
    if not _REVISION.fullmatch(text):
        raise BadPullRequest(f"`{name}` has no commit id in `{key}`.", _HINT)
    return text


def _repository_named(text: str, name: str) -> str:
    if not text:
        return ""
    try:
        return str(repository_from_name(text))
    except UnknownRepository as error:
        raise BadPullRequest(f"`{name}`: {error.message}", _HINT) from None
