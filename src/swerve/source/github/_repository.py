"""Which repository does a name or the address of a remote mean?"""

from __future__ import annotations

import re
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
            f"`{text[:200]}` is no name of a repository.",
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
