"""Which files that are no Python may have a say in what Python code does?"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator

from swerve.change._changelog import is_changelog
from swerve.syntax import ModuleFacts

#: What is read by people, and what is read before the project is there.
_SILENT = re.compile(
    r".*\.(md|markdown|rst|adoc|pyi|ipynb|lock|png|jpe?g|gif|svg|ico|pdf|tex|bib|patch|diff)"
    r"|(licen[cs]e|copying|authors|contributors|notice|readme|makefile|dockerfile|codeowners)(\..*)?"
    r"|(pyproject\.toml|setup\.cfg|tox\.ini|noxfile.*|manifest\.in|py\.typed|mypy\.ini|pytest\.ini)"
    r"|(requirements|constraints)[^/]*\.(txt|in)|environment\.ya?ml|conda.*\.ya?ml|mkdocs\.yml"
    r"|\.(gitignore|gitattributes|gitmodules|mailmap|editorconfig|coveragerc|flake8|pylintrc)"
    r"|\.(pre-commit-.*|readthedocs\.ya?ml|travis\.yml|gitlab-ci\.yml|appveyor\.yml|codecov\.yml)",
    re.IGNORECASE,
)
_SILENT_FOLDERS = re.compile(
    r"(^|/)(docs?|tests?|testing|examples?|\.github|\.circleci|\.azure.*|\.vscode|\.idea|changelog\.d"
    r"|newsfragments|benchmarks?)/",
    re.IGNORECASE,
)
#: Taken in place of source, or while an interpreter starts.
_CODE = re.compile(r".*\.(py[co]|so|pyd|dll|dylib|pth|egg-link)", re.IGNORECASE)
#: By which files are read.
_READING = frozenset(
    {
        *("open", "open_text", "read", "load", "read_text", "read_bytes", "get_data", "files"),
        *("Path", "listdir", "scandir", "glob", "walk", "connect", "run", "Popen"),
    }
)


def is_compiled(path: str) -> bool:
    """Whether Python may run a file and never look at the source that swerve reads and runs."""
    return _CODE.fullmatch(path) is not None


def has_a_say(path: str) -> bool:
    """Whether code of the project may read a file, or run it, while it runs."""
    if is_compiled(path):
        return True
    name = path.rpartition("/")[2]
    silent = _SILENT.fullmatch(name) or _SILENT_FOLDERS.search(path) or is_changelog(path)
    return not (path.endswith(".py") or silent)


def said_beside(beside: Iterable[str], facts: ModuleFacts) -> Iterator[str]:
    """Of such files that changed, those that code of a module may depend on."""
    for path in beside:
        if is_compiled(path) or not _is_self_contained(facts):
            yield path


def _is_self_contained(facts: ModuleFacts) -> bool:
    """Whether a module takes nothing from the project, and reads no file."""
    for node in ast.walk(facts.tree):
        if isinstance(node, ast.ImportFrom):
            if node.level or not _is_standard(node.module or ""):
                return False
        elif isinstance(node, ast.Import):
            if not all(_is_standard(alias.name) for alias in node.names):
                return False
        elif (isinstance(node, ast.Name) and node.id in _READING) or (
            isinstance(node, ast.Attribute) and node.attr in _READING
        ):
            return False
    return True


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names
