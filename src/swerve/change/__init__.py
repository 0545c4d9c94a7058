"""Where changes come from, and the pairs of functions in them."""

from swerve.change._bodies_file import BodyRow, read_bodies
from swerve.change._brought import Governed
from swerve.change._diff_text import diff_text
from swerve.change._differing import InGit, OnDisk
from swerve.change._git import repository_top
from swerve.change._history import ListedCommit, commit_id, list_commits
from swerve.change._intents_file import IntentRow, read_intents
from swerve.change._listing import (
    Given,
    Kept,
    Listing,
    is_tracked,
    list_ignored,
    list_tree,
    read_objects,
)
from swerve.change._pairing import pair_in, pair_up
from swerve.change._pairs_file import BrokenRow, PairRow, read_pairs
from swerve.change._patch import read_patch
from swerve.change._paths import read_paths
from swerve.change._range import read_between, read_git, read_words, tree_at
from swerve.change._raw import FileVersions, RawChange
from swerve.change._remotes import (
    Remote,
    clone,
    fetch,
    fetch_command,
    missing_commits,
    remotes_of,
    update,
)
from swerve.change._scope import SizeLimits
from swerve.change._selection import DEFAULT_MAX_BYTES, Selection, is_generated
from swerve.change._sources import (
    Folder,
    GitTree,
    Index,
    Patched,
    PatchedFile,
    SingleFile,
    TreeSource,
    WorkTree,
)

__all__ = [
    "DEFAULT_MAX_BYTES",
    "BodyRow",
    "BrokenRow",
    "FileVersions",
    "Folder",
    "GitTree",
    "Given",
    "Governed",
    "InGit",
    "Index",
    "IntentRow",
    "Kept",
    "ListedCommit",
    "Listing",
    "OnDisk",
    "PairRow",
    "Patched",
    "PatchedFile",
    "RawChange",
    "Remote",
    "Selection",
    "SingleFile",
    "SizeLimits",
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
    "tree_at",
    "update",
]
