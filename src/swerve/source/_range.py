"""What differs between two states of a git repository?"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path, PurePosixPath

from swerve.model import Settings, Words, WordsKind, intent_from
from swerve.model.errors import (
    AmbiguousRevision,
    BadUsage,
    PathMissing,
    SwerveError,
    UnknownRevision,
)

from ._added_words import added_words
from ._brought import holding_in_git
from ._contents import read_contents, unread
from ._differing import Entry, entries_between, entries_in_index, entries_in_work_tree
from ._raw import FileVersions, GitTree, Index, RawChange, TreeSource, WorkTree
from ._selection import Selection
from .git._names import listed, near_names, quoted
from .git._objects import Objects
from .git.git import Git, open_repository
from .git.revisions import first_parent, full_name, has_commits, merge_base, resolve, resolve_head

#: A path that can be asked for in one line.
_PLAIN_FOLDER = re.compile(r"[\w./ -]*", re.ASCII)
_DOTS = re.compile(r"\.\.\.?")
#: More words than that say nothing about the change.
_MOST_COMMITS = 1000
_LONGEST_MESSAGE = 20_000


@dataclass(frozen=True, slots=True)
class _Span:
    """Two commits to compare."""

    #: `None` stands for the empty tree before a root commit.
    old: str | None
    new: str
    #: As the user wrote it.
    name: str
    #: Words about it from elsewhere.
    said: tuple[Words, ...] = ()
    #: What the user compares with: `old`, or where the history went on from there.
    base: str | None = None


def read_git(
    folder: Path,
    *,
    revisions: str | None,
    staged: bool,
    paths: tuple[str, ...],
    selection: Selection | Settings,
) -> RawChange:
    """Read the change that `revisions` name, or the one not committed yet.

    Without revisions it is the work tree against HEAD, or with `staged` the index; when
    the work tree is clean, the last commit. Untracked files count when they are Python.
    """
    git = open_repository(folder)
    with Objects(git) as objects:
        span = None if revisions is None else _span_from_words(git, objects, revisions)
        return _read(git, objects, span, staged, paths, selection)


def read_words(
    folder: Path, words: tuple[str, ...], *, staged: bool, selection: Selection | Settings
) -> RawChange:
    """Read the change that a command line names: a range, which may stand first, then paths."""
    git = open_repository(folder)
    with Objects(git) as objects:
        span, paths = _split(git, objects, words)
        return _read(git, objects, span, staged, paths, selection)


def read_between(
    folder: Path,
    base: str,
    head: str,
    *,
    said: tuple[Words, ...],
    paths: tuple[str, ...],
    selection: Selection | Settings,
) -> RawChange:
    """Read what `head` changes since it parted from `base`, as `base...head` does.

    `said` are words from elsewhere; the messages of the commits come along unless they are there.
    """
    git = open_repository(folder)
    with Objects(git) as objects:
        old, new = resolve(git, base), resolve(git, head)
        start = merge_base(git, old, new, (base, head))
        span = _Span(start, new, f"{base}...{head}", said, old)
        return _read(git, objects, span, False, paths, selection)


def tree_at(folder: Path, name: str) -> GitTree:
    """What the repository held at a revision."""
    git = open_repository(folder)
    return GitTree(git.top, resolve(git, name))


def _read(
    git: Git,
    objects: Objects,
    span: _Span | None,
    staged: bool,
    paths: tuple[str, ...],
    selection: Selection | Settings,
) -> RawChange:
    if span is not None:
        if staged:
            raise BadUsage(
                f"`--staged` cannot be combined with the range {quoted(span.name)}.",
                "Leave one of them out.",
            )
        sides = [commit for commit in (span.old, span.new) if commit is not None]
        limits = limits_from_paths(
            git, paths, lambda limit: any(is_in_tree(git, commit, limit) for commit in sides)
        )
        return _read_span(git, objects, span, limits, selection)
    git.need_work_tree()
    return _read_uncommitted(git, objects, staged, paths, selection)


def _split(
    git: Git, objects: Objects, words: tuple[str, ...]
) -> tuple[_Span | None, tuple[str, ...]]:
    """Tell the range, which may stand first, from the paths."""
    if not words or words[0] == "..":  # the folder above, as git reads it
        return None, words
    first, rest = words[0], words[1:]
    is_path = _is_path(git, first)
    try:
        span = _span_from_words(git, objects, first)
    except SwerveError as error:
        if is_path:
            return None, words
        if isinstance(error, UnknownRevision) and not _DOTS.search(first):
            raise _neither(git, first, error) from error
        raise
    if is_path:
        left = _DOTS.split(first)[0]
        name = full_name(git, left or "HEAD") + first[len(left) :]
        raise AmbiguousRevision(
            f"{quoted(first)} is both a revision and a path.",
            f"Write {quoted('./' + first)} for the path, {quoted(name)} for the revision.",
        )
    return span, rest


def label(commit: str | None) -> str:
    """Return what a commit is called in reports."""
    return "empty tree" if commit is None else commit[:10]


def read_change(
    git: Git,
    objects: Objects,
    old: str,
    differing: Callable[[tuple[str, ...]], list[Entry]],
    limits: tuple[str, ...],
    selection: Selection | Settings,
    names: tuple[str, str],
    trees: tuple[TreeSource, TreeSource],
    said: Iterable[Words] = (),
    base: str | None = None,
) -> RawChange:
    """Read what differs from `old`, as far as it lies within limits.

    `differing` lists it. Changelogs and settings count wherever they are.
    """
    everywhere = differing(())
    entries = differing(limits) if limits else everywhere
    holding = holding_in_git(git, objects, old, everywhere, selection, base)
    contents = read_contents(objects, git.top, entries, holding.selection.naming(limits))
    return RawChange(
        *names,
        contents.files,
        intent_from(*said, *added_words(objects, git.top, everywhere)),
        contents.problems,
        contents.left_out,
        trees,
        settings=holding.settings,
        brought=holding.brought,
        around=_around(objects, trees[0], contents.files),
        unread=tuple(unread(contents)),
        beside=tuple(each.path for each in everywhere if not each.only_mode_differs),
    )


def _around(objects: Objects, tree: TreeSource, files: Iterable[FileVersions]) -> frozenset[str]:
    """What lies in the folders of files and above them, before the change and with it."""
    paths = {file.path for file in files}
    folders = {str(above) for path in paths for above in PurePosixPath(path).parents}
    paths |= folders
    if isinstance(tree, GitTree):
        for folder in filter(_PLAIN_FOLDER.fullmatch, folders):
            place = "" if folder == "." else folder
            names = objects.names_in(f"{tree.id}:{place}")
            paths.update(posixpath.join(place, name) for name in names)
    return frozenset(paths)


def _span_from_words(git: Git, objects: Objects, revisions: str) -> _Span:
    dots = None if revisions.startswith(":/") else _DOTS.search(revisions)
    if dots is None:
        commit = resolve(git, revisions, generations=1)
        return _span_of_commit(git, objects, commit, revisions)
    names = (revisions[: dots.start()] or "HEAD", revisions[dots.end() :] or "HEAD")
    old, new = resolve(git, names[0]), resolve(git, names[1])
    start = merge_base(git, old, new, names) if len(dots[0]) == 3 else old
    return _Span(start, new, revisions, base=old)


def _span_of_commit(git: Git, objects: Objects, commit: str, name: str) -> _Span:
    return _Span(first_parent(git, objects, objects.commit(commit), name), commit, name)


def _read_span(
    git: Git,
    objects: Objects,
    span: _Span,
    limits: tuple[str, ...],
    selection: Selection | Settings,
) -> RawChange:
    old = span.old or git.ask("hash-object", "-t", "tree", "--stdin").line
    return read_change(
        git,
        objects,
        old,
        partial(entries_between, git, old, span.new),
        limits,
        selection,
        (label(span.old), label(span.new)),
        (GitTree(git.top, old), GitTree(git.top, span.new)),
        _messages(git, objects, span),
        span.base,
    )


def _read_uncommitted(
    git: Git,
    objects: Objects,
    staged: bool,
    paths: tuple[str, ...],
    selection: Selection | Settings,
) -> RawChange:
    """The index or the work tree against HEAD; the last commit when the work tree is clean."""
    head = resolve_head(git)
    has = is_in_index if staged else is_on_disk
    limits = limits_from_paths(
        git, paths, lambda limit: has(git, limit) or is_in_tree(git, head, limit)
    )
    differing = cache(partial(entries_in_work_tree, git))
    if staged:
        differing = cache(partial(entries_in_index, git, head))
    elif not any(map(_counts, differing(()))):
        span = _span_of_commit(git, objects, head, "HEAD")
        return _read_span(git, objects, span, limits, selection)
    names = (label(head), "index" if staged else "work tree")
    trees = (GitTree(git.top, head), Index(git.top) if staged else WorkTree(git.top, head))
    return read_change(git, objects, head, differing, limits, selection, names, trees)


def _counts(entry: Entry) -> bool:
    """Whether a path makes the work tree a change: a stray untracked log file does not."""
    return entry.tracked or entry.path.endswith(".py")


def _messages(git: Git, objects: Objects, span: _Span) -> tuple[Words, ...]:
    """Return what was said, with the messages of the last commits from old to new, oldest first."""
    if any(words.kind is WordsKind.COMMIT for words in span.said):
        return span.said
    known = () if span.old is None else (f"^{span.old}",)
    words = ("rev-list", "--reverse", f"--max-count={_MOST_COMMITS}", span.new, *known)
    commits = map(objects.commit, git.ask(*words).out.decode("ascii").split())
    messages = [
        Words(f"commit {each.id[:10]}", each.message[:_LONGEST_MESSAGE])
        for each in commits
        if each.message
    ]
    return (*span.said, *messages)


def _is_path(git: Git, word: str) -> bool:
    if not git.has_work_tree:
        return False
    limit = path_from_top(git, word)
    if limit is None:
        return (git.top / git.prefix / word).exists()
    if is_on_disk(git, limit) or is_in_index(git, limit):
        return True
    return has_commits(git) and is_in_tree(git, "HEAD", limit)


def _neither(git: Git, word: str, error: UnknownRevision) -> UnknownRevision:
    here = [path.name for path in (git.top / git.prefix).iterdir()] if git.has_work_tree else []
    paths = near_names(word, here)
    hint = error.hint
    if paths:
        hint = f"Did you mean the path {listed(paths)}?" + (f" {hint}" if "mean" in hint else "")
    return UnknownRevision(f"{quoted(word)} is neither a revision nor a path.", hint)


def limits_from_paths(
    git: Git, paths: Iterable[str], exists: Callable[[str], bool]
) -> tuple[str, ...]:
    """Return the paths relative to the top of the repository; none when all of it is meant.

    `exists` answers for such a path whether one of the two sides has it.
    """
    limits = []
    for path in paths:
        limit = path_from_top(git, path)
        if limit is None:
            raise PathMissing(
                f"{quoted(path)} is outside the repository {quoted(str(git.top))}.",
                "Run swerve in its repository, or compare files with `swerve diff OLD NEW`.",
            )
        if limit != "." and not exists(limit):
            raise PathMissing(
                f"There is no file or folder {quoted(path)} on either side.",
                _near_paths(git, limit) or "Paths are relative to the current folder.",
            )
        limits.append(limit)
    return () if "." in limits else tuple(limits)


def path_from_top(git: Git, path: str) -> str | None:
    """Return a path relative to the top of the repository; `None` when it leads out of it."""
    top = os.fspath(git.top)
    limit = os.path.relpath(os.path.join(top, git.prefix, path), top)
    if _is_outside(limit) and os.path.isabs(path):
        # The top has no links in it; the way a user names it may have.
        folder, name = os.path.split(path)
        limit = os.path.relpath(os.path.join(os.path.realpath(folder), name), top)
    return None if _is_outside(limit) else limit


def is_on_disk(git: Git, limit: str) -> bool:
    """Whether the work tree has a path."""
    return os.path.lexists(os.path.join(git.top, limit))


def is_in_tree(git: Git, commit: str, limit: str) -> bool:
    """Whether a commit has a path."""
    return bool(git.ask("ls-tree", "-z", "--full-tree", commit, "--", limit).out)


def is_in_index(git: Git, limit: str) -> bool:
    """Whether the index has a path."""
    return bool(git.ask("ls-files", "-z", "--cached", "--", limit).out)


def _is_outside(limit: str) -> bool:
    return limit == ".." or limit.startswith("../")


def _near_paths(git: Git, limit: str) -> str:
    folder, name = os.path.split(limit)
    try:
        near = near_names(name, os.listdir(os.path.join(git.top, folder)))
    except OSError:
        return ""
    paths = [os.path.join(folder, other) for other in near]
    shown = [os.path.relpath(path, git.prefix or ".") for path in paths]
    return f"Did you mean {listed(shown)}?" if shown else ""
