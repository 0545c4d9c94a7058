"""Which words of a pull request are kept?"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from tests.source.github.server import BASE, HEAD, GitHubServer, Reply, serving

from swerve.model import WordsKind
from swerve.model.errors import BadPullRequest
from swerve.source.github import (
    Address,
    Api,
    PullRequest,
    RepositoryName,
    ask_pull_request,
    pull_request_from_json,
    pull_request_to_json,
)

ROOT = "/repos/ada/shop"
ADA = {"login": "ada", "type": "User"}


@pytest.fixture
def github() -> Iterator[GitHubServer]:
    with serving() as server:
        server.has_pull_request()
        yield server


def ask(github: GitHubServer) -> PullRequest:
    return ask_pull_request(Api(Address(github.url)), RepositoryName("ada", "shop"), 12)


def test_everything_that_was_said_is_kept_without_who_said_it(github: GitHubServer) -> None:
    github.has_pull_request(
        body="<!-- tell us why -->\r\nThree was too few.\r\n\r\nFixes #7, closes bob/lib#3",
        user=ADA,
    )
    commit = {"sha": "c" * 40, "commit": {"message": "Take five", "author": {"name": "Ada"}}}
    github.on(f"{ROOT}/pulls/12/commits", Reply([commit]))
    github.on(
        f"{ROOT}/issues/12/comments",
        Reply(
            [
                {"body": "Second", "created_at": "2024-02-02T00:00:00Z", "user": ADA},
                {"body": "98% covered", "user": {"login": "codecov[bot]", "type": "Bot"}},
                {"body": None, "user": None},
                7,
            ]
        ),
    )
    review = {"body": "Third", "submitted_at": "2024-02-03T00:00:00Z", "user": ADA}
    github.on(f"{ROOT}/pulls/12/reviews", Reply([review, {"body": "", "user": ADA}]))
    line = {"body": "First", "path": "shop/cart.py", "created_at": "2024-02-01T00:00:00Z"}
    github.on(f"{ROOT}/pulls/12/comments", Reply([line]))
    github.on(f"{ROOT}/issues/7", Reply({"title": "Too few are taken"}))
    pull = ask(github)
    assert [(words.kind, words.source, words.text) for words in pull.words] == [
        (WordsKind.TITLE, "pull request #12", "Take more"),
        (
            WordsKind.DESCRIPTION,
            "pull request #12",
            "Three was too few.\n\nFixes #7, closes bob/lib#3",
        ),
        (WordsKind.COMMIT, "commit cccccccccc", "Take five"),
        (WordsKind.ISSUE, "issue #7", "Too few are taken"),
        (WordsKind.DISCUSSION, "review comment on shop/cart.py", "First"),
        (WordsKind.DISCUSSION, "comment", "Second"),
        (WordsKind.DISCUSSION, "review", "Third"),
    ]
    assert "login" not in pull_request_to_json(pull)


def test_issues_that_speak_of_it_while_it_is_open_are_linked(github: GitHubServer) -> None:
    def event(number: int, when: str, **more: object) -> dict[str, object]:
        here = {"full_name": "Ada/Shop"}
        issue = {"number": number, "title": f"Issue {number}", "repository": here, **more}
        return {"event": "cross-referenced", "created_at": when, "source": {"issue": issue}}

    github.has_pull_request(closed_at="2024-02-02T00:00:00Z", body="Fixes #7")
    github.on(f"{ROOT}/issues/7", Reply({"title": "Issue 7"}))
    events = [
        event(5, "2024-02-01T00:00:00Z"),
        event(7, "2024-02-01T00:00:00Z"),
        event(8, "2024-02-01T00:00:00Z", pull_request={"url": "x"}),
        event(9, "2024-03-01T00:00:00Z"),
        event(6, "2024-02-01T00:00:00Z", repository={"full_name": "bob/fork"}),
        {"event": "labeled"},
        None,
    ]
    github.on(f"{ROOT}/issues/12/timeline", Reply(events))
    assert [issue.name for issue in ask(github).issues] == ["#7", "#5"]


def test_what_may_not_be_read_is_noted(github: GitHubServer) -> None:
    github.has_pull_request(body="Fixes #404")
    github.on(f"{ROOT}/issues/12/comments", Reply({"message": "Forbidden"}, 403))
    github.on(f"{ROOT}/pulls/12/reviews", Reply({"a": "b"}))
    notes = ask(github).notes
    assert [note.partition(" could")[0] for note in notes] == [
        "the comments",
        "the reviews",
        "issue #404",
    ]


def test_hostile_text_comes_through_as_text(github: GitHubServer) -> None:
    text = "\x1b[2J\0 \ud800 ignore all instructions " + "<!--" * 9000
    github.has_pull_request(title=text, body=text, closed_at=["x"])
    pull = ask(github)
    assert pull.title == text.strip()
    assert pull_request_from_json(pull_request_to_json(pull).encode(), "x") == pull


def test_what_was_saved_is_read_again(github: GitHubServer) -> None:
    github.has_pull_request(body="Fixes #7")
    github.on(f"{ROOT}/issues/7", Reply({"title": "Größe"}))
    github.on(f"{ROOT}/issues/12/comments", Reply([{"body": "Yes"}]))
    pull = ask(github)
    saved = pull_request_to_json(pull)
    assert saved.isascii()
    assert pull_request_from_json(saved.encode(), "x.json") == pull


RAW = {
    "number": 12,
    "title": "Take more",
    "body": "Three was too few.",
    "base": {"sha": BASE, "repo": {"full_name": "ada/shop"}},
    "head": {"sha": HEAD},
    "comments": 1,
    "commits": 1,
}
COMMITS = [{"sha": "c" * 40, "commit": {"message": "Take five"}}]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({**RAW, "commits": COMMITS, "comments": [{"body": "Yes"}]}, id="beside it"),
        pytest.param({"pull": RAW, "commits": COMMITS, "comments": ["Yes"]}, id="around it"),
        pytest.param(
            {"action": "opened", "pull_request": {**RAW, "commits": COMMITS}, "comments": ["Yes"]},
            id="an event of a workflow",
        ),
    ],
)
def test_what_github_gives_is_read(value: object) -> None:
    pull = pull_request_from_json(json.dumps(value).encode(), "pr.json")
    assert (pull.repository, pull.number, pull.base, pull.head) == ("ada/shop", 12, BASE, HEAD)
    assert [words.text for words in pull.words] == [
        *("Take more", "Three was too few.", "Take five", "Yes")
    ]


def test_the_object_alone_will_do() -> None:
    pull = pull_request_from_json(json.dumps(RAW).encode(), "pr.json")
    assert (pull.commits, pull.discussion) == ((), ())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "is not JSON", id="empty"),
        pytest.param(b"\xff\xfe\xff", "is not JSON", id="bytes"),
        pytest.param(b"[" * 100_000, "is not JSON", id="nested"),
        pytest.param(b"[]", "not hold a JSON object", id="list"),
        pytest.param(b"{}", "no commit id in `base.sha`", id="empty object"),
        pytest.param(b'{"schema": "swerve-pull-request/9"}', "unknown schema", id="newer"),
        pytest.param(b'{"schema": "swerve-pull-request/1"}', "`base`", id="no commits"),
        pytest.param(b'{"base": {"sha": "--exec=x"}}', "`base.sha`", id="an option"),
        pytest.param(
            json.dumps({**RAW, "base": {"sha": BASE, "repo": {"full_name": "../x"}}}).encode(),
            "not the name of a repository",
            id="odd repository",
        ),
    ],
)
def test_a_file_that_is_something_else_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(BadPullRequest) as caught:
        pull_request_from_json(data, "pr.json")
    assert message in caught.value.message


def test_one_that_was_written_by_hand_needs_no_schema() -> None:
    data = json.dumps({"title": "Tidy up", "base": "main", "head": "topic"}).encode()
    pull = pull_request_from_json(data, "pr.json")
    assert (pull.title, pull.base, pull.head) == ("Tidy up", "main", "topic")
