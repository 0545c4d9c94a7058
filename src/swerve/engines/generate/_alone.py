"""How is a pair called that belongs to no project: in trees that hold nothing but its file?"""

from __future__ import annotations

import ast
import sys
import tempfile
from dataclasses import dataclass, replace
from importlib.machinery import PathFinder
from pathlib import Path, PurePosixPath

from swerve.engines._engine import Budget, left_open
from swerve.engines.opened import Opened, Stage
from swerve.model import NOTHING_LEARNED, Findings, Function, Learned, Module, ModuleImports, Pair
from swerve.run.places import Places
from swerve.run.project import module_name
from swerve.run.workspace import Workspace
from swerve.source.syntax import Unreadable, parse

from ._generate import NAME, Generate

_ROOTS = ("",)


@dataclass(frozen=True, slots=True)
class GenerateAlone:
    """Calls both versions in trees that hold nothing but their file."""

    #: Where trees can be put, and what runs there.
    folder: Path
    workspace: Workspace
    name: str = NAME
    runs_code: bool = True

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look for a call on which the two versions part."""
        names = [module_name(each.module.path, _ROOTS) for each in (pair.old, pair.new)]
        for name in names:
            if name is None or name.partition(".")[0] in sys.stdlib_module_names:
                return left_open(pair, NAME, "not run: its path is not an importable module name")
        for function in (pair.old, pair.new):
            if missing := missing_import(function.module, self.workspace.places.old.sys_path):
                return left_open(pair, NAME, f"not run: `{missing}` is not installed")
        modules = ModuleImports(
            pair.new.module.path, names[0], names[1], old_file=pair.old.module.path
        )
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            trees = [Path(folder) / side for side in ("old", "new")]
            Path(folder).chmod(0o755)
            for tree, function in zip(trees, (pair.old, pair.new), strict=True):
                _write(tree, function)
            around = self.workspace.places
            places = Places(
                replace(around.old, tree=trees[0], roots=_ROOTS),
                replace(around.new, tree=trees[1], roots=_ROOTS),
                around.level,
            )
            own = replace(self.workspace, places=places, modules=(modules,))
            return Generate(own).investigate(pair, budget, learned)


def _write(tree: Path, function: Function) -> None:
    """A module in its packages; these are empty, and hide installed ones of the same name."""
    path = PurePosixPath(function.module.path)
    for parent in reversed(path.parents[:-1]):
        (tree / parent).mkdir(parents=True, exist_ok=True)
        (tree / parent / "__init__.py").touch()
    tree.mkdir(exist_ok=True)
    (tree / path).write_text(function.module.text, encoding="utf-8", errors="surrogatepass")


def missing_import(module: Module, path: tuple[str, ...]) -> str:
    """A module that a file imports whatever happens, and that is not there; often nothing.

    The packages around the file hold nothing else, and hide installed ones of the same name.
    """
    tree = parse(module.text)
    package = module.path.partition("/")[0] if "/" in module.path else ""
    for node in () if isinstance(tree, Unreadable) else tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            return "." * node.level + (node.module or "")
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            names.append(node.module or "")
        for name in names:
            if not _is_there(name.partition(".")[0], package, path):
                return name
    return ""


def _is_there(name: str, package: str, path: tuple[str, ...]) -> bool:
    if name == package:
        return False
    if name in sys.stdlib_module_names:
        return True
    return PathFinder.find_spec(name, list(path) or None) is not None


def engine(opened: Opened) -> Generate | GenerateAlone | None:
    """A few calls at first, which find most differences; later more, from those of the tests."""
    if opened.stage is Stage.ALONE:
        has_file = opened.settings.context == "file"
        return GenerateAlone(opened.folder, opened.workspace) if has_file else None
    conditions = {pair: each.conditions for pair, each in opened.asked.items()}
    is_quick = opened.stage is Stage.QUICK
    return Generate(opened.workspace, conditions, is_quick=is_quick, is_again=not is_quick)
