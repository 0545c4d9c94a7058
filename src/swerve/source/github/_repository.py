"""Which repository does a name or the address of a remote mean, and which of its issues a text?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from swerve.model.errors import UnknownRepository

_OWNER = r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?"
_NAME = r"(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}"
_FULL_NAME = re.compile(rf"({_OWNER})/({_NAME})")
#: "https://user:secret@github.com:443/owner/name.git", "ssh://git@github.com/owner/name".
_URL = re.compile(r"(?:git\+)?(?:https?|ssh|git)://(?:[^@/]*@)?([^@/:]+)(?::\d+)?/(.+)", re.DOTALL)
#: "git@github.com:owner/name.git".
_SHORT = re.compile(r"(?:[^@/:]+@)?([^@/:]+):(?!/)(.+)", re.DOTALL)
#: Where ssh is answered on the port of https.
_OTHER_NAMES = {"ssh.github.com": "github.com", "www.github.com": "github.com"}
_REPOSITORY = r"[A-Za-z0-9_-]{1,100}/[A-Za-z0-9._-]{1,100}"
_CLOSING = re.compile(
    r"\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s{1,5}"
    rf"(?:(?P<other>{_REPOSITORY})?#|GH-|https://(?P<host>[^/\s]{{1,100}})/(?P<there>{_REPOSITORY})/issues/)"
    r"(?P<number>[1-9]\d{0,8})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RepositoryName:
    """A repository on GitHub."""

    owner: str
    name: str

    def __str__(self) -> str:
        return f"{self.owner}/{self.name}"

    def is_same(self, other: RepositoryName) -> bool:
        """GitHub makes no difference between upper and lower case."""
        return str(self).lower() == str(other).lower()


def repository_from_name(text: str) -> RepositoryName:
    """Read "owner/name"."""
    found = _FULL_NAME.fullmatch(text)
    if found is None:
        raise UnknownRepository(
            f"`{text[:200]}` is not the name of a repository.",
            "Write it as OWNER/NAME: `python/cpython`.",
        )
    return RepositoryName(found[1], found[2])


def repository_from_url(url: str) -> tuple[str, RepositoryName] | None:
    """Return the host and the repository that the address of a remote means, if it has such a form.

    What stands before an @ may be a password, and is not looked at.
    """
    found = _URL.fullmatch(url) or _SHORT.fullmatch(url)
    if found is None:
        return None
    host = found[1].lower()
    path = _FULL_NAME.fullmatch(found[2].strip("/").removesuffix(".git"))
    if path is None:
        return None
    return _OTHER_NAMES.get(host, host), RepositoryName(path[1], path[2])


def without_secrets(text: str) -> str:
    """A text with what stands before the @ of an address taken out."""
    return re.sub(r"(://)[^/@\s]*@", r"\1", text)


def closed_issues(
    texts: Iterable[str], here: Sequence[RepositoryName], host: str | None = None
) -> list[int]:
    """Find "fixes #12", "closes owner/name#12" and the like, each once, of one repository alone.

    It goes by the names `here`, on that host where one is known. Others are left out: whoever
    wrote the words may not see them, and the token of whoever asks may.
    """
    found: dict[int, None] = {}
    for text in texts:
        for match in _CLOSING.finditer(text):
            is_there = None in (host, match["host"]) or match["host"].lower() == host
            if is_there and _is_here(match["other"] or match["there"], here):
                found[int(match["number"])] = None
    return list(found)


def _is_here(named: str | None, here: Sequence[RepositoryName]) -> bool:
    try:
        repository = repository_from_name(named) if named else here[0]
    except UnknownRepository:
        return False
    return any(repository.is_same(each) for each in here)
