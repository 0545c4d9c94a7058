"""Does a function depend on nothing but numbers that it is given?

Then all its paths are all it does. It is run alone for that, without the rest of its module and of
its project: nothing else has a say in what is found.
"""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from swerve.model import Module, Pair
from swerve.observe.recipe import CallRecipe, Name
from swerve.run.host import Ground
from swerve.run.places import Places, bare_places
from swerve.run.sandbox import Level
from swerve.source.syntax import (
    FunctionNode,
    Unreadable,
    binds_unseen,
    builtins_bound,
    facts_of,
    node_of,
)

#: Builtins that only compute something of their arguments; and errors.
_BUILTINS = frozenset({
    *("abs", "min", "max", "divmod", "int", "bool", "range", "len", "sum", "any", "all"),
    *("True", "False", "None", "ValueError", "TypeError", "ZeroDivisionError", "OverflowError"),
    *("ArithmeticError", "IndexError", "KeyError", "AssertionError", "Exception", "RuntimeError"),
})  # fmt: skip
_NODES = (
    *(ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign, ast.Expr),
    *(ast.If, ast.While, ast.For, ast.Break, ast.Continue, ast.Pass, ast.Raise, ast.Assert),
    *(ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call, ast.Name, ast.Constant),
    *(ast.Tuple, ast.List, ast.expr_context, ast.boolop, ast.unaryop, ast.Add, ast.Sub, ast.Mult),
    # No division that gives floats, which are no real numbers, and nothing that asks for identity.
    *(ast.FloorDiv, ast.Mod, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
    *(ast.In, ast.NotIn),
)  # fmt: skip
_CONSTANTS = (bool, int, str, type(None))
#: A value of each type that a parameter may have.
_VALUES: dict[str, int] = {"int": 0, "bool": False}
_MODULE = "alone"


@dataclass(frozen=True, slots=True)
class Closed:
    """Two versions that depend on nothing else, and a call of them."""

    old: str
    new: str
    call: CallRecipe
    #: Parameters and their types, in words.
    bounds: str
    #: What the module is called that holds nothing else.
    module: str = _MODULE


def closed(pair: Pair) -> Closed | None:
    """Both versions alone; None where they depend on something."""
    if pair.is_affected_from_elsewhere:
        return None  # what its names mean may have changed
    old, new = node_of(pair.old), node_of(pair.new)
    if old is None or new is None or pair.old.name != pair.new.name or "." in pair.old.name:
        return None
    if ast.dump(old.args) != ast.dump(new.args) or not (_is_closed(old) and _is_closed(new)):
        return None
    if any(_binds_builtins(function.module) for function in (pair.old, pair.new)):
        return None
    types = {each.arg: ast.unparse(each.annotation) for each in _all(old) if each.annotation}
    call = CallRecipe(
        Name(_MODULE, old.name),
        args=tuple(_VALUES[types[each.arg]] for each in (*old.args.posonlyargs, *old.args.args)),
        kwargs=tuple((each.arg, _VALUES[types[each.arg]]) for each in old.args.kwonlyargs),
    )
    bounds = ", ".join(f"{kind} {name}" for name, kind in types.items())
    return Closed(ast.unparse(old), ast.unparse(new), call, bounds)


@contextmanager
def laid_out(alone: Closed, level: Level) -> Iterator[Places]:
    """The two versions in folders where nothing else is, as long as this is open."""
    with tempfile.TemporaryDirectory(prefix="swerve-") as folder:
        Path(folder).chmod(0o755)
        grounds: dict[str, Ground] = {}
        for side, text in (("old", alone.old), ("new", alone.new)):
            tree = Path(folder, side)
            tree.mkdir(mode=0o755)
            (tree / f"{alone.module}.py").write_text(text, encoding="utf-8")
            grounds[side] = replace(bare_places(tree, level).old, roots=(".",))
        yield Places(grounds["old"], grounds["new"], level)


def _binds_builtins(module: Module) -> bool:
    """Whether a module may give the names another meaning that a closed function may use."""
    facts = facts_of(module)
    if isinstance(facts, Unreadable):
        return True
    if binds_unseen(facts):
        return True
    return bool(builtins_bound(facts))


def _all(node: FunctionNode) -> list[ast.arg]:
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def _is_closed(node: FunctionNode) -> bool:
    arguments = _all(node)
    if node.decorator_list or node.args.vararg or node.args.kwarg or not arguments:
        return False
    if any(_named(each.annotation) not in _VALUES for each in arguments):
        return False
    parts = list(ast.walk(node))
    own = {each.arg for each in arguments} | {
        part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
    if own & _BUILTINS or sum(isinstance(part, ast.FunctionDef) for part in parts) != 1:
        return False
    for part in parts:
        if not isinstance(part, _NODES):
            return False
        if isinstance(part, ast.Name) and part.id not in own | _BUILTINS:
            return False
        if isinstance(part, ast.Constant) and not isinstance(part.value, _CONSTANTS):
            return False
        if isinstance(part, ast.Call) and _named(part.func) not in _BUILTINS:
            return False
    return True


def _named(node: ast.expr | None) -> str:
    return node.id if isinstance(node, ast.Name) else ""
