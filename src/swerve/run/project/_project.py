"""How do both sides of a change become something that code can be run from?"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from swerve.model import Side
from swerve.model.errors import SwerveError
from swerve.run.sandbox import Level, choose_level
from swerve.source import (
    Folder,
    Listing,
    Patched,
    RawChange,
    SingleFile,
    TreeSource,
    WorkTree,
    list_tree,
)
from swerve.source.build.dependencies import declared_dependencies
from swerve.source.cache import Cache
from swerve.source.git.git import open_repository
from swerve.source.git.revisions import has_commits, resolve_head

from ._borrowed import borrow, built_files, is_importable
from ._contents import as_seen
from ._interpreter import Interpreter, find_interpreter
from ._remedies import Beside, Own, Remedy, imported_name, remedy_for
from ._roots import NoName, import_root, module_name, package_path, roots_of
from ._setup import set_up
from ._trees import Store, Tree, materialise_listing, open_store, release

_MOST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Checkout:
    """One side: its files, and where imports start in them."""

    tree: Tree
    #: Folders for the import path, first one first, relative to the tree; "" is the tree itself.
    roots: tuple[str, ...]
    #: Built files that git ignores, taken from the work tree as they are.
    borrowed: tuple[str, ...] = ()
    #: The folder of the tree that paths of the change are relative to; mostly "", the tree.
    inside: str = ""

    def module_name(self, path: str) -> str | None:
        """The name that a file of the change is imported by; `None` when it has none."""
        return module_name(self.in_tree(path), self.roots)

    def in_tree(self, path: str) -> str:
        """Where a file of the change is, relative to the tree."""
        return f"{self.inside}/{path}" if self.inside else path

    def in_change(self, file: str) -> str:
        """What the change calls a file of the tree; the same for one that it cannot know."""
        return file.removeprefix(f"{self.inside}/") if self.inside else file


@dataclass(frozen=True, slots=True)
class Project:
    """Both sides of a change, ready to be imported from."""

    old: Checkout
    new: Checkout
    interpreter: Interpreter
    #: Names of distributions that the build files ask for.
    dependencies: tuple[str, ...] = ()
    #: What a person should know: files that are not there, a cache that is elsewhere.
    notes: tuple[str, ...] = ()
    #: Import roots on disk around what was given without them: a file, a package.
    beside: tuple[Path, ...] = ()

    def side(self, side: Side) -> Checkout:
        """One of the two."""
        return self.old if side is Side.OLD else self.new

    def remedy_for(self, missing: str, side: Side, file: str = "", line: int = 0) -> Remedy:
        """What would help where a module is not found.

        `file`, relative to the tree of the side, and `line` are where it was to be imported:
        the statement there has the whole name.
        """
        module = imported_name(self.side(side).tree.path, file, line, missing)
        checkouts = (self.new, self.old)
        within = self.new.inside.replace("/", ".")
        is_within = within and f"{module}.".startswith(f"{within}.")
        found = remedy_for(
            module,
            roots=(each.tree.path / root for each in checkouts for root in each.roots),
            trees=(each.tree.path for each in checkouts),
            beside=() if is_within else self.beside,
            declared=self.dependencies,
        )
        return replace(found, module=missing) if isinstance(found, (Own, Beside)) else found


def open_project(
    raw: RawChange,
    *,
    python: str | None = None,
    setup: str | None = None,
    folder: Path | None = None,
    level: Level | None = None,
    store: Store | None = None,
    readable: Iterable[str] = (),
) -> Project:
    """Put both trees of a change into the cache, and find the interpreter and the import roots.

    `folder` is where the user stands: settings and a .venv are looked for from there. Folders
    that are compared may have a .venv of their own; one that is a package keeps its name.
    `setup` is a shell command that is run once in a copy of each tree, `readable` what code may
    read besides. The trees stay until `close_project`, or until the process ends. Raises
    `ValueError` for a change without trees.
    """
    if raw.trees is None:
        raise ValueError("the change has no trees")
    store = store or open_store()
    level = level or choose_level().level
    folder = (folder or Path.cwd()).absolute()
    given = [_normal(source.path) for source in raw.trees if isinstance(source, Folder)]
    held = None if raw.settings is None else str(raw.settings.get("python", ""))
    interpreter = find_interpreter(
        python, folder, level=level, first=reversed(given), readable=readable, held=held
    )
    inside, trouble = _package(given)
    # What a setup builds must not find itself built already.
    built = {} if setup else {top: tuple(built_files(top)) for top in _work_trees(raw.trees)}
    paths = tuple(f"{inside}/{file.path}" if inside else file.path for file in raw.files)
    sides = []
    for side, source in zip(Side, raw.trees, strict=True):
        versions = [(f.path, f.old if side is Side.OLD else f.new) for f in raw.files]
        listing = as_seen(list_tree(source), versions)
        listing, borrowed = borrow(listing, built.get(listing.top, ()))
        tree = materialise_listing(listing, store, inside)
        if setup:
            tree = set_up(tree, setup, interpreter, level, store, side.value)
        sides.append(Checkout(tree, roots_of(tree.path, paths), borrowed, inside))
    old, new = sides
    declared = (declared_dependencies(side.tree.path, {*side.roots, inside}) for side in (new, old))
    dependencies = dict.fromkeys(name for names in declared for name in names)
    beside = tuple(_beside(raw, folder, given if inside else []))
    project = Project(old, new, interpreter, tuple(dependencies), beside=beside)
    return replace(project, notes=(*trouble, *_notes(project, store.cache)))


def close_project(project: Project, store: Store | None = None) -> None:
    """Let go of the trees: the cache may delete them when it needs room."""
    for checkout in (project.old, project.new):
        release(checkout.tree, store)


def _package(given: list[Path]) -> tuple[str, tuple[str, ...]]:
    """Where in the trees the content of folders belongs, and what a person should know of it."""
    if len(given) < len(Side):
        return "", ()
    old, new = given
    try:
        return package_path(old, new), ()
    except NoName:
        what = f"{old.name} and {new.name} are one package under a name that Python cannot import"
        return "", (f"{what}: compare folders in which it has its own name",)


def _beside(raw: RawChange, folder: Path, packages: list[Path]) -> Iterator[Path]:
    """The import roots on disk of files and packages that were given without them."""
    yield from (import_root(package.parent) for package in packages)
    if raw.trees and all(isinstance(source, SingleFile) for source in raw.trees):
        for name in (raw.new, raw.old):
            around = _normal(folder / name).parent
            yield from dict.fromkeys((around, import_root(around)))


def _normal(path: Path) -> Path:
    return Path(os.path.abspath(path))


def _work_trees(sources: tuple[TreeSource, ...]) -> set[Path]:
    """The tops of the repositories that trees come from."""
    tops = set()
    for source in sources:
        if isinstance(source, Patched):
            tops.add(source.base.top)
        elif not isinstance(source, (Folder, SingleFile)):
            tops.add(source.top)
    return tops


def _notes(project: Project, cache: Cache) -> Iterator[str]:
    if cache.note:
        yield f"{cache.note}; a temporary folder is used"
    if project.interpreter.note:
        yield project.interpreter.note
    sides = (project.old, project.new)
    left_out = sorted({(one.file, one.why) for side in sides for one in side.tree.left_out})
    if left_out:
        shown = _few([f"{file} ({why})" for file, why in left_out])
        yield f"left out of the copies that code runs in: {shown}"
    borrowed = sorted({path for side in sides for path in side.borrowed if is_importable(path)})
    if borrowed:
        yield f"built files taken from the work tree, the same for both sides: {_few(borrowed)}"


def _few(texts: list[str]) -> str:
    rest = len(texts) - _MOST_SHOWN
    return ", ".join(texts[:_MOST_SHOWN]) + (f" and {rest} more" if rest > 0 else "")


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
