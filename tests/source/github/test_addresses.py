"""Which repository and which server are meant?"""

from __future__ import annotations

import pytest

from swerve.model.errors import BadApiUrl, GitHubRefused, UnknownRepository
from swerve.source.github import (
    RepositoryName,
    address_from_environment,
    repository_from_name,
    repository_from_url,
    without_secrets,
)
from swerve.source.github._repository import closed_issues

SHOP = RepositoryName("ada", "shop.py")


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://github.com/ada/shop.py.git", "github.com"),
        ("https://github.com/ada/shop.py/", "github.com"),
        ("https://ada:secret@github.com/ada/shop.py", "github.com"),
        ("http://github.example.org:8080/ada/shop.py.git", "github.example.org"),
        ("git@github.com:ada/shop.py.git", "github.com"),
        ("github.com:ada/shop.py", "github.com"),
        ("ssh://git@GitHub.com/ada/shop.py.git", "github.com"),
        ("ssh://git@ssh.github.com:443/ada/shop.py.git", "github.com"),
        ("git+ssh://git@github.com/ada/shop.py.git", "github.com"),
        ("git://github.com/ada/shop.py", "github.com"),
    ],
)
def test_the_forms_of_a_remote_are_read(url: str, host: str) -> None:
    assert repository_from_url(url) == (host, SHOP)


@pytest.mark.parametrize(
    "url",
    ["/srv/git/shop.git", "../shop", "file:///srv/shop", "https://github.com/ada", "", "a\nb",
     "https://github.com/ada/shop/tree/main", "ext::sh -c x", "https://github.com/../shop"],
)  # fmt: skip
def test_other_remotes_are_not_of_github(url: str) -> None:
    assert repository_from_url(url) is None


@pytest.mark.parametrize("name", ["", "shop", "a/b/c", "ada/..", "-x/shop", "ada/shop\n", "a b/c"])
def test_a_name_that_cannot_be_is_refused(name: str) -> None:
    with pytest.raises(UnknownRepository):
        repository_from_name(name)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("", "github.com"),
        ("https://api.github.com/", "github.com"),
        ("https://github.example.org/api/v3", "github.example.org"),
        ("https://api.shop.ghe.com", "shop.ghe.com"),
        ("http://127.0.0.1:8000", None),
        ("http://[::1]:8000", None),
        ("http://localhost", None),
    ],
)
def test_the_api_knows_which_host_it_speaks_for(url: str, host: str | None) -> None:
    assert address_from_environment({"GITHUB_API_URL": url}).host == host


@pytest.mark.parametrize(
    "url",
    ["http://api.github.com", "http://127.0.0.1.example.org", "ftp://127.0.0.1", "github.com",
     "https://", "https://a:b@api.github.com", "https://api.github.com?x=1", "https://a b",
     "https://[::1", "https://api.github.com:99999999", "file:///etc/passwd"],
)  # fmt: skip
def test_a_token_is_sent_nowhere_else(url: str) -> None:
    with pytest.raises(BadApiUrl) as caught:
        address_from_environment({"GITHUB_API_URL": url, "GITHUB_TOKEN": "s3cret"})
    assert "a:b" not in caught.value.message


def test_the_token_is_that_of_github_first() -> None:
    found = [{"GH_TOKEN": "b"}, {"GH_TOKEN": "b", "GITHUB_TOKEN": " a\n"}, {"GH_TOKEN": " "}]
    assert [address_from_environment(each).token for each in found] == ["b", "a", ""]
    with pytest.raises(GitHubRefused) as caught:
        address_from_environment({"GITHUB_TOKEN": "s3cret\nX-Evil: 1"})
    assert "s3cret" not in caught.value.message


def test_passwords_in_addresses_are_not_shown() -> None:
    text = "unable to access 'https://ada:s3cret@github.com/ada/shop/': 403"
    assert without_secrets(text) == "unable to access 'https://github.com/ada/shop/': 403"


def test_only_words_that_close_link_an_issue() -> None:
    text = """Fixes #1. See #2. Closes: gh-3, resolved bob/lib#4, fix https://github.com/x/y/issues/5
    fixes #1 prefixes #6 fixes#7 fixes #0 closes -/x#8 FIXED #9"""
    assert closed_issues([text], [SHOP]) == [1, 3, 9]
