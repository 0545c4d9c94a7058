"""How is git asked about a repository without changing anything in it?"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from swerve.change._names import quoted
from swerve.errors import (
    GitFailed,
    GitMissing,
    NotARepository,
    NoWorkTree,
    ObjectMissing,
    PathMissing,
    SwerveError,
)

_COMMAND = (
    "git",
    "--no-pager",
    "--literal-pathspecs",
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.quotepath=false"),
    # A split index keeps a part of itself in the repository, also when GIT_INDEX_FILE is elsewhere.
    *("-c", "core.splitIndex=false"),
    *("-c", "core.hooksPath=/dev/null"),
)
_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    # A partial clone would fetch what is missing into the user's object database. Versions of git
    # before 2.45 know only the second way to say no.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
}
#: git refuses these beside --literal-pathspecs.
_IN_THE_WAY = ("GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS")


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
    """One repository. Commands run in its top folder, or in the git folder of a bare one."""

    top: Path
    #: The folder that was asked about, relative to `top`: "" or "src/app/".
    prefix: str = ""
    has_work_tree: bool = True
    environment: Mapping[str, str] = field(default_factory=dict)

    def with_environment(self, environment: Mapping[str, str]) -> Git:
        """Return the same repository, with these variables set for each command."""
        return replace(self, environment={**self.environment, **environment})

    def try_to(self, *words: str, data: bytes = b"") -> Answer:
        """Run a git command and return what it said, also when it failed."""
        try:
            done = subprocess.run(
                self.command(*words),
                cwd=self.top,
                env=self.variables(),
                input=data,
                capture_output=True,
                check=False,
            )
        except (FileNotFoundError, PermissionError) as error:
            raise _not_started(error) from error
        return Answer(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))

    def ask(self, *words: str, data: bytes = b"") -> Answer:
        """Run a git command that is expected to succeed."""
        answer = self.try_to(*words, data=data)
        if answer.status != 0:
            raise _failure(words[0], answer, self.top)
        return answer

    def need_work_tree(self) -> None:
        """Raise when there are no files to compare with a commit."""
        if not self.has_work_tree:
            raise NoWorkTree(
                f"{quoted(str(self.top))} has no work tree.",
                "Name the commits to compare, for example `swerve check HEAD~1..HEAD`.",
            )

    @staticmethod
    def command(*words: str) -> list[str]:
        """Return the words of a git command, with the settings every command gets."""
        return [*_COMMAND, *words]

    def variables(self) -> dict[str, str]:
        """Return the environment every command gets."""
        kept = {name: value for name, value in os.environ.items() if name not in _IN_THE_WAY}
        return {**kept, **_ENVIRONMENT, **self.environment}


def open_repository(folder: Path) -> Git:
    """Find the repository that a folder belongs to."""
    if not folder.is_dir():
        raise PathMissing(f"There is no folder {quoted(str(folder))}.", "Check the spelling.")
    here = Git(folder)
    answer = here.try_to("rev-parse", "--is-inside-work-tree", "--show-prefix", "--show-toplevel")
    lines = os.fsdecode(answer.out).split("\n")
    if answer.status == 0 and len(lines) == 4:
        return Git(Path(lines[2]), lines[1])
    if answer.status == 0:  # a newline in one of the paths
        top = here.ask("rev-parse", "--show-toplevel").line
        return Git(Path(top), here.ask("rev-parse", "--show-prefix").line)
    if lines[0] == "false":
        return Git(Path(here.ask("rev-parse", "--absolute-git-dir").line), has_work_tree=False)
    raise _not_opened(folder, answer)


def repository_top(folder: Path) -> Path:
    """The top of the work tree that a folder belongs to; the repository itself when it is bare."""
    return open_repository(folder).top


def is_shallow(git: Git) -> bool:
    """Whether the history was cut off when the repository was cloned."""
    return git.ask("rev-parse", "--is-shallow-repository").line == "true"


def _not_started(error: OSError) -> GitMissing:
    return GitMissing(
        f"git does not start: {error.strerror}.",
        "Install git, or put it on the PATH. `swerve diff OLD NEW` works without it.",
    )


def _not_opened(folder: Path, answer: Answer) -> SwerveError:
    if "dubious ownership" in answer.err or "unsafe repository" in answer.err:
        command = re.search(r"git config --global --add safe\.directory .+", answer.err)
        trust = f"git config --global --add safe.directory {shlex.quote(str(folder.resolve()))}"
        return NotARepository(
            f"git does not trust {quoted(str(folder.resolve()))}, which belongs to another user.",
            f"If you do, run `{command[0] if command else trust}`.",
        )
    if "not a git repository" in answer.err:
        return NotARepository(
            f"{quoted(str(folder.resolve()))} is not inside a git repository.",
            "Go to one, or compare files and folders with `swerve diff OLD NEW`.",
        )
    return _failure("rev-parse", answer, folder)


def _failure(command: str, answer: Answer, top: Path) -> SwerveError:
    if re.search(r"unable to read tree|could not fetch|bad object|missing (tree|blob)", answer.err):
        return ObjectMissing(
            f"git {command} needs something that is not in this clone: {answer.complaint}.",
            "In a partial clone `git diff` of the same commits fetches it; "
            "otherwise look for damage with `git fsck`.",
        )
    return GitFailed(
        f"git {command} failed: {answer.complaint}.",
        f"Find out with git itself in {quoted(str(top))}: `git status`, `git fsck`.",
    )
