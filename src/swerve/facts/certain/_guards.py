"""What do names hold when a test came out one way?"""

from __future__ import annotations

import ast
from dataclasses import replace

from swerve.facts import classes
from swerve.facts.certain._certain import UNKNOWN, Certain, Real
from swerve.facts.certain._file_facts import Maybe, type_value, union
from swerve.facts.certain._holders import Holders, Names

FALSY = frozenset(each.value for each in classes.FALSY)


def assuming(test: ast.expr, holds: bool, names: Names, holders: Holders) -> Names:
    """What names hold when a test came out so."""
    found = dict(names)
    _assume(test, holds, found, holders)
    return found


def _assume(test: ast.expr, holds: bool, names: Names, holders: Holders) -> None:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        _assume(test.operand, not holds, names, holders)
    elif isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) is holds:
            for each in test.values:
                _assume(each, holds, names, holders)
    elif isinstance(test, ast.Name):
        if holders.is_narrowed(test.id):
            _assume_truth(test.id, holds, names, holders)
    elif isinstance(test, ast.Compare):
        _assume_none(test, holds, names, holders)
    elif isinstance(test, ast.Call) and holds:
        _assume_class(test, names, holders)


def _assume_truth(name: str, holds: bool, names: Names, holders: Holders) -> None:
    value = holders.held(name, names)
    if isinstance(value.what, Maybe):
        if not holds:
            return
        value = value.what.inner
    words = value.words - FALSY if holds else value.words & FALSY
    if words:
        names[name] = replace(value, words=words)


def _assume_none(test: ast.Compare, holds: bool, names: Names, holders: Holders) -> None:
    operator, other = test.ops[0], test.comparators[0]
    if not (
        len(test.ops) == 1
        and isinstance(operator, (ast.Is, ast.IsNot))
        and isinstance(other, ast.Constant)
        and other.value is None
        and isinstance(test.left, ast.Name)
        and holders.is_narrowed(test.left.id)
    ):
        return
    value = holders.held(test.left.id, names)
    if isinstance(operator, ast.Is) is holds:
        names[test.left.id] = Certain(frozenset({"none"}), "is None")
    elif isinstance(value.what, Maybe):
        names[test.left.id] = value.what.inner


def _assume_class(test: ast.Call, names: Names, holders: Holders) -> None:
    if not (isinstance(test.func, ast.Name) and test.args and isinstance(test.args[0], ast.Name)):
        return
    name = test.args[0].id
    if not holders.is_narrowed(name):
        return
    known = holders.held(name, names)
    function = holders.held(test.func.id, names).what
    word = function.name if isinstance(function, Real) else ""
    if word == "isinstance" and len(test.args) == 2:
        value = _guarded(test.args[1], names, holders)
        if value.words or not known.words:
            names[name] = value
    elif word == "callable" and not known.words:
        names[name] = Certain(frozenset({"callable"}), "callable guard")


def _guarded(node: ast.expr, names: Names, holders: Holders) -> Certain:
    if isinstance(node, ast.Tuple):
        parts = [_guarded(each, names, holders) for each in node.elts]
        return union(parts) if parts else UNKNOWN
    if isinstance(node, ast.BinOp):
        sides = (node.left, node.right)
        return union([_guarded(each, names, holders) for each in sides])
    return type_value(holders.meant(node, names), "isinstance guard")
