"""Is the text that is there now the one that a function was made of?

Of a module that was edited and loaded again, functions of both versions may be at hand. Python
finds the new text for both, and they would be compared with themselves.
"""

from __future__ import annotations

import ast
import linecache
from contextlib import suppress
from functools import lru_cache
from types import CodeType, FunctionType

#: The mark of `from __future__ import annotations` in a code object.
LAZY_ANNOTATIONS = 0x1000000
#: What pytest adds to modules in which it makes other code of `assert`.
_REWRITTEN = "@pytest_ar"


def has_own_text(function: FunctionType) -> bool:
    """Whether the text where a function was made makes the same function today.

    Where there is no text, or other code was made of it on purpose, nothing speaks against it.
    """
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    if not text or _REWRITTEN in function.__globals__:
        return True
    made = _codes(text, code.co_flags & LAZY_ANNOTATIONS)
    alike = made.get((code.co_name, code.co_firstlineno), ())
    return any(_essence(each) == _essence(code) for each in alike)


@lru_cache(maxsize=8)
def _codes(text: str, flags: int) -> dict[tuple[str, int], list[CodeType]]:
    """The functions that a text makes, by name and line."""
    found: dict[tuple[str, int], list[CodeType]] = {}
    flags |= ast.PyCF_ALLOW_TOP_LEVEL_AWAIT  # as notebooks do
    with suppress(SyntaxError, ValueError, RecursionError):
        waiting = [compile(text, "<text>", "exec", flags, dont_inherit=True)]
        while waiting:
            code = waiting.pop()
            waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
            found.setdefault((code.co_name, code.co_firstlineno), []).append(code)
    return found


def _essence(code: CodeType) -> tuple[object, ...]:
    """What a function does. Python's own comparison minds what it has learned from running it."""
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    takes = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount
    return code.co_code, names, takes, tuple(map(_constant, code.co_consts))


def _constant(value: object) -> object:
    if isinstance(value, CodeType):
        return _essence(value)
    return frozenset(map(repr, value)) if isinstance(value, frozenset) else repr(value)
