"""How does a folder, as it is now, become a tree that code can be run from?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from swerve.model.errors import SwerveError
from swerve.run.project._borrowed import borrow, built_files
from swerve.run.project._project import Checkout
from swerve.run.project._roots import roots_of
from swerve.run.project._trees import Store, materialise_listing, open_store, release
from swerve.source import Folder, Listing, WorkTree, list_tree
from swerve.source.git.git import open_repository
from swerve.source.git.revisions import has_commits, resolve_head


@contextmanager
def laid_out(folder: Path, *, without: Path, store: Store | None = None) -> Iterator[Checkout]:
    """Copy the files of a folder into the cache, as long as this is open.

    Of a git repository: what is tracked, or untracked and not ignored, and what was built.
    `without` is a folder that is no part of the project, wherever it is.
    """
    store = store or open_store()
    listing, borrowed = _listing(folder)
    top, apart = os.path.realpath(listing.top), os.path.join(os.path.realpath(without), "")
    kept = {
        path: place
        for path, place in listing.places.items()
        if not os.path.join(top, path).startswith(apart)
    }
    tree = materialise_listing(replace(listing, places=kept), store)
    try:
        yield Checkout(tree, roots_of(tree.path), borrowed)
    finally:
        release(tree, store)


def _listing(folder: Path) -> tuple[Listing, tuple[str, ...]]:
    try:
        git = open_repository(folder)
        if git.has_work_tree and not git.prefix and has_commits(git):
            work_tree = list_tree(WorkTree(git.top, resolve_head(git)))
            return borrow(work_tree, built_files(git.top))
    except SwerveError:
        pass  # no repository, or none that git can read: a folder it is all the same
    return list_tree(Folder(folder)), ()
