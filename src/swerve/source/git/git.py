"""How is git asked about a repository without changing or starting anything in it?

Every command is put together here. It runs at the top of its repository, of whose settings it sees
only harmless ones, and there is an end to what it may say and use.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from swerve.model.errors import (
    GitFailed,
    GitMissing,
    NotARepository,
    NoWorkTree,
    ObjectMissing,
    PathMissing,
    SwerveError,
    TreeTooLarge,
)
from swerve.worker.processes import NEUTRAL_FOLDER, SECRETS, search_path

from ._names import quoted
from ._stand_in import (
    NAMED,
    OFFLINE_SETTINGS,
    SETTINGS,
    WITHOUT_HOOKS,
    find_git,
    silenced,
    stand_in,
    with_real_paths,
)
from .places import bare_around, git_folders, is_top, top_around

if sys.platform == "linux":
    import resource

_SETTINGS = {
    # A split index keeps a part of itself in the repository, also when GIT_INDEX_FILE is elsewhere.
    "core.splitIndex": "false",
    "core.quotepath": "false",
    "core.warnAmbiguousRefs": "true",
    "apply.ignoreWhitespace": "no",
}
_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    # An id stands for what it is the hash of.
    "GIT_NO_REPLACE_OBJECTS": "1",
    # A partial clone would fetch what is missing into the user's object database; one that is
    # fetched from would do so, too, by the programs of its own settings. Versions of git before
    # 2.45 know only the second way to say no, but for those with later repairs.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
}
#: Fetching is the one thing for which git may use the network; never by a helper of the remote's.
_NETWORK = {"GIT_ALLOW_PROTOCOL": "file:git:http:https:ssh"}
#: git refuses these beside --literal-pathspecs.
_IN_THE_WAY = ("GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS")
#: With one of these the user says where the repository is.
_EXPLICIT = ("GIT_DIR", "GIT_WORK_TREE")
_LOCAL = (*_EXPLICIT, "GIT_COMMON_DIR")

#: A few tree objects, each many times in the next, are a tree of any number of paths.
_MOST_ENTRIES = 1_000_000
_MOST_BYTES = 256_000_000
#: What git itself may allocate; packs that it maps do not count.
_MOST_MEMORY = 2 << 30
#: Whatever the machine, nothing of use takes that long.
_PATIENCE_S = 30 * 60.0
_ONLINE_PATIENCE_S = 4 * 3600.0
_CHUNK_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Answer:
    """What one git command said."""

    status: int
    out: bytes
    err: str

    @property
    def line(self) -> str:
        """The output as one value, without the newline git ends it with."""
        return os.fsdecode(self.out.removesuffix(b"\n"))

    @property
    def complaint(self) -> str:
        """What git objected to, in its own words, on one line."""
        lines = [line.strip() for line in self.err.splitlines()]
        words = [
            re.sub(r"^(fatal|error): ", "", line)
            for line in lines
            if line and not line.startswith(("warning: ", "hint: "))
        ]
        return "; ".join(words) or f"exit status {self.status}"


@dataclass(frozen=True, slots=True)
class Git:
    """One repository. Commands run in its top folder, or in the git folder of a bare one.

    `open_repository` and `at_top` make it: they see to it that the top is one.
    """

    top: Path
    #: The folder that was asked about, relative to `top`: "" or "src/app/".
    prefix: str = ""
    has_work_tree: bool = True
    environment: Mapping[str, str] = field(default_factory=dict)
    is_online: bool = False
    #: Whether there is no repository yet.
    is_nowhere: bool = False

    def with_environment(self, environment: Mapping[str, str]) -> Git:
        """Return the same repository, with these variables set for each command."""
        return replace(self, environment={**self.environment, **environment})

    def online(self) -> Git:
        """Return the same repository, for commands that may use the network.

        They run the programs that the user's own settings name.
        """
        return replace(self.with_environment(_NETWORK), is_online=True)

    def try_to(self, *words: str, data: bytes = b"") -> Answer:
        """Run a git command and return what it said, also when it failed.

        Raises when there is no end to what it says, or to how long it takes.
        """
        with _questions(data) as stdin, self.start(*words, stdin=stdin) as process:
            try:
                out, err = self._heard(process, words[0])
            finally:
                process.kill()
        return Answer(process.returncode, out, with_real_paths(err.decode("utf-8", "replace")))

    def ask(self, *words: str, data: bytes = b"") -> Answer:
        """Run a git command that is expected to succeed."""
        answer = self.try_to(*words, data=data)
        if answer.status != 0:
            raise _failure(words[0], answer, self.top)
        return answer

    def start(
        self, *words: str, stdin: IO[bytes] | int, stderr: int = subprocess.PIPE
    ) -> subprocess.Popen[bytes]:
        """Start a git command, with a pipe to read what it says from."""
        command = [find_git(*self._checkouts), "--no-pager", "--literal-pathspecs"]
        for key, value in self._settings(words[0]).items():
            command += ("-c", f"{key}={value}")
        try:
            process = subprocess.Popen(
                [*command, *words],
                cwd=self.top,
                env=self._variables(),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=stderr,
            )
        except (FileNotFoundError, PermissionError) as error:
            raise GitMissing(
                f"git does not start: {error.strerror}.", "Check whether `git --version` works."
            ) from error
        if not self.is_online:
            _limit_memory(process.pid)
        return process

    def need_work_tree(self) -> None:
        """Raise when there are no files to compare with a commit."""
        if not self.has_work_tree:
            raise NoWorkTree(
                f"{quoted(str(self.top))} has no work tree.",
                "Give the commits to compare, for example `swerve check HEAD~1..HEAD`.",
            )

    @property
    def _checkouts(self) -> tuple[str, ...]:
        return () if self.is_nowhere else (str(self.top),)

    def _settings(self, command: str) -> dict[str, str]:
        # That the top is a bare repository, and none of the checkout's, is known by now.
        bare = {"safe.bareRepository": "explicit" if is_top(self.top) else "all"}
        offline = {} if self.is_online else OFFLINE_SETTINGS
        hooks = {} if command in WITHOUT_HOOKS else silenced(self._hooks())
        return {**_SETTINGS, **SETTINGS, **bare, **offline, **hooks}

    def _hooks(self) -> list[str]:
        answer = self.try_to("config", "--name-only", "-z", "--get-regexp", NAMED)
        return os.fsdecode(answer.out).split("\0")[:-1]

    def _variables(self) -> dict[str, str]:
        left_out = (*_IN_THE_WAY, *SECRETS)
        kept = {name: value for name, value in os.environ.items() if name not in left_out}
        own = {
            "PATH": search_path(*self._checkouts),
            "GIT_CEILING_DIRECTORIES": os.path.dirname(self.top),
        }
        chosen = {**kept, **own, **_ENVIRONMENT, **self.environment}
        if self.is_nowhere:
            return {name: value for name, value in chosen.items() if name not in _LOCAL}
        return chosen | self._whereabouts(chosen)

    def _whereabouts(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Variables with which git finds all of the repository but its own settings."""
        folders = git_folders(self.top, chosen)
        if folders is None:
            return {"GIT_COMMON_DIR": os.devnull}
        place = stand_in(folders, _list_settings)
        where = {"GIT_COMMON_DIR": place.folder}
        if "GIT_WORK_TREE" in chosen:
            return where
        if place.is_bare:
            return where | {"GIT_DIR": folders.own, "GIT_IMPLICIT_WORK_TREE": "0"}
        if "GIT_DIR" in chosen and place.work_tree is not None:
            return where | {"GIT_WORK_TREE": place.work_tree}
        return where

    def _heard(self, process: subprocess.Popen[bytes], command: str) -> tuple[bytes, bytes]:
        """What a command writes to its output and for errors, until it has ended."""
        patience_s = _ONLINE_PATIENCE_S if self.is_online else _PATIENCE_S
        deadline = time.monotonic() + patience_s
        waiting = select.poll()
        heard: dict[int, list[bytes]] = {}
        for pipe in filter(None, (process.stdout, process.stderr)):
            waiting.register(pipe, select.POLLIN)
            heard[pipe.fileno()] = []
        size = entries = 0
        still_open = len(heard)
        while still_open and (ready := waiting.poll(1000 * max(0.0, deadline - time.monotonic()))):
            for descriptor, _ in ready:
                piece = os.read(descriptor, _CHUNK_BYTES)
                heard[descriptor].append(piece)
                size += len(piece)
                entries += piece.count(b"\0")
                if not piece:
                    waiting.unregister(descriptor)
                    still_open -= 1
            if size > _MOST_BYTES or entries > _MOST_ENTRIES:
                raise _too_much(command)
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise GitFailed(
                f"git {command} was stopped: it took longer than {patience_s / 60:.0f} minutes.",
                f"Run git yourself in {quoted(str(self.top))} to find out why.",
            ) from None
        out, err = (b"".join(pieces) for pieces in heard.values())
        return out, err


