"""Which words tell that code looks at code: at names, docstrings, annotations, source text?

The words are those of `words_in`: `locals()` stands for the builtin, `.__doc__` for the attribute,
`inspect.stack` for a function whose bare name says too little.
"""

from __future__ import annotations

#: Builtins that look at code, as the words that stand for them.
LOOKING_BUILTINS = frozenset({"locals", "vars", "dir", "eval", "exec", "globals", "help"})

#: Sees the names of local variables.
SEES_LOCALS = frozenset(
    {
        *("locals()", "vars()", "dir()", "eval()", "exec()", "f_locals", "builtins"),
        *("co_varnames", "co_freevars", "co_names"),
        # libraries that print or return the names of their arguments
        *("ic", "nameof", "varname", "argname"),
    }
)

#: Sees whatever the module holds, by any name.
SEES_MODULE = frozenset(
    {
        *("globals()", "eval()", "exec()", "f_globals", "__globals__", "__import__"),
        *("__subclasses__", "import_module", "modules", "run_module", "run_path"),
    }
)

#: Sees which members a class has, and in which order.
SEES_MEMBERS = frozenset({"vars()", "dir()", "__dict__", "getmembers"})

#: Sees source text or positions in it: even formatting shows.
SEES_TEXT = frozenset(
    {
        *("getsource", "getsourcelines", "getcomments", "findsource", "linecache", "f_lineno"),
        *("tb_lineno", "co_firstlineno", "co_lines", "co_code", "__code__", "_getframe"),
        *("currentframe", "getframeinfo", "print_stack", "format_stack", "extract_stack"),
        *("format_exc", "print_exc", "format_tb", "print_tb", "format_exception", "extract_tb"),
        *("inspect.stack", "inspect.trace", "lineno", "co_positions", "tb_frame"),
        *("TracebackException", "__file__", "__loader__", "__spec__"),
    }
)

SEES_DOCSTRINGS = frozenset(
    {".__doc__", "__doc__", "getdoc", "help()", "doctest", "getcomments", "pydoc"}
)
#: Modules that read the docstrings of functions to find out what to do.
DOCSTRING_MODULES = frozenset({"docopt", "ply", "ply.lex", "ply.yacc", "spark_parser"})

SEES_ANNOTATIONS = frozenset(
    {
        *("__annotations__", "__annotate__", "get_type_hints", "get_annotations", "signature"),
        *("getfullargspec", "getargspec", "singledispatch", "singledispatchmethod", "register"),
        *("validate_call", "validate_arguments", "typechecked", "beartype", "inject"),
    }
)

#: Sees what functions and their parameters are called.
SEES_NAMES = frozenset(
    {
        *(".__name__", ".__qualname__", ".__module__", "co_name", "co_qualname", "signature"),
        *("getfullargspec", "getargspec", "getcallargs", "__kwdefaults__", "__defaults__"),
        "pickle",
    }
)

#: Functions and methods that are known to read local variables of their caller from a string.
READS_CALLER = frozenset({"query", "eval", "evaluate", "sql", "execute", "read_sql", "format_map"})
