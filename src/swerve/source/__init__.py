"""Where changes come from, and the pairs of functions in them."""

from swerve.source._differing import InGit, OnDisk
from swerve.source._listing import (
    Given,
    Kept,
    Listing,
    is_tracked,
    list_ignored,
    list_tree,
    read_objects,
)
from swerve.source._patch import read_patch
from swerve.source._paths import read_paths
from swerve.source._range import read_between, read_git, read_words, tree_at
from swerve.source._raw import (
    FileVersions,
    Folder,
    GitTree,
    Index,
    Patched,
    PatchedFile,
    RawChange,
    SingleFile,
    TreeSource,
    WorkTree,
    diff_text,
)
from swerve.source._rows import BrokenRow, IntentRow, PairRow, read_bodies, read_intents, read_pairs
from swerve.source._selection import Selection, is_generated, selection_of
from swerve.source.git._remotes import (
    Remote,
    clone,
    fetch,
    fetch_command,
    missing_commits,
    remotes_of,
    update,
)
from swerve.source.git.git import repository_top
from swerve.source.git.revisions import commit_id, list_commits
from swerve.source.pairing._pairing import pair_in, pair_up

__all__ = [
    "BodyRow",
    "BrokenRow",
    "FileVersions",
    "Folder",
    "GitTree",
    "Given",
    "InGit",
    "Index",
    "IntentRow",
    "Kept",
    "Listing",
    "OnDisk",
    "PairRow",
    "Patched",
    "PatchedFile",
    "RawChange",
    "Remote",
    "Selection",
    "SingleFile",
    "TreeSource",
    "WorkTree",
    "clone",
    "commit_id",
    "diff_text",
    "fetch",
    "fetch_command",
    "is_generated",
    "is_tracked",
    "list_commits",
    "list_ignored",
    "list_tree",
    "missing_commits",
    "pair_in",
    "pair_up",
    "read_between",
    "read_bodies",
    "read_git",
    "read_intents",
    "read_objects",
    "read_pairs",
    "read_patch",
    "read_paths",
    "read_words",
    "remotes_of",
    "repository_top",
    "selection_of",
    "tree_at",
    "update",
]
