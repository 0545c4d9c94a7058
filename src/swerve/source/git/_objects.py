"""What is stored in git's object database under this id?"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import IO

from swerve.model.errors import GitFailed, ObjectMissing

from .git import Git

_CHUNK_BYTES = 1 << 16
#: Of an object that nobody wants; one that is larger still costs git's process, not the time.
_MOST_SKIPPED = 4_000_000
_LARGEST_COMMIT = 16_000_000
#: What git stores for `i18n.commitEncoding`, as far as Python reads it in time.
_ENCODING = re.compile(
    r"(utf|iso|latin|windows|cp|koi8|mac|euc|shift|sjis|gb|big5|us-ascii)[\w-]*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Stored:
    """An object as it was read."""

    #: "blob", "commit", "tree" or "tag".
    type: str
    size: int
    #: `None` when it is larger than the reader wanted.
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Commit:
    """The parts of a commit that matter here."""

    id: str
    #: As the commit names them: in a shallow clone they may be missing.
    parents: tuple[str, ...]
    message: str


class Objects:
    """Reads objects by id, through one process that starts with the first question.

    Each question is answered in full before the next is asked, so neither side ever
    waits for the other. A process that died is replaced.
    """

    def __init__(self, git: Git) -> None:
        self._git = git
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Objects:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process; the next question starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        questions, answers = _pipes(process)
        with suppress(OSError):
            questions.close()
        # Without a reader git cannot block on an answer that nobody takes.
        answers.close()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def read(self, oid: str, max_bytes: int) -> Stored | None:
        """Return an object, or `None` when the database does not have it."""
        try:
            stored, is_next = self._answer(oid, max_bytes)
            if not is_next:
                self.close()
            return stored
        except EOFError:
            # A partial clone that may not fetch ends git instead of saying "missing".
            self.close()
            return None
        except BaseException:
            # What is left of a half-read answer would be taken for the next one.
            self.close()
            raise

    def commit(self, oid: str) -> Commit:
        """Return a commit that must be there."""
        stored = self.read(oid, _LARGEST_COMMIT)
        if stored is not None and stored.data is None:
            raise GitFailed(
                f"Commit {oid[:10]} is larger than {_LARGEST_COMMIT // 1_000_000} MB.",
                "Its message is too long to be read.",
            )
        if stored is None or stored.data is None or stored.type != "commit":
            raise ObjectMissing(
                f"Commit {oid[:10]} is not in this clone.",
                "Run `git fsck` to see what is damaged.",
            )
        return _commit_from_bytes(oid, stored.data)

    def names_in(self, tree: str) -> list[str]:
        """What is in `ID:FOLDER`, by name; nothing where there is no such folder."""
        stored = self.read(tree, _LARGEST_COMMIT)
        if stored is None or stored.data is None or stored.type != "tree":
            return []
        size = len(tree.partition(":")[0]) // 2
        names, at = [], 0
        while (end := stored.data.find(b"\0", at)) >= 0:
            names.append(os.fsdecode(stored.data[at:end].partition(b" ")[2]))
            at = end + 1 + size
        return names

    def _answer(self, oid: str, max_bytes: int) -> tuple[Stored | None, bool]:
        self._process = self._process or self._start()
        questions, answers = _pipes(self._process)
        try:
            questions.write(oid.encode("ascii") + b"\n")
            questions.flush()
        except BrokenPipeError as error:
            raise EOFError from error
        return _next_answer(answers, max_bytes)

    def _start(self) -> subprocess.Popen[bytes]:
        words = ("cat-file", "--batch")
        return self._git.start(*words, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)


def stream(git: Git, questions: IO[bytes], max_bytes: int) -> Iterator[Stored | None]:
    """Answer for each id in a file, one a line, in order.

    Ends early where git ends early, and after an object that is far too large.

    Several times faster than asking one by one, for thousands of objects.
    """
    words = ("cat-file", "--batch", "--buffer")
    with git.start(*words, stdin=questions, stderr=subprocess.DEVNULL) as process:
        if process.stdout is None:
            raise ValueError("the process was started without a pipe")
        try:
            is_next = True
            while is_next:
                stored, is_next = _next_answer(process.stdout, max_bytes)
                yield stored
        except EOFError:
            pass
        finally:
            process.kill()


def _next_answer(answers: IO[bytes], max_bytes: int) -> tuple[Stored | None, bool]:
    """An object, and whether the next thing to be read is the next answer."""
    words = answers.readline().split()
    if len(words) == 2:  # "<id> missing"
        return None, True
    if len(words) != 3:
        raise EOFError
    size = int(words[2])
    kind = words[1].decode("ascii")
    if size > max_bytes + _MOST_SKIPPED:
        return Stored(kind, size, None), False
    data = answers.read(size) if size <= max_bytes else None
    if data is not None and len(data) < size:
        raise EOFError
    _skip(answers, 1 if data is not None else size + 1)  # a newline ends each answer
    return Stored(kind, size, data), True


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None:
        raise ValueError("the process was started without pipes")
    return process.stdin, process.stdout


def _skip(answers: IO[bytes], size: int) -> None:
    while size > 0:
        chunk = answers.read(min(size, _CHUNK_BYTES))
        if not chunk:
            raise EOFError
        size -= len(chunk)


def _commit_from_bytes(oid: str, data: bytes) -> Commit:
    head, _, message = data.partition(b"\n\n")
    fields = [line.split(b" ", 1) for line in head.split(b"\n") if b" " in line]
    parents = tuple(value.decode("ascii") for name, value in fields if name == b"parent")
    encoding = next((value for name, value in fields if name == b"encoding"), b"utf-8")
    return Commit(oid, parents, decoded(message, encoding.decode("ascii", "replace")).strip())


def decoded(data: bytes, encoding: str | None) -> str:
    """The text in a message; its author named the encoding."""
    if encoding and _ENCODING.fullmatch(encoding):
        with suppress(LookupError, ValueError):  # no such encoding
            return data.decode(encoding, "replace")
    return data.decode("utf-8", "replace")
