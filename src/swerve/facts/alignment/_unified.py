"""How do two versions of a function become one?"""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping

from swerve.model import LineNo, Side
from swerve.source.syntax import FunctionNode, all_arguments
from swerve.source.syntax.scopes import is_generator

from ._additions import decided
from ._blocks import Blocks, merged_decorators
from ._expressions import Expressions
from ._merging import Forms
from ._model import Unified, lines_of, numbered, old_node, rebuilt, untie
from ._names import frame_of, naming_of, parameters, rename, span_of
from ._normalised import code_of, normalised, prepared, with_docstrings
from ._projection import projected


def unified(old: FunctionNode, new: FunctionNode) -> Unified:
    """Both versions in one function, with changes as deep inside as they go.

    Both projections of what comes back are the normalised versions. Should merging ever fail in
    that, the bodies stand side by side under one change.
    """
    merged = _unified(old, new, is_merged=True)
    return merged if is_right(merged, old, new) else side_by_side(old, new)


def side_by_side(old: FunctionNode, new: FunctionNode) -> Unified:
    """Both bodies under one change."""
    return _unified(old, new, is_merged=False)


def is_right(merged: Unified, old: FunctionNode, new: FunctionNode) -> bool:
    """It compiles where it may be run, and both projections are what they should be."""
    if merged.is_of_one_kind and not merged.clashes and not _compiles(merged.tree):
        return False
    sides = ((Side.OLD, old), (Side.NEW, new))
    forms = Forms()
    return all(forms.are_equal(projected(merged, s), normalised(version)) for s, version in sides)


def _compiles(tree: FunctionNode) -> bool:
    try:
        code_of(tree)
    except (SyntaxError, ValueError):
        return False
    return True


def _unified(old: FunctionNode, new: FunctionNode, *, is_merged: bool) -> Unified:
    before, after = prepared(copy.deepcopy(old)), prepared(copy.deepcopy(new))
    signatures = parameters(before.args), parameters(after.args)
    naming = naming_of(before, after)
    rename(before, naming.old)
    rename(after, naming.new)
    expressions = Expressions(Forms())
    args = _merged_args(expressions, before, after) if signatures[0] == signatures[1] else None
    tree = rebuilt(
        after,
        args=after.args if args is None else args,
        decorator_list=_decorators(expressions, before, after),
        body=_body(expressions, before, after) if is_merged else [decided(before.body, after.body)],
    )
    old_lines = _old_lines(tree)
    tree, sites = numbered(tree)
    with_docstrings(tree)
    return Unified(
        tree,
        sites,
        type(old),
        old.name,
        old_args=before.args if args is None else None,
        new_args=after.args if args is None else None,
        old_names=_turned(naming.old),
        new_names=_turned(naming.new),
        clashes=naming.clashes,
        is_of_one_kind=type(old) is type(new) and is_generator(before) == is_generator(after),
        old_lines=old_lines,
    )


def _merged_args(
    expressions: Expressions, old: FunctionNode, new: FunctionNode
) -> ast.arguments | None:
    """One signature for both, where only defaults and annotations differ."""
    pairs = zip(all_arguments(old.args), all_arguments(new.args), strict=True)
    for before, after in pairs:  # annotations are set aside; people get to see the new ones
        before.annotation = after.annotation
    merged = expressions.fields(old.args, new.args)
    return None if merged is None else merged.node


def _decorators(expressions: Expressions, old: FunctionNode, new: FunctionNode) -> list[ast.expr]:
    return merged_decorators(expressions, old.decorator_list, new.decorator_list).node


def _body(expressions: Expressions, old: FunctionNode, new: FunctionNode) -> list[ast.stmt]:
    blocks = Blocks(expressions)
    body = blocks.merge(span_of(old.body), span_of(new.body), frame_of(old, new)).node
    return body or [ast.Pass()]


def _old_lines(tree: FunctionNode) -> dict[LineNo, LineNo]:
    """Lines of shared statements and of what is equal in them; forgets what nodes were."""
    forms = Forms()
    found: dict[LineNo, LineNo] = {}
    for node in list(ast.walk(tree)):
        old = old_node(node)
        if old is None:
            continue
        untie(node)
        is_equal = forms.are_equal(old, node)
        pairs = zip(ast.walk(old), ast.walk(node), strict=True) if is_equal else [(old, node)]
        for before, after in pairs:
            lines = lines_of([after]), lines_of([before])
            if all(lines):
                found.setdefault(lines[0][0], lines[1][0])
    return found


def _turned(names: Mapping[str, str]) -> dict[str, str]:
    return {after: before for before, after in names.items()}
