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
