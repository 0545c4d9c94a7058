"""What becomes of each way in which GitHub may answer?"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.source.github.server import BASE, HEAD, TOKEN, GitHubServer, Reply, serving

from swerve.model.errors import (
    GitHubGarbled,
    GitHubLimited,
    GitHubRefused,
    GitHubUnreachable,
    SwerveError,
)
from swerve.source.github import Address, Api, RepositoryName, ask_pull_request

PULL = "/repos/ada/shop/pulls/12"
SHOP = RepositoryName("ada", "shop")


@pytest.fixture
def github() -> Iterator[GitHubServer]:
    with serving() as server:
        server.has_pull_request()
        yield server


class Asker:
    """An API whose pauses take no time and are written down."""

    def __init__(self, github: GitHubServer, token: str = TOKEN) -> None:
        self.pauses: list[float] = []
        address = Address(github.url, token)
        self.api = Api(address, timeout_s=5.0, sleep=self.pauses.append)


def test_a_pull_request_is_asked_for_with_the_token(github: GitHubServer) -> None:
    pull = ask_pull_request(Asker(github).api, SHOP, 12)
    assert (pull.title, pull.body, pull.base, pull.head) == ("Take more", "", BASE, HEAD)
    assert pull.notes == ()
    assert {asked.headers["Authorization"] for asked in github.asked} == {f"Bearer {TOKEN}"}


def test_without_a_token_none_is_sent(github: GitHubServer) -> None:
    ask_pull_request(Asker(github, token="").api, SHOP, 12)
    assert all("Authorization" not in asked.headers for asked in github.asked)


def test_all_pages_are_read(github: GitHubServer) -> None:
    root = f"{github.url}{PULL}/commits"
    for page in (1, 2, 3):
        link = f'<{root}?page=1>; rel="first", <{root}?page={page + 1}>; rel="next"'
        commit = {"sha": f"{page}" * 40, "commit": {"message": f"Commit {page}"}}
        path = f"{PULL}/commits?" + ("per_page=100" if page == 1 else f"per_page=100&page={page}")
        github.on(path, Reply([commit], headers={"Link": link} if page < 3 else {}))
    pull = ask_pull_request(Asker(github).api, SHOP, 12)
    assert [commit.message for commit in pull.commits] == ["Commit 1", "Commit 2", "Commit 3"]


def test_pages_without_end_are_cut_off_with_a_note(github: GitHubServer) -> None:
    path = "/repos/ada/shop/issues/12/comments"
    for page in range(1, 12):
        link = f'<{github.url}{path}?page={page + 1}>; rel="next"'
        query = "per_page=100" if page == 1 else f"per_page=100&page={page}"
        github.on(f"{path}?{query}", Reply([{"body": "yes"}], headers={"Link": link}))
    pull = ask_pull_request(Asker(github).api, SHOP, 12)
    assert len(pull.discussion) == 10
    assert pull.notes == ("only the first 10 of the comments were read",)


@pytest.mark.parametrize(
    ("trouble", "pauses"),
    [
        pytest.param(Reply(status=502), [1.0], id="bad gateway"),
        pytest.param(Reply({"a": 1}, breaks_off=True), [1.0], id="broken off"),
        pytest.param(Reply(status=403, headers={"Retry-After": "7"}), [7.0], id="retry after"),
        pytest.param(Reply(status=429), [60.0], id="too many, no time said"),
        pytest.param(
            Reply({"message": "You have exceeded a secondary rate limit."}, 403),
            [60.0],
            id="secondary limit",
        ),
    ],
)
def test_what_fails_for_a_moment_is_tried_again(
    github: GitHubServer, trouble: Reply, pauses: list[float]
) -> None:
    github.replies[PULL].insert(0, trouble)
    asker = Asker(github)
    assert ask_pull_request(asker.api, SHOP, 12).title == "Take more"
    assert asker.pauses == pauses


def test_a_rate_limit_that_ends_soon_is_waited_for(github: GitHubServer) -> None:
    reset = str(int(time.time()) + 30)
    headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset}
    github.replies[PULL].insert(0, Reply({"message": "API rate limit exceeded"}, 403, headers))
    asker = Asker(github)
    ask_pull_request(asker.api, SHOP, 12)
    assert len(asker.pauses) == 1
    assert 25 < asker.pauses[0] < 35


LIMITED = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "99999999999"}


@pytest.mark.parametrize(
    ("reply", "error", "message"),
    [
        pytest.param(Reply(status=404), GitHubRefused, "has no /repos/ada/shop/pulls/12", id="404"),
        pytest.param(Reply(status=401), GitHubRefused, "does not accept the token", id="401"),
        pytest.param(
            Reply({"message": f"No SAML\n{TOKEN}"}, 403),
            GitHubRefused,
            "(status 403): No SAML ***",
            id="403",
        ),
        pytest.param(Reply(status=403, headers=LIMITED), GitHubLimited, "rate limit", id="limit"),
        pytest.param(
            Reply(status=403, headers={"Retry-After": "soon"}),
            GitHubLimited,
            "limit",
            id="odd limit",
        ),
        pytest.param(Reply(status=503), GitHubGarbled, "status 503", id="down for long"),
        pytest.param(Reply(b"<html>hello"), GitHubGarbled, "not JSON", id="garbage"),
        pytest.param(Reply(b"[" * 200_000), GitHubGarbled, "not JSON", id="nested"),
        pytest.param(Reply(b"\xff\xfe\x00"), GitHubGarbled, "not JSON", id="bytes"),
        pytest.param(Reply([]), GitHubGarbled, "which commit the base", id="a list"),
        pytest.param(Reply({"title": "x"}), GitHubGarbled, "which commit the base", id="no fields"),
        pytest.param(
            Reply({"base": {"sha": "--upload-pack=x"}}),
            GitHubGarbled,
            "the base",
            id="hostile commit",
        ),
        pytest.param(
            Reply({"a": 1}, breaks_off=True), GitHubUnreachable, "reached", id="broken off"
        ),
        pytest.param(
            Reply(status=302, headers={"Location": "https://example.org/x"}),
            GitHubGarbled,
            "another server",
            id="sent elsewhere",
        ),
        pytest.param(
            Reply(status=302, headers={"Location": "file:///etc/passwd"}),
            GitHubGarbled,
            "status 302",
            id="sent to a file",
        ),
    ],
)
def test_what_cannot_be_helped_is_an_error(
    github: GitHubServer, reply: Reply, error: type[SwerveError], message: str
) -> None:
    github.on(PULL, reply)
    with pytest.raises(error) as caught:
        ask_pull_request(Asker(github).api, SHOP, 12)
    assert message in caught.value.message
    assert TOKEN not in repr(caught.value) + caught.value.hint


def test_a_slow_answer_is_given_up(github: GitHubServer) -> None:
    github.on(PULL, Reply({}, delay_s=0.5))
    asker = Asker(github)
    with pytest.raises(GitHubUnreachable, match=r"no answer within 0\.05 s"):
        ask_pull_request(replace(asker.api, timeout_s=0.05), SHOP, 12)
    assert asker.pauses == [1.0, 2.0, 4.0]


def test_a_server_that_is_not_there_is_told(github: GitHubServer) -> None:
    api = replace(Asker(github).api, address=Address("http://127.0.0.1:9", TOKEN))
    with pytest.raises(GitHubUnreachable, match="Connection refused"):
        ask_pull_request(api, SHOP, 12)


def test_a_renamed_repository_is_followed(github: GitHubServer) -> None:
    new = f"{github.url}/repositories/1/pulls/12"
    github.on("/repositories/1/pulls/12", *github.replies[PULL])
    github.on(PULL, Reply(status=301, headers={"Location": new}))
    assert ask_pull_request(Asker(github).api, SHOP, 12).title == "Take more"


def test_the_next_page_on_another_server_is_not_asked_for(github: GitHubServer) -> None:
    with serving() as other:
        link = f'<{other.url}/steal>; rel="next"'
        github.on(f"{PULL}/commits?per_page=100", Reply([], headers={"Link": link}))
        ask_pull_request(Asker(github).api, SHOP, 12)
        assert other.asked == []


def test_the_token_is_not_shown_by_what_holds_it(github: GitHubServer) -> None:
    assert TOKEN not in repr(Asker(github).api)
