"""How do calls and displays look with nothing spliced into them?"""

from __future__ import annotations

import ast
import copy
from dataclasses import replace
from typing import Any

from swerve.facts.alignment._marks import change_of, mark_again
from swerve.facts.alignment._model import Site, Unified, site_number
from swerve.facts.alignment._numbering import numbered
from swerve.facts.alignment._projection import Projection
from swerve.model import Side


def without_splices(unified: Unified) -> Unified:
    """The same with `change(f(a), f(a, b))` for `f(a, *change((), (b,)))`.

    That repeats code, and every argument and element is there in as many words: nothing has to
    be unpacked to know how many there are. Classes inside keep bases that are spliced in.
    """
    tree = copy.deepcopy(unified.tree)
    tree = _Whole(unified.sites).visit(tree)
    for node in ast.walk(tree):
        number = site_number(node)
        if number is not None:
            mark_again(node, unified.sites[number])
    renumbered, sites = numbered(tree)
    return replace(unified, tree=renumbered, sites=sites)


class _Whole(ast.NodeTransformer):
    """Changes the tree in place."""

    def __init__(self, sites: tuple[Site, ...]) -> None:
        self._sites = sites

    def _display(self, node: Any) -> ast.AST:
        if not any(map(self._is_spliced, _unpacked(node))):
            return self.generic_visit(node)
        inside = [number for each in ast.walk(node) if (number := site_number(each)) is not None]
        old, new = (
            Projection(self._sites, side).visit(copy.deepcopy(node))
            for side in (Side.OLD, Side.NEW)
        )
        before = sorted({line for n in inside for line in self._sites[n].old_lines})
        after = sorted({line for n in inside for line in self._sites[n].new_lines})
        return change_of(old, new, lines=(tuple(before), tuple(after)))

    visit_Call = visit_List = visit_Tuple = visit_Set = visit_Dict = _display  # noqa: N815

    def _is_spliced(self, value: ast.expr) -> bool:
        number = site_number(value)
        return number is not None and self._sites[number].is_spliced


def _unpacked(node: ast.AST) -> list[ast.expr]:
    """What stands behind `*` and `**`."""
    elements = [*getattr(node, "elts", ()), *getattr(node, "args", ())]
    found = [each.value for each in elements if isinstance(each, ast.Starred)]
    found += [each.value for each in getattr(node, "keywords", ()) if each.arg is None]
    if isinstance(node, ast.Dict):
        found += [value for key, value in zip(node.keys, node.values, strict=True) if key is None]
    return found