def open_repository(folder: Path) -> Git:
    """Find the repository that a folder belongs to.

    It is the nearest folder above that has a `.git`; only where there is none, a bare repository.
    """
    if not folder.is_dir():
        raise PathMissing(f"There is no folder {quoted(str(folder))}.", "Check the spelling.")
    if _is_explicit():
        return _opened_by_git(folder)
    real = Path(os.path.realpath(folder))
    top = top_around(real) or bare_around(real)
    if top is None:
        raise _not_inside(folder)
    git = Git(top)
    answer = git.try_to("rev-parse", "--is-inside-work-tree", "--show-toplevel")
    if answer.out.startswith(b"false\n"):
        return replace(git, has_work_tree=False)
    if answer.status != 0:
        raise _not_opened(folder, answer)
    _refuse_other_files(top)
    return replace(git, prefix="" if real == top else f"{real.relative_to(top)}/")


def at_top(top: Path) -> Git:
    """The repository whose top this is; `NotARepository` when it is none or lies in another."""
    real = Path(os.path.realpath(top))
    if _is_explicit() or is_top(real) or bare_around(real) == real:
        return Git(top)
    raise _not_inside(top)


def work_tree_around(folder: Path) -> Git | None:
    """The work tree that a folder is in, which need not be a sound one."""
    top = top_around(Path(os.path.realpath(folder)))
    if top is None and _is_explicit():
        with suppress(SwerveError):
            return open_repository(folder)
    return None if top is None else Git(top)


