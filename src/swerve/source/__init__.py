"""Where changes come from, and the pairs of functions in them."""

from ._differing import InGit, OnDisk
from ._listing import Given, Kept, Listing, is_tracked, list_ignored, list_tree, read_objects
from ._patch import read_patch
from ._paths import read_paths
from ._range import read_between, read_git, read_words, tree_at
from ._raw import (
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
from ._rows import BrokenRow, IntentRow, PairRow, read_bodies, read_intents, read_pairs
from ._selection import Selection, is_generated, selection_of
from .git._remotes import Remote, clone, fetch, fetch_command, missing_commits, remotes_of, update
from .git.git import repository_top
from .git.revisions import commit_id, list_commits
from .pairing._pairing import pair_in, pair_up
