"""Which programs do settings of git name, and which of them may run?

The commands that are used start no program by `alias.*`, `diff.*`, `merge.*`, `tar.*`, `trailer.*`,
`submodule.*`, `uploadpack.*`, editors or pagers. What they could start one by is here.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable

from swerve.change._names import quoted
from swerve.errors import GitFailed, GitMissing

#: What every command gets.
SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": "/dev/null",
    "log.showSignature": "false",
    "gpg.program": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
}
#: What a command gets that stays on this machine, beside having no protocol to use them with.
OFFLINE_SETTINGS = {
    "core.sshCommand": "false",
    "core.gitProxy": "none",
    "core.askPass": "false",
    "core.alternateRefsCommand": "false",
    "credential.helper": "",
}
#: Those that only the user's own settings may name, for a command that goes to the network.
_TO_FETCH_WITH = re.compile(
    r"core\.(sshcommand|gitproxy|askpass|alternaterefscommand)|credential\.(.+\.)?helper"
    r"|remote\..+\.(uploadpack|vcs)"
)
#: Filters and hooks that are settings; each has a name of its own.
NAMED = r"^(filter|hook)\..+\."
#: The commands that neither look at files of the work tree nor write to the index or to refs.
WITHOUT_NAMED = frozenset(
    (
        *("cat-file", "config", "diff-index", "diff-tree", "for-each-ref", "hash-object", "log"),
        *("ls-files", "ls-tree", "merge-base", "remote", "rev-list", "rev-parse"),
    )
)


def silenced(keys: Iterable[str]) -> dict[str, str]:
    """Settings with which none of these filters and hooks does anything."""
    settings: dict[str, str] = {}
    for name in {key.rpartition(".")[0] for key in keys}:
        if "=" in name:
            raise GitFailed(
                f"git cannot be kept from using {quoted(name)}: there is a `=` in its name.",
                "Give it another name in the settings of git.",
            )
        if name.startswith("hook."):
            settings[f"{name}.enabled"] = "false"
        else:
            settings |= {f"{name}.{key}": "" for key in ("clean", "smudge", "process")}
            settings[f"{name}.required"] = "false"
    return settings


def program_to_fetch_with(keys: Iterable[str]) -> str | None:
    """The first of these settings that names a program which git would run to fetch."""
    return next(filter(_TO_FETCH_WITH.fullmatch, keys), None)


def search_path() -> str:
    """Where programs are looked for. A relative folder may be one of the checkout."""
    folders = [folder for folder in os.get_exec_path() if os.path.isabs(folder)]
    return os.pathsep.join(folders) or os.devnull


def find_git() -> str:
    """The program git."""
    found = shutil.which("git", path=search_path())
    if found is None:
        raise GitMissing(
            "git is not on the PATH.",
            "Install it, or put it on the PATH. `swerve diff OLD NEW` works without it.",
        )
    return found
