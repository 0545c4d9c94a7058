"""Which commits lie between two others?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from swerve.model.errors import BadUsage
from swerve.source.git._names import quoted
from swerve.source.git.git import is_shallow, open_repository
from swerve.source.git.revisions import merge_base, refuse_shallow, resolve

_DOTS = re.compile(r"\.\.\.?")


@dataclass(frozen=True, slots=True)
class ListedCommit:
    """A commit of a range."""

    #: Full ids.
    id: str
    #: The first parent; empty for a root commit.
    parent: str
    #: The first line of its message.
    subject: str


def commit_id(folder: Path, name: str) -> str | None:
    """The full id of the commit that a name means; `None` where it means none."""
    words = ("rev-parse", "--quiet", "--verify", "--end-of-options", f"{name}^{{commit}}")
    answer = open_repository(folder).try_to(*words)
    return answer.line if answer.status == 0 else None


def list_commits(folder: Path, revisions: str) -> tuple[Path, tuple[ListedCommit, ...]]:
    """The top of a repository, and the commits of a range A..B along first parents, oldest first.

    A...B starts where the two parted. A side that is left out is HEAD.
    """
    git = open_repository(folder)
    dots = _DOTS.search(revisions)
    if dots is None:
        raise BadUsage(
            f"{quoted(revisions)} is one commit, and no range.",
            "Write A..B, for example `HEAD~20..HEAD`.",
        )
    names = (revisions[: dots.start()] or "HEAD", revisions[dots.end() :] or "HEAD")
    old, new = resolve(git, names[0]), resolve(git, names[1])
    if len(dots[0]) == 3:
        old = merge_base(git, old, new, names)
    words = (
        "log",
        "-z",
        "--first-parent",
        "--reverse",
        "--format=%H %P%n%s",
        "--no-show-signature",
    )
    out = git.ask(*words, new, f"^{old}", "--").out.decode("utf-8", "replace")
    found = tuple(_commit(record) for record in out.split("\0") if record)
    if found and not found[0].parent and is_shallow(git):
        refuse_shallow(f"What was before {found[0].id[:10]} in {quoted(revisions)}", None)
    return git.top, found


def _commit(record: str) -> ListedCommit:
    ids, _, subject = record.partition("\n")
    found, _, parents = ids.partition(" ")
    return ListedCommit(found, parents.partition(" ")[0], subject.strip("\n"))
