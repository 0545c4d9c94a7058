"""A pull request names issues and repositories: which of them does the user's token open?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.source.github.server import TOKEN, GitHubServer, Reply, serving

from swerve.source.github import Address, Api, PullRequest, RepositoryName, ask_pull_request

_SECRET = "Layoffs in May"  # noqa: S105 (the title of an issue)


@pytest.fixture
def github() -> Iterator[GitHubServer]:
    with serving() as server:
        server.has_pull_request()
        server.on("/repos/corp/secret/issues/7", Reply({"title": _SECRET}))
        server.on("/repositories/99/issues/7", Reply({"title": _SECRET}))
        yield server


def _ask(github: GitHubServer) -> PullRequest:
    shop = RepositoryName("ada", "shop")
    return ask_pull_request(Api(Address(github.url, TOKEN)), shop, 12)


@pytest.mark.parametrize(
    "words",
    [
        "Fixes corp/secret#7",
        "closes Corp/Secret#7",
        "Resolves https://github.com/corp/secret/issues/7",
        "fixes https://github.com/corp/secret/issues/7#x",
        "fixes ada/shop/../../corp/secret#7",
        "fixes https://127.0.0.1/ada/shop/../../corp/secret/issues/7",
    ],
)
def test_words_name_another_repository(github: GitHubServer, words: str) -> None:
    github.has_pull_request(title=words, body=words)
    commit = {"sha": "c" * 40, "commit": {"message": words}}
    github.on("/repos/ada/shop/pulls/12/commits", Reply([commit]))
    assert _SECRET not in str(_ask(github))
    assert all(path.startswith("/repos/ada/shop/") for path in github.paths())


def test_an_issue_was_moved_to_another_repository(github: GitHubServer) -> None:
    """GitHub answers for an issue that was transferred with where it is now."""
    github.has_pull_request(body="Fixes #7")
    moved = Reply(status=301, headers={"Location": f"{github.url}/repositories/99/issues/7"})
    github.on("/repos/ada/shop/issues/7", moved)
    assert _SECRET not in str(_ask(github))
    assert not any("99" in path for path in github.paths())


def test_an_issue_of_another_repository_speaks_of_it(github: GitHubServer) -> None:
    """The token of its reader sees in the timeline what the author of the change cannot."""
    issues = [
        {"number": 7, "title": _SECRET, "repository": {"full_name": "corp/secret"}},
        {"number": 8, "title": _SECRET},
    ]
    events = [{"event": "cross-referenced", "source": {"issue": issue}} for issue in issues]
    github.on("/repos/ada/shop/issues/12/timeline", Reply(events))
    assert _SECRET not in str(_ask(github))


def test_a_list_goes_on_in_another_repository(github: GitHubServer) -> None:
    link = f'<{github.url}/repos/corp/secret/issues/7>; rel="next"'
    github.on("/repos/ada/shop/pulls/12/commits", Reply([], headers={"Link": link}))
    github.on("/repos/corp/secret/issues/7", Reply([{"commit": {"message": _SECRET}}]))
    assert _SECRET not in str(_ask(github))


def test_a_repository_was_renamed(github: GitHubServer) -> None:
    """That is followed once, for the pull request itself; the rest is asked by the new name."""
    new = f"{github.url}/repositories/1/pulls/12"
    github.has_pull_request(
        repository="ada/store",
        body="Fixes #7, fixes ada/store#8, fixes ADA/SHOP#9",
        base={"sha": "b" * 40, "repo": {"full_name": "ada/store"}},
    )
    github.on("/repositories/1/pulls/12", *github.replies["/repos/ada/store/pulls/12"])
    github.on("/repos/ada/shop/pulls/12", Reply(status=301, headers={"Location": new}))
    for number in (7, 8, 9):
        github.on(f"/repos/ada/store/issues/{number}", Reply({"title": f"Issue {number}"}))
    pull = _ask(github)
    assert [issue.name for issue in pull.issues] == ["#7", "#8", "#9"]
    assert pull.repository == "ada/store"


def test_a_pull_request_moves_to_another_server(github: GitHubServer) -> None:
    with serving() as other:
        away = Reply(status=301, headers={"Location": f"{other.url}/repos/ada/shop/pulls/12"})
        github.on("/repos/ada/shop/issues/12/comments", away)
        assert "the comments could not be read" in _ask(github).notes[0]
        assert other.asked == []
