"""Which programs do the user's settings of git name, and which of them may run?

None of the repository's own settings names one: see `_stand_in.py`. The commands that are used
start no program by `alias.*`, `diff.*`, `merge.*`, `tar.*`, `trailer.*`, `submodule.*`,
`uploadpack.*`, editors or pagers. What they could start one by is here, but for filters, which no
file has.
"""

from __future__ import annotations

from collections.abc import Iterable

from swerve.model.errors import GitFailed, GitMissing
from swerve.source.git._names import quoted
from swerve.worker.processes import find_program

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


def silenced(keys: Iterable[str]) -> dict[str, str]:
    """Settings with which none of these hooks does anything."""
    names = {key.rpartition(".")[0] for key in keys}
    for name in names:
        if "=" in name:
            raise GitFailed(
                f"git cannot be kept from using {quoted(name)}: there is a `=` in its name.",
                "Give it another name in the settings of git.",
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
