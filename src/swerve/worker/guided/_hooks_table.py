"""Which functions and modules do hooks treat with care? A table."""

from __future__ import annotations

import sys

from ._builtins import in_order, is_callable, is_subclass, type_of, warn_of
from ._sameness import is_instance
from ._standins import LOG_LEVELS, Careful, Helper, Own
from ._surroundings_table import TOUCHES

#: Whose functions may meet injected arguments, and look at nobody's frame.
CAREFUL_MODULES = frozenset(
    [
        "ast",
        "base64",
        "binascii",
        "bisect",
        "builtins",
        "calendar",
        "codecs",
        "collections",
        "colorsys",
        "copy",
        "csv",
        "datetime",
        "decimal",
        "difflib",
        "email",
        "fnmatch",
        "fractions",
        "functools",
        "genericpath",
        "glob",
        "hashlib",
        "heapq",
        "hmac",
        "html",
        "http",
        "inspect",
        "io",
        "ipaddress",
        "itertools",
        "json",
        "json.decoder",
        "json.encoder",
        "keyword",
        "locale",
        "math",
        "mimetypes",
        "numbers",
        "operator",
        "os",
        "os.path",
        "pathlib",
        "pprint",
        "posixpath",
        "ntpath",
        "quopri",
        "random",
        "re",
        "secrets",
        "shlex",
        "statistics",
        "string",
        "struct",
        "sys",
        "textwrap",
        "time",
        "token",
        "tokenize",
        "types",
        "unicodedata",
        "urllib.parse",
        "uuid",
        "zlib",
        "gzip",
        "_io",
        "_struct",
        "_json",
        "_codecs",
        "_operator",
        "_collections",
        "_bisect",
        "_heapq",
        "_sre",
        "posix",
        "email.utils",
        "importlib.metadata",
        "xml.sax.saxutils",
    ]
)
BY_FRAME = frozenset(
    map(
        id,
        (
            locals,
            globals,
            vars,
            dir,
            eval,
            exec,
            __import__,
            sys._getframe,
            type,
            super,
            getattr,
            setattr,
            hasattr,
            len,
            iter,
            next,
            repr,
            print,
            id,
            hash,
        ),
    )
)
LOGGING = frozenset(
    path
    for path in TOUCHES
    if path.startswith("logging.") and path.rpartition(".")[2] in LOG_LEVELS
)
#: Those who differ from what they stand for only where arguments are injected.
ABOUT_ARGUMENTS = frozenset(
    (Careful, Own, Helper, is_instance, is_subclass, is_callable, type_of, in_order, warn_of)
)
