"""Which issues does a text say that it closes?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from swerve.model.errors import UnknownRepository
from swerve.source.github._repository import RepositoryName, repository_from_name

_REPOSITORY = r"[A-Za-z0-9_-]{1,100}/[A-Za-z0-9._-]{1,100}"
_CLOSING = re.compile(
    r"\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s{1,5}"
    rf"(?:(?P<other>{_REPOSITORY})?#|GH-|https://(?P<host>[^/\s]{{1,100}})/(?P<there>{_REPOSITORY})/issues/)"
    r"(?P<number>[1-9]\d{0,8})\b",
    re.IGNORECASE,
)


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
