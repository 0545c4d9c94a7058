"""How is a piece of syntax written for a person?"""

from __future__ import annotations

import ast
from functools import lru_cache


@lru_cache(maxsize=4096)
def written(node: ast.AST) -> str:
    """The code on as few lines as it takes, formatting and comments aside.

    Code that cannot be written out (nested too deeply, an integer of thousands of digits) gets
    words that are different for every node: it is never taken for equal to other code.
    """
    try:
        return ast.unparse(node)
    except (RecursionError, ValueError):
        return f"<code too deep to show, {id(node):x}>"
