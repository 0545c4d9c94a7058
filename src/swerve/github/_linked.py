"""Which issues does a text say that it closes?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from swerve.errors import UnknownRepository
from swerve.github._repository import RepositoryName, repository_from_name

_REPOSITORY = r"[A-Za-z0-9_-]{1,100}/[A-Za-z0-9._-]{1,100}"
_CLOSING = re.compile(
    r"\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s{1,5}"
    rf"(?:(?P<other>{_REPOSITORY})?#|GH-|https://[^/\s]{{1,100}}/(?P<there>{_REPOSITORY})/issues/)"
    r"(?P<number>[1-9]\d{0,8})\b",
    re.IGNORECASE,
)


def closed_issues(texts: Iterable[str], here: RepositoryName) -> list[tuple[RepositoryName, int]]:
    """Find "fixes #12", "closes owner/name#12" and the like, each once."""
    found: dict[tuple[str, int], tuple[RepositoryName, int]] = {}
    for text in texts:
        for match in _CLOSING.finditer(text):
            named = match["other"] or match["there"]
            try:
                repository = repository_from_name(named) if named else here
            except UnknownRepository:
                continue
            number = int(match["number"])
            found.setdefault((str(repository).lower(), number), (repository, number))
    return list(found.values())
