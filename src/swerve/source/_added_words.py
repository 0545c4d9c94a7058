"""What does a change add to changelogs, and to tests?"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

from swerve.model import Words, WordsKind

from ._contents import load
from ._differing import Entry
from ._selection import is_test_code
from .disk import Absent, Content
from .git._objects import Objects
from .pairing._sequences import differing_spans

#: Files of long-lived projects are large, and are compared by lines.
_MAX_BYTES = 2_000_000
#: What is new as a whole says little about the change.
_MOST_CHARACTERS = 20_000

_FILE = re.compile(
    r"(change(s|[-_ ]?log)|history|news|release[-_ ]?notes|what'?s[-_ ]?new)"
    r"(\.(md|markdown|rst|txt|adoc))?",
    re.IGNORECASE,
)
#: Folders in which every change has a file of its own, or every release.
_FOLDER = re.compile(
    r"\.?(change(s|[-_]?logs?)(\.d)?|news([-_]?fragments|\.d)?|upcoming[-_]changes|history\.d"
    r"|release[-_]?notes|whats[-_]?new)",
    re.IGNORECASE,
)
_FRAGMENT = re.compile(
    r"(?!readme|template|index\b|[._]).+"
    r"\.(md|markdown|rst|txt|adoc"
    r"|(added|feature|bug|bugfix|fix|fixed|changed?|docs?|misc|removal|removed|deprecat(ion|ed)"
    r"|security|breaking|improvement|enhancement)(\.\d+)?)",
    re.IGNORECASE,
)


def is_changelog(path: str) -> bool:
    """Whether a path is that of a changelog, or of a fragment that will become part of one."""
    *folders, name = path.split("/")
    if _FILE.fullmatch(name):
        return True
    return any(map(_FOLDER.fullmatch, folders)) and _FRAGMENT.fullmatch(name) is not None


def added_words(objects: Objects, top: Path, entries: Iterable[Entry]) -> Iterator[Words]:
    """Read the lines that a change adds. What cannot be read says nothing."""
    for entry in entries:
        kind = _kind_of(entry.path)
        if kind is None or entry.is_submodule or entry.is_link:
            continue
        old, new = (
            load(objects, top, entry.path, place, _MAX_BYTES) for place in (entry.old, entry.new)
        )
        if isinstance(old, (Content, Absent)) and isinstance(new, Content):
            before = old.data if isinstance(old, Content) else b""
            yield from _added(entry.path, before, new.data, kind)


def _kind_of(path: str) -> WordsKind | None:
    if is_changelog(path):
        return WordsKind.CHANGELOG
    return WordsKind.TEST if path.endswith(".py") and is_test_code(path) else None


def _added(path: str, old: bytes, new: bytes, kind: WordsKind) -> Iterator[Words]:
    """The lines that only the new version has, as one text."""
    if b"\0" in new:
        return
    before, after = _lines(old), _lines(new)
    spans = differing_spans(before, after)
    added = ["\n".join(after[span.new_from : span.new_to]) for span in spans]
    text = "\n\n".join(textwrap.dedent(each).strip("\n") for each in added if each.strip())
    if text.strip():
        yield Words(path, _cut(text.rstrip()), kind)


def _lines(data: bytes) -> list[str]:
    return [line.rstrip() for line in data.decode("utf-8", "replace").splitlines()]


def _cut(text: str) -> str:
    if len(text) <= _MOST_CHARACTERS:
        return text
    return text[:_MOST_CHARACTERS].rpartition("\n")[0] + "\n..."
