"""How is a function run whose tests lead to some lines, or that takes shortcuts?"""

from __future__ import annotations

import ast
import textwrap
from typing import Any

from ..core._deadline import Deadline
from ._code import FUTURE
from ._module import GuidedModule
from ._rewriting import marked, rewritten
from ._shortcuts import take_shortcuts
from ._steering import steer
from ._world import STAGE


def led(module: GuidedModule, wanted: list[int], shortcuts: list[list[Any]]) -> GuidedModule:
    """A module whose function is led: the same one, for this process, if it can be."""
    unled(module)
    try:
        _define(module, wanted, shortcuts)
    except Deadline:
        raise
    except Exception:  # its text cannot be read alone, or its defaults are those of a class
        module = GuidedModule({**module.order, "wanted": wanted, "shortcuts": shortcuts})
        module.load()
    return module


def unled(module: GuidedModule) -> None:
    """Have a module run the function as it is written again."""
    if module.as_written is not None:
        module.function, module.marks = module.as_written
        module.as_written = None
        module.hooks.function = module.function
        module.ways.plans.clear()
        module.ways.fails = False
        module.is_steered = False
        module.set_marks()


def _define(module: GuidedModule, wanted: list[int], shortcuts: list[list[Any]]) -> None:
    """Define the function anew, among all that is there."""
    first, last = module.span
    text = textwrap.dedent("\n".join(module.lines[first - 1 : last]))
    node: Any = ast.parse(text).body[0]
    ast.increment_lineno(node, first - 1)
    take_shortcuts(node, shortcuts)
    if wanted:
        steer(node, module.ways, wanted)
    module.as_written = module.function, module.marks
    module.marks = marked(node)
    module.set_marks()
    around = node
    if module.owner:  # for its private names
        around = ast.parse(f"class {module.owner[-1]}: pass").body[0]
        around.body = [node]  # type: ignore[attr-defined]
    tree = rewritten(ast.Module([around], []), node)
    STAGE.world = module.world(0, {})
    try:
        code = compile(tree, module.file, "exec", FUTURE, True)
        exec(code, module.names, {})  # noqa: S102 - that is what this is for
    finally:
        STAGE.world = None
    module.function = module.hooks.function
    module.is_steered = bool(wanted)
