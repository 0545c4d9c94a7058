"""What is stored in git's object database under this id?"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import IO

from swerve.change._git import Git
from swerve.errors import ObjectMissing

_CHUNK_BYTES = 1 << 16
_NO_LIMIT = 1 << 62


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

    def read(self, oid: str, max_bytes: int = _NO_LIMIT) -> Stored | None:
        """Return an object, or `None` when the database does not have it."""
        try:
            return self._answer(oid, max_bytes)
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
        stored = self.read(oid)
        if stored is None or stored.data is None or stored.type != "commit":
            raise ObjectMissing(
                f"Commit {oid[:10]} is not in this clone.",
                "Run `git fsck` to see what is damaged.",
            )
        return _commit_from_bytes(oid, stored.data)

    def _answer(self, oid: str, max_bytes: int) -> Stored | None:
        self._process = self._process or self._start()
        questions, answers = _pipes(self._process)
        try:
            questions.write(oid.encode("ascii") + b"\n")
            questions.flush()
        except BrokenPipeError as error:
            raise EOFError from error
        return _next_answer(answers, max_bytes)

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._git.command("cat-file", "--batch"),
            cwd=self._git.top,
            env=self._git.variables(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )


def stream(git: Git, questions: IO[bytes], max_bytes: int) -> Iterator[Stored | None]:
    """Answer for each id in a file, one a line, in order; ends early where git ends early.

    Several times faster than asking one by one, for thousands of objects.
    """
    with subprocess.Popen(
        git.command("cat-file", "--batch", "--buffer"),
        cwd=git.top,
        env=git.variables(),
        stdin=questions,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        if process.stdout is None:
            raise ValueError("the process was started without a pipe")
        with suppress(EOFError):
            while True:
                yield _next_answer(process.stdout, max_bytes)


def _next_answer(answers: IO[bytes], max_bytes: int) -> Stored | None:
    words = answers.readline().split()
    if len(words) == 2:  # "<id> missing"
        return None
    if len(words) != 3:
        raise EOFError
    size = int(words[2])
    data = answers.read(size) if size <= max_bytes else None
    if data is not None and len(data) < size:
        raise EOFError
    _skip(answers, 1 if data is not None else size + 1)  # a newline ends each answer
    return Stored(words[1].decode("ascii"), size, data)


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
    try:
        text = message.decode(encoding.decode("ascii", "replace"), "replace")
    except (LookupError, ValueError):
        text = message.decode("utf-8", "replace")
    return Commit(oid, parents, text.strip())
