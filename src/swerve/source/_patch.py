"""What would a patch change in the last commit?"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path

from swerve.model import Settings, Words, WordsKind
from swerve.model.errors import PatchFailed

from ._differing import Entry, InGit, entries_in_index
from ._range import is_in_index, is_in_tree, label, limits_from_paths, read_change
from ._raw import GitTree, Patched, PatchedFile, RawChange
from ._selection import Selection
from .git._names import quoted
from .git._objects import Objects
from .git.git import Answer, Git, open_repository
from .git.revisions import resolve_head

#: No larger file gets into a tree that is run.
_LARGEST = 64_000_000
_APPLY = ("apply", "--cached", "--whitespace=nowarn")


def read_patch(
    folder: Path,
    data: bytes,
    name: str,
    selection: Selection | Settings,
    paths: tuple[str, ...] = (),
) -> RawChange:
    """Read the change that a patch makes to HEAD, applied to an index of its own.

    Paths in the patch are relative to the top of the repository, with or without the
    `a/` and `b/` of git. `name` is what the patch is called in reports.
    """
    from ._mail import letters_from_patch  # email is slow to load, patches are rare

    user_git = open_repository(folder)
    head = resolve_head(user_git)
    letters = letters_from_patch(data)
    with tempfile.TemporaryDirectory(prefix="swerve-") as scratch:
        git = _with_own_database(user_git, scratch)
        git.ask("read-tree", head)
        _apply(git, b"".join(letter.diff for letter in letters), name, head)
        limits = limits_from_paths(
            git, paths, lambda limit: is_in_index(git, limit) or is_in_tree(git, head, limit)
        )
        differing = cache(partial(entries_in_index, git, head))
        texts = [letter.text for letter in letters if letter.text]
        said = [Words(f"patch {name}", text, WordsKind.PATCH) for text in texts]
        base, names = GitTree(user_git.top, head), (label(head), name)
        with Objects(git) as objects:
            trees = (base, Patched(base, _files(objects, differing(()))))
            return read_change(git, objects, head, differing, limits, selection, names, trees, said)


def _files(objects: Objects, entries: Iterable[Entry]) -> tuple[PatchedFile, ...]:
    """Read all that the patch changes, also what is not Python, while its objects exist."""
    files = []
    for entry in entries:
        if not isinstance(entry.new, InGit) or entry.new.is_submodule:
            files.append(PatchedFile(entry.path, "000000", None))
        elif (stored := objects.read(entry.new.oid, _LARGEST)) and stored.data is not None:
            files.append(PatchedFile(entry.path, entry.new.mode, stored.data))
    return tuple(files)


def _with_own_database(git: Git, scratch: str) -> Git:
    """Return the repository with an index and new objects that are kept in `scratch`."""
    objects = os.path.join(scratch, "objects")
    os.mkdir(objects)
    users = os.path.join(git.top, git.ask("rev-parse", "--git-path", "objects").line)
    more = os.environ.get("GIT_ALTERNATE_OBJECT_DIRECTORIES")
    return git.with_environment(
        {
            "GIT_INDEX_FILE": os.path.join(scratch, "index"),
            "GIT_OBJECT_DIRECTORY": objects,
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": os.pathsep.join(
                [_in_c_quotes(users), *([more] if more else [])]
            ),
        }
    )


def _in_c_quotes(path: str) -> str:
    """Quote a path for a list that is split at colons, as git reads it."""
    plain = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{plain}"'


def _apply(git: Git, diff: bytes, name: str, head: str) -> None:
    if not diff.strip():
        raise PatchFailed(f"The patch {quoted(name)} is empty.", "Give a patch with a diff.")
    answer = git.try_to(*_APPLY, "-", data=diff)
    if answer.status == 0:
        return
    if git.try_to(*_APPLY, "-p0", "-", data=diff).status == 0:
        return
    raise PatchFailed(
        f"The patch {quoted(name)} does not apply to HEAD ({label(head)}): {_complaint(answer)}.",
        _hint(git, diff, answer),
    )


def _complaint(answer: Answer) -> str:
    return re.sub(r" \(allow with .*?\)", "", answer.complaint)


def _hint(git: Git, diff: bytes, answer: Answer) -> str:
    if re.search(r"[Nn]o valid patches|unrecognized input", answer.err):
        return "It contains no diff that git can read. `git diff > fix.patch` writes one."
    if "corrupt patch" in answer.err or "without header" in answer.err:
        return "It was cut off or edited. `git diff > fix.patch` writes a valid one."
    if git.try_to(*_APPLY, "--check", "--reverse", "-", data=diff).status == 0:
        return "HEAD already has this change: check the commit that made it."
    return "Check out the commit it was made for, or create it again: `git diff > fix.patch`."
