"""Which files that are no Python may have a say in what Python code does?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from swerve.source._added_words import is_changelog
from swerve.source.syntax import ModuleFacts

#: What is mostly read by people, or before the project is there.
_DOCUMENTS = re.compile(
    r".*\.(md|markdown|rst|adoc|pyi|ipynb|lock|png|jpe?g|gif|svg|ico|pdf|tex|bib|patch|diff)",
    re.IGNORECASE,
)
#: The same, by names that everybody knows.
_WELL_KNOWN = re.compile(
    r"(uv|poetry|pdm|pipfile|pixi)\.lock"
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
#: Where the parts of a path, or of a pattern for paths, are put together.
_BREAKS = re.compile(r"[/\\*{}]|%(?:\(\w+\))?\w|\$\w+")
#: Modules that read no file, and lead to nothing that does.
_FILELESS = frozenset(
    {
        *("abc", "array", "ast", "base64", "binascii", "bisect", "cmath", "collections", "copy"),
        *("contextlib", "contextvars", "dataclasses", "datetime", "decimal", "difflib", "enum"),
        *("errno", "fractions", "functools", "hashlib", "heapq", "hmac", "html", "ipaddress"),
        *("itertools", "json", "keyword", "math", "numbers", "operator", "queue", "random", "re"),
        *("secrets", "statistics", "string", "struct", "textwrap", "threading", "time", "types"),
        *("typing", "typing_extensions", "unicodedata", "uuid", "warnings", "weakref", "zlib"),
        *("__future__", "_collections_abc"),
    }
)
#: Names that are there without an import, and lead to files.
_OPENERS = frozenset({"open", "__builtins__", "__file__", "__loader__", "__spec__", "__import__"})


def is_compiled(path: str) -> bool:
    """Whether Python may run a file and never look at the source that swerve reads and runs."""
    return _CODE.fullmatch(path) is not None


def has_a_say(path: str) -> bool:
    """Whether code of the project may read a file, or run it, while it runs."""
    if is_compiled(path):
        return True
    name = path.rpartition("/")[2]
    silent = _DOCUMENTS.fullmatch(name) or _SILENT_FOLDERS.search(path) or _is_well_known(path)
    return not (path.endswith(".py") or silent)


def _is_well_known(path: str) -> bool:
    return bool(_WELL_KNOWN.fullmatch(path.rpartition("/")[2])) or is_changelog(path)


def said_beside(differing: Iterable[str], facts: ModuleFacts) -> Iterator[str]:
    """Of the files that differ, those besides Python that code of a module may depend on."""
    is_alone = _is_self_contained(facts)
    texts = [] if is_alone else list(_texts(facts))
    for path in differing:
        if path == facts.module.path:
            continue
        if is_compiled(path) or (not is_alone and (has_a_say(path) or _is_said(path, texts))):
            yield path


def _is_self_contained(facts: ModuleFacts) -> bool:
    """Whether a module takes nothing from the project, and reads no file."""
    for node in ast.walk(facts.tree):
        if isinstance(node, ast.ImportFrom):
            if node.level or not _is_fileless(node.module or ""):
                return False
        elif isinstance(node, ast.Import):
            if not all(_is_fileless(alias.name) for alias in node.names):
                return False
        elif isinstance(node, ast.Name) and node.id in _OPENERS:
            return False
    return True


def _is_fileless(module: str) -> bool:
    return module.partition(".")[0] in _FILELESS


def _texts(facts: ModuleFacts) -> Iterator[str]:
    for node in ast.walk(facts.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
            text = node.value
            yield text if isinstance(text, str) else text.decode("utf-8", "replace")


def _is_said(path: str, texts: Iterable[str]) -> bool:
    """Whether texts of a module make up the name of a file, whatever it is usually for.

    One of them has the whole name. Of a name that not everybody knows a part is enough: how it
    ends, its folder, or its stem where that is not among documents.
    """
    *folders, name = path.split("/")
    if any(name in text for text in texts):
        return True
    if _is_well_known(path) or path.endswith(".py"):
        return False
    stem = [] if _SILENT_FOLDERS.search(path) else [name.partition(".")[0]]
    return any(_has_part(text, name, {*folders, *stem}) for text in texts)


def _has_part(text: str, name: str, parts: set[str]) -> bool:
    pieces = _BREAKS.split(text)
    ends_like_it = "." in pieces[-1] and name.endswith(pieces[-1])
    return ends_like_it or not (text.startswith("/") or parts.isdisjoint(pieces))
