"""How do functions run that have the code of another text of their file?"""

from __future__ import annotations

import gc
import sys
from types import CodeType, FunctionType, MemberDescriptorType, ModuleType
from typing import Any

# As they are before anything of the target is imported.
_compile, _objects, _unfreeze, _modules = compile, gc.get_objects, gc.unfreeze, sys.modules
_names_of: MemberDescriptorType = vars(ModuleType)["__dict__"]
_NESTED = "<locals>"


def rewind(orders: list[dict[str, str]]) -> str:
    """Give functions their code in other texts of their files; in words why that does not work."""
    _unfreeze()  # what was there before the fork is set aside
    return next(filter(None, map(_rewound, orders)), "")


def _rewound(order: dict[str, str]) -> str:
    names: dict[str, Any] = _names_of.__get__(_modules[order["module"]])
    parts = order["name"].split(".")
    parts = parts[: parts.index(_NESTED)] if _NESTED in parts else parts
    try:
        whole = _compile(order["text"], names["__file__"], "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return f"it cannot be compiled: {type(error).__name__}"
    code = _code_in(whole, parts)
    if code is None:
        return "it is not there"
    functions = _functions(names, ".".join(parts))
    for function in functions:
        if function.__code__.co_freevars != code.co_freevars:
            return "it stands in other surroundings"
        function.__code__ = code
    return "" if functions else "nothing runs it"


def _code_in(whole: CodeType, parts: list[str]) -> CodeType | None:
    """The code of a function, by its qualified name; of several with one name, the last."""
    code: CodeType | None = whole
    for part in parts:
        inside = code.co_consts if code is not None else ()
        found = [each for each in inside if type(each) is CodeType and each.co_name == part]
        code = found[-1] if found else None
    return code


def _functions(names: dict[str, Any], name: str) -> list[FunctionType]:
    """All that are defined in a module by this name, whatever stands around them by now."""
    last = name.rpartition(".")[2]
    return [
        each
        for each in _objects()
        if type(each) is FunctionType
        and each.__globals__ is names
        and each.__qualname__ == name
        and each.__code__.co_name == last
    ]
