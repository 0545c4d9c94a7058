"""How do two statements of one kind become one?"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Protocol

from swerve.facts.alignment._elements import merged_elements, merged_keywords
from swerve.facts.alignment._expressions import Expressions
from swerve.facts.alignment._forms import Forms
from swerve.facts.alignment._frames import Frame, Span, span_of
from swerve.facts.alignment._lists import Kind, merged_list
from swerve.facts.alignment._marks import change_of, one_sided
from swerve.facts.alignment._merging import SITE_COST, Merged
from swerve.facts.alignment._names import mentioned, own_names
from swerve.facts.alignment._nodes import lines_of, rebuilt
from swerve.model import Side
from swerve.source.syntax import FUNCTIONS, FunctionNode

#: A compound statement became another one when so much of both is not shared at most, and a
#: little more where there is little code.
_SHARE_APART = 0.7
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_Definition = FunctionNode | ast.ClassDef


class BlockMerging(Protocol):
    """Merges blocks of statements."""

    @property
    def expressions(self) -> Expressions:
        """What merges the expressions in them."""

    def merge(self, old: Span, new: Span, frame: Frame | None) -> Merged[list[ast.stmt]]:
        """The two in one."""

    def alone(self, side: Side, block: list[ast.stmt]) -> list[ast.stmt]:
        """A block that only one side has."""


def merged_statement(
    blocks: BlockMerging, old: ast.stmt, new: ast.stmt, frame: Frame | None
) -> Merged[ast.stmt] | None:
    """The two in one; `None` when they differ in what no change can stand for."""
    if type(old) is not type(new):
        return None
    forms = blocks.expressions.forms
    if forms.are_equal(old, new):
        return Merged(new, 0)
    if isinstance(old, ast.Return) and isinstance(new, ast.Return):
        return _returned(blocks, old, new)
    if not any(hasattr(new, name) for name in _BLOCKS):
        return blocks.expressions.fields(old, new)
    merged = _compound(blocks, old, new, frame)
    if merged is None:
        return None
    is_alike = merged.cost <= _SHARE_APART * forms.size(old, new) + 2 * SITE_COST
    return merged if is_alike or _have_one_block(forms, old, new) else None


def _have_one_block(forms: Forms, old: ast.stmt, new: ast.stmt) -> bool:
    """What is guarded is the same, whatever guards it."""
    bodies = getattr(old, "body", []), getattr(new, "body", [])
    return list(map(forms.of, bodies[0])) == list(map(forms.of, bodies[1]))


def _returned(blocks: BlockMerging, old: ast.Return, new: ast.Return) -> Merged[ast.stmt] | None:
    if old.value is not None and new.value is not None:
        return blocks.expressions.fields(old, new)
    before, after = old.value or ast.Constant(None), new.value or ast.Constant(None)
    cost = blocks.expressions.forms.size(old, new)
    change = change_of(before, after, lines=(lines_of([old]), lines_of([new])))
    return Merged(rebuilt(new, value=change), cost)


def _compound(
    blocks: BlockMerging, old: ast.stmt, new: ast.stmt, frame: Frame | None
) -> Merged[ast.stmt] | None:
    inner: Frame | None = frame
    head: Merged[ast.stmt] | None
    if isinstance(old, FUNCTIONS) and isinstance(new, FUNCTIONS):
        head = merged_head(blocks.expressions, old, new)
        inner = frame.inside(old, new) if frame is not None else None
    elif isinstance(old, ast.ClassDef) and isinstance(new, ast.ClassDef):
        head, inner = _merged_class(blocks.expressions, old, new), None
    else:
        head = blocks.expressions.fields(old, new, *_BLOCKS)
    if head is None:
        return None
    values: dict[str, object] = {}
    cost = head.cost
    for name in ("body", "orelse", "finalbody"):
        if hasattr(new, name):
            before, after = span_of(getattr(old, name)), span_of(getattr(new, name))
            block = blocks.merge(before, after, inner)
            values[name] = block.node or ([ast.Pass()] if name == "body" else [])
            cost += block.cost
    for name, kind in (("handlers", _handlers), ("cases", _cases)):
        if hasattr(new, name):
            parts = merged_list(kind(blocks, frame), getattr(old, name), getattr(new, name))
            if parts is None:
                return None
            values[name] = parts.node
            cost += parts.cost
    return Merged(rebuilt(head.node, **values), cost)


# --- definitions -------------------------------------------------------------------------------


def merged_head(
    expressions: Expressions, old: FunctionNode, new: FunctionNode
) -> Merged[ast.stmt] | None:
    """A function inside, apart from its body."""
    if is_generator(old) != is_generator(new) or not _scopes_agree(old, new):
        return None
    head = expressions.fields(old, new, "body", "decorator_list")
    decorators = merged_decorators(expressions, old.decorator_list, new.decorator_list)
    if head is None:
        return None
    node = rebuilt(head.node, decorator_list=decorators.node)
    return Merged(node, head.cost + decorators.cost)


def merged_decorators(
    expressions: Expressions, old: Sequence[ast.expr], new: Sequence[ast.expr]
) -> Merged[list[ast.expr]]:
    """Decorators; where one side has none, a function that gives back what it gets."""

    def splice(olds: Sequence[ast.expr], news: Sequence[ast.expr]) -> Merged[list[ast.expr]]:
        sides = [*((Side.OLD, each) for each in olds), *((Side.NEW, each) for each in news)]
        nodes: list[ast.expr] = [one_sided(s, each, _identity(), "python") for s, each in sides]
        return Merged(nodes, expressions.forms.size(*olds, *news))

    merged = merged_list(Kind(expressions.forms.size, expressions.merge, splice), old, new)
    return merged or splice(old, new)


def is_generator(function: ast.AST) -> bool:
    """The function itself yields."""
    todo = list(ast.iter_child_nodes(function))
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            todo.extend(ast.iter_child_nodes(node))
    return False


def _merged_class(
    expressions: Expressions, old: ast.ClassDef, new: ast.ClassDef
) -> Merged[ast.stmt] | None:
    if not _scopes_agree(old, new):
        return None
    head = expressions.fields(old, new, "body", "decorator_list", "bases", "keywords")
    decorators = merged_decorators(expressions, old.decorator_list, new.decorator_list)
    bases = merged_elements(expressions, old.bases, new.bases)
    keywords = merged_keywords(expressions, old.keywords, new.keywords)
    if head is None or bases is None or keywords is None:
        return None
    values = {"decorator_list": decorators.node, "bases": bases.node, "keywords": keywords.node}
    cost = head.cost + decorators.cost + bases.cost + keywords.cost
    return Merged(rebuilt(head.node, **values), cost)


def _scopes_agree(old: _Definition, new: _Definition) -> bool:
    """A name that only one of them owns means nothing to the other."""
    only_old, only_new = own_names(old) - own_names(new), own_names(new) - own_names(old)
    return only_old.isdisjoint(mentioned(new)) and only_new.isdisjoint(mentioned(old))


def _identity() -> ast.expr:
    one = ast.arguments([], [ast.arg("function")], None, [], [], None, [])
    return ast.Lambda(one, ast.Name("function", ast.Load()))


# --- parts of `try` and `match` ----------------------------------------------------------------


def _handlers(blocks: BlockMerging, frame: Frame | None) -> Kind[ast.ExceptHandler]:
    forms = blocks.expressions.forms

    def match(old: ast.ExceptHandler, new: ast.ExceptHandler) -> Merged[ast.ExceptHandler] | None:
        head = blocks.expressions.fields(old, new, "body")
        if head is None:
            return None
        body = blocks.merge(span_of(old.body), span_of(new.body), frame)
        cost = head.cost + body.cost
        if head.cost and cost > _SHARE_APART * forms.size(old, new):
            return None
        return Merged(rebuilt(head.node, body=body.node or [ast.Pass()]), cost)

    def splice(
        olds: Sequence[ast.ExceptHandler], news: Sequence[ast.ExceptHandler]
    ) -> Merged[list[ast.ExceptHandler]] | None:
        sides = [*((Side.OLD, each) for each in olds), *((Side.NEW, each) for each in news)]
        found = [handler_alone(side, each) for side, each in sides]
        kept = [each for each in found if each is not None]
        return Merged(kept, forms.size(*olds, *news)) if len(kept) == len(found) else None

    return Kind(forms.size, match, splice)


def handler_alone(side: Side, handler: ast.ExceptHandler) -> ast.ExceptHandler | None:
    """A handler that catches nothing on the other side: `except change((), E)`."""
    if handler.type is None:
        return None
    nothing = ast.Tuple([], ast.Load())
    caught = one_sided(side, handler.type, nothing, "python", lines=lines_of([handler]))
    return rebuilt(handler, type=caught)


def _cases(blocks: BlockMerging, frame: Frame | None) -> Kind[ast.match_case]:
    forms = blocks.expressions.forms

    def match(old: ast.match_case, new: ast.match_case) -> Merged[ast.match_case] | None:
        if not forms.are_equal(old.pattern, new.pattern):
            return None
        guard = _guard(blocks.expressions, old.guard, new.guard)
        if guard is None:
            return None
        body = blocks.merge(span_of(old.body), span_of(new.body), frame)
        node = rebuilt(new, guard=guard.node, body=body.node or [ast.Pass()])
        return Merged(node, guard.cost + body.cost)

    def splice(
        olds: Sequence[ast.match_case], news: Sequence[ast.match_case]
    ) -> Merged[list[ast.match_case]] | None:
        sides = [*((Side.OLD, each) for each in olds), *((Side.NEW, each) for each in news)]
        if frame is None or any(_is_noticed(side, each, frame) for side, each in sides):
            return None
        cases = [_case_alone(side, each) for side, each in sides]
        return Merged(cases, forms.size(*olds, *news))

    return Kind(forms.size, match, splice)


def _guard(
    expressions: Expressions, old: ast.expr | None, new: ast.expr | None
) -> Merged[ast.expr | None] | None:
    if (there := new or old) is None:
        return Merged(None, 0)
    if old is not None and new is not None:
        return expressions.merge(old, new, True)
    side, pattern = (Side.OLD, "1f") if old is not None else (Side.NEW, "1h")
    guard = one_sided(side, there, ast.Constant(True), pattern)
    return Merged(guard, expressions.forms.size(there) + SITE_COST)


def _is_noticed(side: Side, case: ast.match_case, frame: Frame) -> bool:
    """Trying the pattern binds names that the other side has, whatever its guard says."""
    other = Side.OLD if side is Side.NEW else Side.NEW
    return any(frame.knows(other, name) for name in _captured(case.pattern))


def _captured(pattern: ast.pattern) -> list[str]:
    found = [
        getattr(node, "name", None) or getattr(node, "rest", None) for node in ast.walk(pattern)
    ]
    return [name for name in found if isinstance(name, str)]


def _case_alone(side: Side, case: ast.match_case) -> ast.match_case:
    lines = lines_of([case.pattern, *case.body])
    if case.guard is not None:
        pattern = "2c" if side is Side.NEW else "2d"
        guard = one_sided(side, case.guard, ast.Constant(False), pattern, lines=lines)
    else:
        pattern = "3b" if side is Side.NEW else "3a"
        guard = one_sided(side, ast.Constant(True), ast.Constant(False), pattern, lines=lines)
    return rebuilt(case, guard=guard)
