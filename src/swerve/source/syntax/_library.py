"""What is behind a name of the standard library?

Only of modules that do nothing when they are imported: what code under check names is never
imported for that alone. `venv.__main__` is in the standard library, too.
"""

from __future__ import annotations

from importlib import import_module

#: They have the same members everywhere; `typing_extensions` where it is installed.
LIBRARY_MODULES = frozenset(
    {
        "abc", "argparse", "array", "ast", "asyncio", "atexit", "base64", "binascii", "bisect",
        "builtins", "calendar", "codecs", "collections", "collections.abc", "concurrent",
        "concurrent.futures", "configparser", "contextlib", "contextvars", "copy", "csv",
        "dataclasses", "datetime", "decimal", "difflib", "email", "email.message", "enum", "errno",
        "fnmatch", "fractions", "functools", "gc", "getpass", "glob", "gzip", "hashlib", "heapq",
        "hmac", "html", "http", "http.client", "importlib", "importlib.util", "inspect", "io",
        "ipaddress", "itertools", "json", "keyword", "locale", "logging", "logging.handlers",
        "math", "mimetypes", "multiprocessing", "numbers", "operator", "os", "os.path", "pathlib",
        "pickle", "pkgutil", "platform", "pprint", "queue", "random", "re", "secrets", "select",
        "selectors", "shlex", "shutil", "signal", "socket", "sqlite3", "ssl", "stat", "statistics",
        "string", "struct", "subprocess", "sys", "tarfile", "tempfile", "textwrap", "threading",
        "time", "token", "tokenize", "traceback", "types", "typing", "typing_extensions",
        "unicodedata", "unittest", "unittest.mock", "urllib", "urllib.error", "urllib.parse",
        "urllib.request", "uuid",
        "warnings", "weakref", "xml", "xml.etree.ElementTree", "zipfile", "zlib", "zoneinfo",
    }
)  # fmt: skip


def library_value(module: str, name: str) -> object:
    """A member of a module; LookupError where it has none, or the module is not to be imported."""
    if module not in LIBRARY_MODULES:
        raise LookupError(f"{module} is not known to do nothing when it is imported")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise LookupError(f"{module} has no {name}") from error
