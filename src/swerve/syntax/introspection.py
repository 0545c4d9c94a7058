"""Which words tell that code looks at code: at names, docstrings, annotations, source text?"""

from __future__ import annotations

#: Sees the names of local variables.
SEES_LOCALS = frozenset(
    {"locals", "vars", "dir", "eval", "exec", "f_locals", "co_varnames", "co_freevars", "co_names"}
)

#: Sees whatever the module holds, by any name.
SEES_MODULE = frozenset({"globals", "eval", "exec", "f_globals", "__globals__"})

#: Sees source text or positions in it: even formatting shows.
SEES_TEXT = frozenset(
    {
        "getsource",
        "getsourcelines",
        "getcomments",
        "findsource",
        "linecache",
        "f_lineno",
        "tb_lineno",
        "co_firstlineno",
        "co_lines",
        "co_code",
        "__code__",
        "_getframe",
        "currentframe",
        "getframeinfo",
        "print_stack",
        "format_stack",
        "extract_stack",
        "format_exc",
        "print_exc",
        "format_tb",
        "print_tb",
        "format_exception",
        "extract_tb",
        "inspect.stack",
    }
)

SEES_DOCSTRINGS = frozenset({"__doc__", "getdoc", "help", "doctest", "docopt", "getcomments"})

SEES_ANNOTATIONS = frozenset(
    {
        "__annotations__",
        "__annotate__",
        "get_type_hints",
        "get_annotations",
        "signature",
        "getfullargspec",
        "getargspec",
        "singledispatch",
        "singledispatchmethod",
        "register",
        "validate_call",
        "validate_arguments",
        "typechecked",
        "beartype",
        "inject",
    }
)

#: Sees what functions and their parameters are called.
SEES_NAMES = frozenset(
    {
        "__name__",
        "__qualname__",
        "__module__",
        "co_name",
        "co_qualname",
        "signature",
        "getfullargspec",
        "getargspec",
        "getcallargs",
        "__kwdefaults__",
        "__defaults__",
        "pickle",
    }
)

#: Looks at a function as an object rather than calling it.
INTROSPECTIVE = SEES_TEXT | SEES_DOCSTRINGS | SEES_ANNOTATIONS | SEES_NAMES

#: Functions and methods that are known to read local variables of their caller from a string.
READS_CALLER = frozenset({"query", "eval", "evaluate", "sql", "execute", "read_sql", "format_map"})
