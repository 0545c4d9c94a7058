"""How does a whole program run in a process that has imported the project?"""

from __future__ import annotations

import builtins
from sys import modules
from types import CodeType, ModuleType

from ..recipes.building import NotBuilt

_NAME = "__main__"


def compiled(source: bytes) -> CodeType:
    """The code of a program; one that is no Python cannot be built."""
    try:
        return compile(source.decode("utf-8"), "<script>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise NotBuilt("compiling it", error) from None


def run_program(code: CodeType) -> None:
    """Run a program as the main module of its process, and take it away again."""
    module = ModuleType(_NAME)
    # Not the copy of the builtins that the code here has.
    module.__dict__["__builtins__"] = builtins
    before = modules.get(_NAME)
    modules[_NAME] = module
    try:
        exec(code, module.__dict__)  # noqa: S102 - in a cell, as all target code
    finally:
        if before is None:
            modules.pop(_NAME, None)
        else:
            modules[_NAME] = before
