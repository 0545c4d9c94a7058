"""How do both sides of a change become something that code can be run from?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from swerve.change import Folder, Patched, RawChange, SingleFile, TreeSource, list_tree
from swerve.model import Side
from swerve.project._borrowed import borrow, built_files
from swerve.project._cache import Cache
from swerve.project._contents import as_seen
from swerve.project._dependencies import declared_dependencies
from swerve.project._distributions import distribution_of
from swerve.project._interpreter import Interpreter, find_interpreter
from swerve.project._roots import module_name, roots_of
from swerve.project._setup import set_up
from swerve.project._trees import Store, Tree, materialise_listing, open_store, release
from swerve.sandbox import Level, choose_level

_MOST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Checkout:
    """One side: its files, and where imports start in them."""

    tree: Tree
    #: Folders for the import path, first one first, relative to the tree; "" is the tree itself.
    roots: tuple[str, ...]
    #: Built files that git ignores, taken from the work tree as they are.
    borrowed: tuple[str, ...] = ()

    def module_name(self, path: str) -> str | None:
        """The name a file is imported by; `None` when it has none."""
        return module_name(path, self.roots)


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

    def side(self, side: Side) -> Checkout:
        """One of the two."""
        return self.old if side is Side.OLD else self.new

    def distribution_of(self, module: str) -> str:
        """The distribution to install for an import that fails."""
        return distribution_of(module, self.dependencies)


def open_project(
    raw: RawChange,
    *,
    python: str | None = None,
    setup: str | None = None,
    folder: Path | None = None,
    level: Level | None = None,
    store: Store | None = None,
) -> Project:
    """Put both trees of a change into the cache, and find the interpreter and the import roots.

    `folder` is where the user stands: settings and a .venv are looked for from there.
    `setup` is a shell command that is run once in a copy of each tree. The trees stay until
    `close_project`, or until the process ends. Raises `ValueError` for a change without trees.
    """
    if raw.trees is None:
        raise ValueError("the change says nothing about its trees")
    store = store or open_store()
    level = level or choose_level().level
    interpreter = find_interpreter(python, folder or Path.cwd(), level=level)
    # What a setup builds must not find itself built already.
    built = {} if setup else {top: tuple(built_files(top)) for top in _work_trees(raw.trees)}
    paths = tuple(file.path for file in raw.files)
    sides = []
    for side, source in zip(Side, raw.trees, strict=True):
        versions = [(f.path, f.old if side is Side.OLD else f.new) for f in raw.files]
        listing = as_seen(list_tree(source), versions)
        listing, borrowed = borrow(listing, built.get(listing.top, ()))
        tree = materialise_listing(listing, store)
        if setup:
            tree = set_up(tree, setup, interpreter, level, store, side.value)
        sides.append(Checkout(tree, roots_of(tree.path, paths), borrowed))
    old, new = sides
    declared = (declared_dependencies(side.tree.path, side.roots) for side in (new, old))
    dependencies = dict.fromkeys(name for names in declared for name in names)
    project = Project(old, new, interpreter, tuple(dependencies))
    return replace(project, notes=tuple(_notes(project, store.cache)))


def close_project(project: Project, store: Store | None = None) -> None:
    """Let go of the trees: the cache may delete them when it needs room."""
    for checkout in (project.old, project.new):
        release(checkout.tree, store)


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
        yield f"not in the trees that code runs from: {shown}"
    borrowed = sorted({path for side in sides for path in side.borrowed})
    if borrowed:
        yield f"taken from the work tree as built, the same for both sides: {_few(borrowed)}"


def _few(texts: list[str]) -> str:
    rest = len(texts) - _MOST_SHOWN
    return ", ".join(texts[:_MOST_SHOWN]) + (f" and {rest} more" if rest > 0 else "")
