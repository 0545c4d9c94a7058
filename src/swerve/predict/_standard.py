"""What is behind a dotted name of the standard library?"""

from __future__ import annotations

import importlib
from functools import lru_cache

from swerve.predict._classes import CoarseClass, coarse_class_of
from swerve.predict._library import TYPE_WORDS

#: Modules that do nothing when they are imported, and have the same members everywhere.
_MODULES = frozenset(
    {
        "abc", "argparse", "ast", "asyncio", "base64", "bisect", "builtins", "calendar",
        "collections", "contextlib", "copy", "csv", "dataclasses", "datetime", "decimal", "enum",
        "errno", "fnmatch", "functools", "glob", "hashlib", "heapq", "html", "importlib", "inspect",
        "io", "itertools", "json", "keyword", "logging", "math", "operator", "os", "pathlib",
        "pickle", "platform", "random", "re", "shlex", "shutil", "signal", "socket", "stat",
        "statistics", "string", "struct", "subprocess", "sys", "tempfile", "textwrap", "threading",
        "time", "token", "tokenize", "traceback", "types", "typing", "unicodedata", "urllib",
        "uuid", "warnings", "weakref",
    }
)  # fmt: skip


@lru_cache(maxsize=4096)
def type_word_of(name: str) -> str:
    """The type of a member of a module, as an annotation would say it; empty when not known."""
    first, *rest = name.split(".")
    if first not in _MODULES or not rest:
        return ""
    try:
        value: object = importlib.import_module(first)
        for part in rest:
            value = getattr(value, part)
    except (ImportError, AttributeError):
        return ""
    kind = coarse_class_of(value)
    return TYPE_WORDS[kind] if kind is not CoarseClass.NONE else ""
