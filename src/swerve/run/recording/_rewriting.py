"""How do functions tell that they are called where Python does not: before Python 3.12?

Modules of the project are rewritten when they are imported. A function then reads

    if __swerve_hears__[7]:
        __swerve_begin__(7)
    try:
        ...
    except:
        __swerve_raised__()
        raise
    finally:
        if __swerve_hears__[7]:
            __swerve_end__()

and costs little more than before once nobody wants to hear of it any more.
"""

from __future__ import annotations

import ast
import builtins
import sys

from swerve.source.syntax import FunctionNode
from swerve.worker.suite.loading import Loading
from swerve.worker.suite.observed_rewriting import call, docstring, guarded, yields

from ._functions import definitions
from ._recorder import Recorder

_HEARS, _BEGIN = "__swerve_hears__", "__swerve_begin__"
_RAISED, _END = "__swerve_raised__", "__swerve_end__"
#: Parts of the names of decorators that make other code of a function than Python does.
_COMPILERS = ("jit", "vectorize", "cfunc", "stencil", "kernel", "script", "compile", "cuda")


class Rewriting:
    """By what is put into the functions of modules that are imported from here on."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        #: Whether a function, by its number, is to tell.
        self._hears: list[bool] = []
        begin, end, getframe = recorder.begin, recorder.end, sys._getframe
        hears = self._hears

        def begins(number: int) -> None:
            hears[number] = begin(getframe(1))

        def raised() -> None:
            end(getframe(1), returned=False)

        def ended() -> None:
            end(getframe(1), returned=True)

        for name, value in ((_HEARS, hears), (_BEGIN, begins), (_RAISED, raised), (_END, ended)):
            setattr(builtins, name, value)
        Loading([[recorder.top, ""]], self.rewritten).begin()

    def close(self) -> None:
        """Nobody hears from here on."""
        self._hears[:] = [False] * len(self._hears)

    def rewritten(self, tree: ast.Module, file: str) -> ast.Module | None:
        """Rewrite a module in place; None for one that is not the project's own."""
        if not self._recorder.is_own(file):
            return None
        for _, node in definitions(tree, ""):
            if not any(map(_is_compiler, node.decorator_list)):
                _rewrite(node, len(self._hears))
                self._hears.append(True)
        return ast.fix_missing_locations(tree)


def _is_compiler(decorator: ast.expr) -> bool:
    return any(word in ast.unparse(decorator).lower() for word in _COMPILERS)


def _rewrite(node: FunctionNode, number: int) -> None:
    head = docstring(node)
    inner = node.body[len(head) :] or [ast.Pass()]
    begin = _if_heard(number, ast.Expr(call(_BEGIN, ast.Constant(number))))
    end = _if_heard(number, ast.Expr(call(_END)))
    told = guarded(node, inner, begin, ast.Expr(call(_RAISED)), end)
    node.body = [*head, begin, *inner] if any(map(yields, node.body)) else [*head, *told]


def _if_heard(number: int, then: ast.stmt) -> ast.If:
    test = ast.Subscript(ast.Name(_HEARS, ast.Load()), ast.Constant(number), ast.Load())
    return ast.If(test, [then], [])
