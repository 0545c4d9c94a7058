"""Where changes come from, and the pairs of functions in them."""

from swerve.change._pairing import pair_in, pair_up
from swerve.change._pairs_file import BrokenRow, PairRow, read_pairs
from swerve.change._patch import read_patch
from swerve.change._paths import read_paths
from swerve.change._range import read_git, read_words
from swerve.change._raw import FileVersions, RawChange
from swerve.change._selection import DEFAULT_MAX_BYTES, Selection

__all__ = [
    "DEFAULT_MAX_BYTES",
    "BrokenRow",
    "FileVersions",
    "PairRow",
    "RawChange",
    "Selection",
    "pair_in",
    "pair_up",
    "read_git",
    "read_pairs",
    "read_patch",
    "read_paths",
    "read_words",
]
