"""What is one version of a unified function?"""

from __future__ import annotations

import ast
import copy
from dataclasses import replace
from typing import Any

from swerve.model import Side
from swerve.source.syntax import FunctionNode

from ._elements import joined
from ._model import Site, Unified, argument_of, change_of, mark_again, numbered, site_number
from ._names import rename
from ._normalised import normalised


def projected(unified: Unified, side: Side) -> FunctionNode:
    """Replace each change by its first argument (old) or its second (new), and normalise.

    What only stands in for code that a version does not have is left out.
    """
    tree = copy.deepcopy(unified.tree)
    args = unified.old_args if side is Side.OLD else unified.new_args
    if args is not None:
        tree.args = copy.deepcopy(args)
    kind = unified.old_kind if side is Side.OLD else type(unified.tree)
    if side is Side.OLD:
        tree.name = unified.old_name
    projection = Projection(unified.sites, side)
    tree = projection.visit(tree)
    rename(tree, unified.names(side))
    function = kind(**{name: getattr(tree, name) for name in tree._fields if hasattr(tree, name)})
    return normalised(ast.copy_location(function, tree))


class Projection(ast.NodeTransformer):
    """Takes one side of every change; changes the tree in place."""

    def __init__(self, sites: tuple[Site, ...], side: Side) -> None:
        self._sites = sites
        self._side = side

    def _site(self, node: ast.AST | None) -> Site | None:
        number = None if node is None else site_number(node)
        return None if number is None else self._sites[number]

    def _is_absent(self, node: ast.AST | None) -> bool:
        """The node is a change, and stands for nothing on this side."""
        site = self._site(node)
        return site is not None and site.absent is self._side

    def _parts(self, node: ast.AST) -> ast.expr | None:
        """What a change that is spliced in holds on this side."""
        site = self._site(node)
        if site is None or not site.is_spliced or not isinstance(node, ast.Call):
            return None
        return argument_of(node, self._side)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if getattr(node, "body", None) == []:
            node.body = [ast.Pass()]  # type: ignore[attr-defined] # a block
        return node

    # --- expressions ---

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if self._site(node) is not None:
            taken: ast.AST = self.visit(argument_of(node, self._side))
            return taken
        keywords: list[ast.keyword] = []
        for keyword in node.keywords:
            parts = self._parts(keyword.value) if keyword.arg is None else None
            if isinstance(parts, ast.Dict):
                keywords.extend(map(_keyword, parts.keys, parts.values))
            else:
                keywords.append(keyword)
        node.keywords = keywords
        node.args = self._spliced(node.args)
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        call = ast.Call(ast.Name("bases", ast.Load()), node.bases, node.keywords)
        self.visit_Call(call)
        node.bases, node.keywords = call.args, call.keywords
        return self._definition(node)

    def _elements(self, node: Any) -> ast.AST:
        node.elts = self._spliced(node.elts)
        return self.generic_visit(node)

    visit_List = visit_Tuple = visit_Set = _elements  # noqa: N815

    def _spliced(self, elements: list[ast.expr]) -> list[ast.expr]:
        found: list[ast.expr] = []
        for element in elements:
            parts = self._parts(element.value) if isinstance(element, ast.Starred) else None
            found.extend(parts.elts if isinstance(parts, ast.Tuple) else [element])
        return found

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        entries: list[tuple[ast.expr | None, ast.expr]] = []
        for key, value in zip(node.keys, node.values, strict=True):
            parts = self._parts(value) if key is None else None
            if isinstance(parts, ast.Dict):
                entries.extend(zip(parts.keys, parts.values, strict=True))
            else:
                entries.append((key, value))
        node.keys, node.values = [key for key, _ in entries], [value for _, value in entries]
        return self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        pieces: list[ast.expr] = []
        for piece in node.values:
            parts = self._parts(piece.value) if isinstance(piece, ast.FormattedValue) else None
            if parts is None:
                pieces.append(piece)
            else:
                pieces.extend(parts.values if isinstance(parts, ast.JoinedStr) else [parts])
        node.values = joined(pieces)
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        values: list[ast.expr] = []
        for value in node.values:
            parts = self._parts(value)
            if parts is None:
                values.append(value)
            elif isinstance(parts, ast.BoolOp) and type(parts.op) is type(node.op):
                values.extend(parts.values)
            elif not self._is_absent(value):
                values.append(parts)
        if len(values) == 1:
            only: ast.AST = self.visit(values[0])
            return only
        node.values = values
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        if self._is_absent(node.test):
            taken: ast.AST = self.visit(node.body if self._holds(node.test) else node.orelse)
            return taken
        return self.generic_visit(node)

    def _holds(self, test: ast.expr) -> bool:
        constant = argument_of(test, self._side) if isinstance(test, ast.Call) else test
        return isinstance(constant, ast.Constant) and bool(constant.value)

    def visit_Slice(self, node: ast.Slice) -> ast.AST:
        return self._without_absent(node, "lower", "upper", "step")

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return self._without_absent(node, "annotation")

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.ifs = [each for each in node.ifs if not self._is_absent(each)]
        return self.generic_visit(node)

    def _without_absent(self, node: ast.AST, *names: str) -> ast.AST:
        for name in names:
            if self._is_absent(getattr(node, name)):
                setattr(node, name, None)
        return self.generic_visit(node)

    # --- statements ---

    def _definition(self, node: Any) -> ast.AST:
        node.decorator_list = [each for each in node.decorator_list if not self._is_absent(each)]
        return self.generic_visit(node)

    def _function(self, node: Any) -> ast.AST:
        self._without_absent(node, "returns") if self._is_absent(node.returns) else None
        return self._definition(node)

    visit_FunctionDef = visit_AsyncFunctionDef = _function  # noqa: N815

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        site = self._site(node.test)
        if site is not None and (site.absent is self._side or not site.is_below_statement):
            block = node.body if self._holds(node.test) else node.orelse
            return self._block(block)
        return self.generic_visit(node)

    def _block(self, block: list[ast.stmt]) -> list[ast.stmt]:
        around = ast.Module(block, [])
        super().generic_visit(around)
        return around.body

    def visit_While(self, node: ast.While) -> ast.AST | None:
        return None if self._is_absent(node.test) else self.generic_visit(node)

    def visit_For(self, node: ast.For) -> ast.AST | None:
        return None if self._is_absent(node.iter) else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        return None if self._is_absent(node.value) else self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> ast.AST | list[ast.stmt]:
        node.handlers = [each for each in node.handlers if not self._is_absent(each.type)]
        self.generic_visit(node)
        return node if node.handlers or node.finalbody else node.body

    def _with(self, node: Any) -> ast.AST | list[ast.stmt]:
        node.items = [each for each in node.items if not self._is_absent(each.context_expr)]
        self.generic_visit(node)
        return node if node.items else list(node.body)

    visit_With = visit_AsyncWith = _with  # noqa: N815

    def visit_Match(self, node: ast.Match) -> ast.AST:
        node.cases = [each for each in map(self._case, node.cases) if each is not None]
        return self.generic_visit(node)

    def _case(self, case: ast.match_case) -> ast.match_case | None:
        site = self._site(case.guard)
        if site is None or case.guard is None:
            return case
        if site.absent is self._side and not self._holds(case.guard):
            return None
        if site.absent is self._side or not site.is_below_statement:
            case.guard = None
        return case


def _keyword(key: ast.expr | None, value: ast.expr) -> ast.keyword:
    name = key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None
    return ast.keyword(name, value)


# --- wholes ---------------------------------------------------------------------------------------

# How do calls and displays look with nothing spliced into them?


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
