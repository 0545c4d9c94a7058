"""Which commit does a name mean?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from swerve.model.errors import (
    AmbiguousRevision,
    BadUsage,
    NoCommits,
    NoCommonAncestor,
    ObjectMissing,
    ShallowHistory,
    UnknownRevision,
)

from ._names import listed, near_names, quoted
from ._objects import Commit, Objects
from .git import Answer, Git, is_shallow, open_repository

_REFS = ("refs/heads/", "refs/tags/", "refs/remotes/")
#: The steps back in history that may end a name: "~3", "^", "^2~1".
_STEPS = re.compile(r"(?:~\d*|\^\d*)+$")
_MANY = 8
_DOTS = re.compile(r"\.\.\.?")


def resolve(git: Git, name: str, generations: int = 0) -> str:
    """Return the full id of the commit that a name means.

    `generations` is how far behind it the caller goes on, for the advice on shallow clones.
    """
    answer = _verify(git, f"{name}^{{commit}}")
    if answer.status != 0 and name.startswith(":/"):
        # Here all that follows is text to search for in messages.
        answer = _verify(git, name)
    if answer.status != 0:
        _explain(git, name, answer, generations)
    if "is ambiguous" in answer.err:
        _refuse_several_refs(git, name)
    return answer.line


def resolve_head(git: Git) -> str:
    """Return the full id of the last commit."""
    return resolve(git, "HEAD")


def has_commits(git: Git) -> bool:
    """Whether the current branch has a commit."""
    return _verify(git, "HEAD").status == 0


def first_parent(git: Git, objects: Objects, commit: Commit, name: str) -> str | None:
    """Return the id of the parent a commit is compared with; `None` for a root commit."""
    if not commit.parents:
        return None
    parent = commit.parents[0]
    if objects.read(parent, 0) is not None:
        return parent
    if is_shallow(git):
        refuse_shallow(f"The parent {parent[:10]} of {quoted(name)}", 1)
    raise ObjectMissing(
        f"The parent {parent[:10]} of {quoted(name)} is not in this clone.",
        "Run `git fsck` to see what is damaged.",
    )


def merge_base(git: Git, old: str, new: str, names: tuple[str, str]) -> str:
    """Return the commit where the histories of two commits parted."""
    answer = git.try_to("merge-base", old, new)
    if answer.status == 0:
        return answer.line
    if is_shallow(git):
        refuse_shallow(f"The merge base of {listed(names, 'and')}", None)
    raise NoCommonAncestor(
        f"{listed(names, 'and')} have no commit in common.",
        f"Compare the two directly: {quoted('..'.join(names))}, with two dots.",
    )


def full_name(git: Git, name: str) -> str:
    """Return a spelling of a revision that cannot be taken for a path."""
    answer = git.try_to("rev-parse", "--symbolic-full-name", "--verify", "--end-of-options", name)
    return answer.line if answer.status == 0 and answer.line else f"{name}^0"


def _verify(git: Git, name: str) -> Answer:
    return git.try_to("rev-parse", "--verify", "--end-of-options", name)


def _explain(git: Git, name: str, answer: Answer, generations: int) -> NoReturn:
    """Raise what fits best for a name that means no commit."""
    if not has_commits(git) and (name == "HEAD" or not _ref_names(git)):
        raise NoCommits(
            "The current branch has no commit yet.",
            "Commit something first, or compare files with `swerve diff OLD NEW`.",
        )
    if short := re.search(r"short (?:object ID|SHA1) ([0-9a-f]+) is ambiguous", answer.err):
        _refuse_several_commits(git, name, short[1])
    if _verify(git, name).status == 0 and not re.fullmatch(r"[0-9a-f]{40,64}", name):
        raise UnknownRevision(
            f"{quoted(name)} is not a commit.", "Give a commit, a branch or a tag."
        )
    base = _STEPS.sub("", name)
    if base != name and _verify(git, f"{base}^{{commit}}").status == 0:
        if is_shallow(git):
            missing = _count_steps(name[len(base) :]) + generations
            refuse_shallow(f"The commit {quoted(name)}", missing)
        raise UnknownRevision(
            f"There is no commit {quoted(name)}.",
            f"The history of {quoted(base)} does not go back that far, or has no such parent.",
        )
    near = near_names(base, [*_ref_names(git), "HEAD"])
    hint = f"Did you mean {listed(near)}?" if near else "`git branch --all` lists the names."
    if is_shallow(git):
        hint += " This clone is shallow: `git fetch --unshallow` fetches the whole history."
    raise UnknownRevision(f"There is no commit {quoted(name)}.", hint)


def _ref_names(git: Git) -> list[str]:
    """Return the short names of branches, tags and remote branches."""
    lines = git.ask("for-each-ref", "--format=%(refname)", *_REFS).out.splitlines()
    refs = [line.decode("utf-8", "surrogateescape") for line in lines]
    return [re.sub(r"^refs/[^/]+/", "", ref) for ref in refs]


def _count_steps(steps: str) -> int:
    """Return how many generations back the end of a name goes: 4 for "~3^2"."""
    return sum(
        int(count or 1) if kind == "~" else 1 for kind, count in re.findall(r"([~^])(\d*)", steps)
    )


def _refuse_several_refs(git: Git, name: str) -> None:
    """Raise when a name fits several refs, or a ref and an id, and they are different commits."""
    base = _STEPS.sub("", name)
    refs = [ref + base for ref in _REFS]
    if re.fullmatch(r"[0-9a-f]{4,39}", base):
        refs += git.ask("rev-parse", f"--disambiguate={base}").out.decode("ascii").split()
    there = {ref: answer.line for ref in refs if not (answer := _verify(git, ref + "^0")).status}
    if len(set(there.values())) > 1:
        raise AmbiguousRevision(
            f"{quoted(name)} is ambiguous: {listed(there, 'and')} are different commits.",
            "Write the full name of the one you mean.",
        )


def _refuse_several_commits(git: Git, name: str, short: str) -> NoReturn:
    found = git.ask("rev-parse", f"--disambiguate={short}").out
    kinds = git.ask("cat-file", "--batch-check=%(objecttype) %(objectname)", data=found).out
    lines = [line.split() for line in kinds.decode("ascii").splitlines()]
    ids = sorted(oid[:12] for kind, oid in lines if kind in ("commit", "tag"))
    shown = listed(ids[:_MANY], "and") + (f" and {len(ids) - _MANY} more" if ids[_MANY:] else "")
    raise AmbiguousRevision(
        f"{quoted(name)} is a prefix of several commits: {shown}.",
        "Give more digits of the one you mean.",
    )


def refuse_shallow(what: str, missing: int | None) -> NoReturn:
    """Raise where a commit was cut off, so many generations back if that is known."""
    fetch = "`git fetch --unshallow`"
    if missing is not None:
        fetch = f"`git fetch --deepen={missing}` (or {fetch} for the whole history)"
    raise ShallowHistory(
        f"{what} is not in this clone, which is shallow.", f"Run {fetch}, then try again."
    )


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
            f"{quoted(revisions)} is one commit, not a range.",
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
        refuse_shallow(f"The commit before {found[0].id[:10]} in {quoted(revisions)}", None)
    return git.top, found


def _commit(record: str) -> ListedCommit:
    ids, _, subject = record.partition("\n")
    found, _, parents = ids.partition(" ")
    return ListedCommit(found, parents.partition(" ")[0], subject.strip("\n"))