def repository_top(folder: Path) -> Path:
    """The top of the work tree that a folder belongs to; the repository itself when it is bare."""
    return open_repository(folder).top


def is_shallow(git: Git) -> bool:
    """Whether the history was cut off when the repository was cloned."""
    return git.ask("rev-parse", "--is-shallow-repository").line == "true"


# --- where a repository is ------------------------------------------------------------------------


def _is_explicit() -> bool:
    return any(name in os.environ for name in _EXPLICIT)


def _refuse_other_files(top: Path) -> None:
    folders = git_folders(top, {})
    elsewhere = folders and stand_in(folders, _list_settings).work_tree
    if elsewhere and os.path.realpath(elsewhere) != os.path.realpath(top):
        raise NotARepository(
            f"git says that the files of {quoted(str(top))} are in {quoted(elsewhere)}.",
            "If that is what you want, set GIT_DIR and GIT_WORK_TREE.",
        )


def _list_settings(file: str) -> bytes:
    """What a file with settings says; nothing of it holds while it is read."""
    words = ("config", "--file", file, "--no-includes", "--list", "-z")
    answer = Git(Path(NEUTRAL_FOLDER), is_nowhere=True).try_to(*words)
    if answer.status != 0:
        raise GitFailed(
            f"The settings of the repository cannot be read: {answer.complaint}.",
            f"Correct {quoted(file)}.",
        )
    return answer.out


def _opened_by_git(folder: Path) -> Git:
    here = Git(folder)
    answer = here.try_to("rev-parse", "--is-inside-work-tree", "--show-prefix", "--show-toplevel")
    word, _, rest = os.fsdecode(answer.out).partition("\n")
    if answer.status == 0:
        prefix, _, top = rest.removesuffix("\n").partition("\n")
        return Git(Path(top), prefix)
    if word == "false":
        return Git(Path(here.ask("rev-parse", "--absolute-git-dir").line), has_work_tree=False)
    raise _not_opened(folder, answer)


# --- what a process may use -----------------------------------------------------------------------


def _limit_memory(pid: int) -> None:
    if sys.platform == "linux":
        with suppress(OSError):  # it has ended
            _, hard = resource.prlimit(pid, resource.RLIMIT_DATA)
            if hard == resource.RLIM_INFINITY or hard > _MOST_MEMORY:
                resource.prlimit(pid, resource.RLIMIT_DATA, (_MOST_MEMORY, hard))


@contextmanager
def _questions(data: bytes) -> Iterator[IO[bytes] | int]:
    """Something to read data from, which nobody has to write to meanwhile."""
    if not data:
        yield subprocess.DEVNULL
        return
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        yield file


# --- what is wrong --------------------------------------------------------------------------------


def _too_much(command: str) -> TreeTooLarge:
    return TreeTooLarge(
        f"git {command} was stopped: it lists more than {_MOST_ENTRIES:,} entries, or "
        f"{_MOST_BYTES / 1e6:.0f} MB of them.",
        "A few git objects can expand to any number of files. Inspect the commit before you check "
        "it out.",
    )


def _not_inside(folder: Path) -> NotARepository:
    return NotARepository(
        f"{quoted(os.path.realpath(folder))} is not inside a git repository.",
        "Run swerve in one, or compare files and folders with `swerve diff OLD NEW`.",
    )


def _not_opened(folder: Path, answer: Answer) -> SwerveError:
    if "dubious ownership" in answer.err or "unsafe repository" in answer.err:
        command = re.search(r"git config --global --add safe\.directory .+", answer.err)
        trust = f"git config --global --add safe.directory {shlex.quote(str(folder.resolve()))}"
        return NotARepository(
            f"git does not trust {quoted(str(folder.resolve()))}, which belongs to another user.",
            f"If you trust it, run `{command[0] if command else trust}`.",
        )
    if "not a git repository" in answer.err:
        return _not_inside(folder)
    return _failure("rev-parse", answer, folder)


def _failure(command: str, answer: Answer, top: Path) -> SwerveError:
    if "ut of memory" in answer.err:
        return TreeTooLarge(
            f"git {command} was stopped: it needs more than {_MOST_MEMORY / 1e9:.1f} GB of memory.",
            "A few git objects can expand to any number of files. Inspect the commit before you "
            "check it out.",
        )
    if re.search(r"unable to read tree|could not fetch|bad object|missing (tree|blob)", answer.err):
        return ObjectMissing(
            f"git {command} needs something that is not in this clone: {answer.complaint}.",
            "In a partial clone, `git diff` of the same commits fetches it; "
            "otherwise look for damage with `git fsck`.",
        )
    return GitFailed(
        f"git {command} failed: {answer.complaint}.",
        f"Run git yourself in {quoted(str(top))} to find out why: `git status`, `git fsck`.",
    )
