"""Which changes does a merged function hold, and what does the paper call each of them?"""

from __future__ import annotations

import ast
import copy

from swerve.facts.alignment._marks import mark_of, unmark
from swerve.facts.alignment._model import SITE, Site
from swerve.source.syntax import FunctionNode

#: By kind of node and field: the pattern of a changed expression in it.
_PLACES: dict[tuple[type[ast.AST], str], str] = {
    (ast.Assign, "value"): "1a",
    (ast.AugAssign, "value"): "1a",
    (ast.AnnAssign, "value"): "1a",
    (ast.NamedExpr, "value"): "1a",
    (ast.Call, "args"): "1b",
    (ast.keyword, "value"): "1b",
    (ast.Return, "value"): "1c",
    (ast.If, "test"): "1d",
    (ast.While, "test"): "1d",
    (ast.IfExp, "test"): "1d",
    (ast.Assert, "test"): "1d",
    (ast.comprehension, "ifs"): "1d",
    (ast.match_case, "guard"): "1d",
}
#: What the paper's language does not have.
_PYTHON = (
    ast.arguments,
    ast.comprehension,
    ast.withitem,
    ast.ExceptHandler,
    ast.FormattedValue,
    ast.Starred,
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.Slice,
)
_ELSEWHERE = "1"


def numbered(tree: FunctionNode) -> tuple[FunctionNode, tuple[Site, ...]]:
    """A copy of the function whose changes have numbers, and what is known of each."""
    copied = copy.deepcopy(tree)
    sites: list[Site] = []
    _visit(copied, _ELSEWHERE, sites)
    return ast.fix_missing_locations(copied), tuple(sites)


def _visit(node: ast.AST, place: str, sites: list[Site]) -> None:
    mark = mark_of(node)
    if mark is not None and isinstance(node, ast.Call):
        number = len(sites)
        pattern = mark.pattern or place
        site = Site(number, pattern, mark.old_lines, mark.new_lines, mark.absent, mark.is_spliced)
        sites.append(site)
        unmark(node)
        node.keywords = [ast.keyword(SITE, ast.Constant(number))]
        return
    for name, value in ast.iter_fields(node):
        inside = _PLACES.get((type(node), name))
        if inside is None:
            inside = "python" if isinstance(node, _PYTHON) or name == "decorator_list" else place
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                is_block = isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case))
                _visit(child, _ELSEWHERE if is_block else inside, sites)
