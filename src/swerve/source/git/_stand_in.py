"""Which of a repository's own settings hold, and which programs of the user's settings may run?

A repository may come with its settings, as one in an archive does, and what git does by a setting
is a long list that grows. So git does not see them. It is told that what work trees share is in a
folder of ours (GIT_COMMON_DIR): that one links to the objects and refs, and has a copy of those
settings that name no program, no file and no server but the address of a remote.

So only the user's own settings name programs. The commands that are used start none by `alias.*`,
`diff.*`, `merge.*`, `tar.*`, `trailer.*`, `submodule.*`, `uploadpack.*`, editors or pagers. What
they could start one by is here, but for filters, which no file has.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from swerve.model.errors import GitFailed, GitMissing
from swerve.model.leftovers import make_folder
from swerve.worker.processes import find_program

from ._names import quoted
from .places import GitFolders

#: What every command gets.
SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": "/dev/null",
    "log.showSignature": "false",
    "gpg.program": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    # git would ask the repositories that objects are borrowed from, with the settings of those.
    "core.alternateRefsCommand": "true",
}
#: What a command gets that stays on this machine, beside having no protocol to use them with.
OFFLINE_SETTINGS = {
    "core.sshCommand": "false",
    "core.gitProxy": "none",
    "core.askPass": "false",
    "credential.helper": "",
}
#: Hooks that are settings; each has a name of its own.
NAMED = r"^hook\."
#: The commands that write neither to the index nor to refs, and so have no hooks.
WITHOUT_HOOKS = frozenset(
    (
        *("cat-file", "config", "diff-index", "diff-tree", "for-each-ref", "hash-object", "log"),
        *("ls-files", "ls-tree", "merge-base", "remote", "rev-list", "rev-parse", "status"),
    )
)
#: Keys as git prints them; the part between the outer dots is as it was written.
_HARMLESS = re.compile(
    r"core\.(repositoryformatversion|filemode|ignorecase|symlinks|precomposeunicode|trustctime"
    r"|checkstat|autocrlf|eol|sparsecheckout|sparsecheckoutcone)"
    r"|extensions\.(noop|noop-v1|objectformat|compatobjectformat|refstorage|partialclone"
    r"|relativeworktrees)"
    r"|branch\.[^\0-\x1f\x7f]+\.(remote|merge|pushremote)"
    r"|remote\.[^\0-\x1f\x7f]+\.(url|fetch|push|promisor|partialclonefilter)"
    r"|remote\.pushdefault|push\.default"
)
#: These say where the files are; git is told by other means.
_PLACES = ("core.bare", "core.worktree")
#: Read, and of no use to git any more; or of none to somebody who deletes nothing.
_DONE_WITH = ("extensions.worktreeconfig", "extensions.preciousobjects")
_SHARED = ("objects", "refs", "packed-refs", "reftable", "logs", "shallow", "worktrees")
#: Nothing else that gives attributes to files outranks it: no file has a filter.
_ATTRIBUTES = "* -filter\n"

#: What `git config --list -z` says about a file.
Lister = Callable[[str], bytes]


def silenced(keys: Iterable[str]) -> dict[str, str]:
    """Settings with which none of these hooks does anything."""
    names = {key.rpartition(".")[0] for key in keys}
    for name in names:
        if "=" in name:
            raise GitFailed(
                f"The hook {quoted(name)} cannot be disabled: its name contains `=`.",
                "Rename it in your git configuration.",
            )
    return {f"{name}.enabled": "false" for name in names}


def find_git(*checkouts: str) -> str:
    """The program git."""
    found = find_program("git", *checkouts)
    if found is None:
        raise GitMissing(
            "git is not on the PATH.",
            "Install it, or put it on the PATH, outside of the repository. "
            "`swerve diff OLD NEW` works without it.",
        )
    return found


@dataclass(frozen=True, slots=True)
class StandIn:
    """A folder for git to take in the place of the shared one."""

    folder: str
    is_bare: bool
    #: Where the settings say that the files are, if they do.
    work_tree: str | None


@dataclass(frozen=True, slots=True)
class _Setting:
    key: str
    #: A key without a value is one that is on.
    value: str | None

    @property
    def is_on(self) -> bool:
        """As git reads a boolean."""
        return self.value is None or self.value.lower() in ("true", "yes", "on", "1")


_Known = tuple[int, GitFolders, tuple[object, ...]]
_made: dict[_Known, StandIn] = {}


def stand_in(folders: GitFolders, lister: Lister) -> StandIn:
    """The folder for a repository as it is set now; it lives as long as this process."""
    files = (f"{folders.common}/config", f"{folders.own}/config.worktree")
    known = (os.getpid(), folders, tuple(map(_state, files)))
    made = _made.get(known)
    if made is None or not os.path.isdir(made.folder):
        made = _made[known] = _make(folders, *files, lister)
    return made


def with_real_paths(text: str) -> str:
    """What git said, about the folder that it did not see."""
    for (_, folders, _), made in list(_made.items()):
        text = text.replace(made.folder, folders.common)
    return text


def _make(folders: GitFolders, shared: str, own: str, lister: Lister) -> StandIn:
    settings = list(_settings(shared, lister))
    # What the shared settings say about files is about the main work tree.
    placing = [*settings] if folders.own == folders.common else []
    if any(each.key == "extensions.worktreeconfig" and each.is_on for each in settings):
        more = list(_settings(own, lister))
        settings += more
        placing += more
    _refuse_unknown_extensions(settings)
    where = {each.key: each for each in placing if each.key in _PLACES}
    bare, tree = (where.get(key) for key in _PLACES)
    return StandIn(
        _folder(folders.common, settings),
        is_bare=bare is not None and bare.is_on,
        work_tree=os.path.join(folders.own, tree.value) if tree and tree.value else None,
    )


def _settings(file: str, lister: Lister) -> Iterator[_Setting]:
    """What a file says by itself: the files that it includes are not read."""
    if not os.path.isfile(file):
        return
    for record in os.fsdecode(lister(file)).split("\0")[:-1]:
        key, has_value, value = record.partition("\n")
        yield _Setting(key, value if has_value else None)


def _refuse_unknown_extensions(settings: Iterable[_Setting]) -> None:
    """Raise where the repository is not what it seems to whoever does not know an extension."""
    given = {each.key: each.value for each in settings}
    if given.get("core.repositoryformatversion") in (None, "0"):
        return
    for key in given:
        if key.startswith("extensions.") and not (_HARMLESS.fullmatch(key) or key in _DONE_WITH):
            raise GitFailed(
                f"The repository uses the git extension {quoted(key)}, which swerve does not know.",
                "Check a clone of it: `git clone` makes one without this extension.",
            )


def _folder(common: str, settings: Iterable[_Setting]) -> str:
    folder = make_folder("swerve-git-")
    atexit.register(_remove, folder, os.getpid())
    os.mkdir(f"{folder}/info")
    for name in (*_SHARED, "info/exclude"):
        os.symlink(os.path.join(common, name), f"{folder}/{name}")
    Path(folder, "info/attributes").write_text(_ATTRIBUTES, "ascii")
    kept = (each for each in settings if _HARMLESS.fullmatch(each.key) and _is_plain(each.value))
    Path(folder, "config").write_bytes(os.fsencode("".join(map(_written, kept))))
    return folder


def _is_plain(value: str | None) -> bool:
    return not re.search(r"[\0-\x1f\x7f]", value or "")


def _written(setting: _Setting) -> str:
    """A setting as git reads it from a file."""
    section, _, rest = setting.key.partition(".")
    subsection, dot, name = rest.rpartition(".")
    head = f"{section} {_in_quotes(subsection)}" if dot else section
    value = "" if setting.value is None else f" = {_in_quotes(setting.value)}"
    return f"[{head}]\n\t{name}{value}\n"


def _in_quotes(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _state(file: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def _remove(folder: str, process: int) -> None:
    if process == os.getpid():
        shutil.rmtree(folder, ignore_errors=True)
