"""How do two blocks of statements become one?

Statements are matched in order, so that as much code as possible is shared. Code that moved was
removed and added. A block that got a guard (`if`, `with`, `try`) around it, or lost one, is shared.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from swerve.model import Side
from swerve.source.syntax import FUNCTIONS, FunctionNode
from swerve.source.syntax.scopes import is_generator

from ._additions import one_sided_statements
from ._elements import merged_elements, merged_keywords
from ._expressions import Expressions
from ._merging import SITE_COST, STATEMENT_COST, Forms, Kind, Merged, Move, cheapest, merged_list
from ._model import change_of, lines_of, one_sided, rebuilt, tied
from ._names import Frame, Span, mentioned, own_names, span_of

#: Blocks with more pairs than that are not aligned, but for their equal ends.
_MOST_PAIRS = 20_000

_Step = Move[Merged[list[ast.stmt]] | None]


class Blocks:
    """Merges blocks; remembers what it merged."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self._statements: dict[tuple[int, int], Merged[ast.stmt] | None] = {}
        self._spans: dict[tuple[object, ...], Merged[list[ast.stmt]]] = {}

    def merge(self, old: Span, new: Span, frame: Frame | None) -> Merged[list[ast.stmt]]:
        """The two in one."""
        key = (id(old.block), old.start, old.stop, id(new.block), new.start, new.stop)
        if key not in self._spans:
            self._spans[key] = self._merge(old, new, frame)
        return self._spans[key]

    def alone(self, side: Side, block: list[ast.stmt]) -> list[ast.stmt]:
        """A block that only one side has."""
        empty: list[ast.stmt] = []
        sides = (block, empty) if side is Side.OLD else (empty, block)
        old, new = (span_of(each) for each in sides)
        return one_sided_statements(self.expressions.forms, old, new, None).node if block else []

    def _merge(self, old: Span, new: Span, frame: Frame | None) -> Merged[list[ast.stmt]]:
        """Declarations come first: a name must not be used before it is declared."""
        old_at, new_at = _declarations(old), _declarations(new)
        head = self._with_equal_ends(old.part(0, old_at), new.part(0, new_at), frame)
        old_rest = old.part(old_at, old.stop - old.start)
        new_rest = new.part(new_at, new.stop - new.start)
        rest = self._with_equal_ends(old_rest, new_rest, frame)
        return Merged([*head.node, *rest.node], head.cost + rest.cost)

    def _with_equal_ends(self, old: Span, new: Span, frame: Frame | None) -> Merged[list[ast.stmt]]:
        start, end = self.expressions.forms.equal_ends(old.statements, new.statements)
        olds, news = len(old.statements) - end, len(new.statements) - end
        found: list[ast.stmt] = []
        for before, after in zip(old.statements[:start], new.statements[:start], strict=True):
            found.append(tied(after, before))
        middle = self._aligned(old.part(start, olds), new.part(start, news), frame)
        found.extend(middle.node)
        for before, after in zip(old.statements[olds:], new.statements[news:], strict=True):
            found.append(tied(after, before))
        return Merged(found, middle.cost)

    def _aligned(self, old: Span, new: Span, frame: Frame | None) -> Merged[list[ast.stmt]]:
        olds, news = len(old.statements), len(new.statements)
        if olds * news > _MOST_PAIRS:
            return one_sided_statements(self.expressions.forms, old, new, frame)
        found: list[ast.stmt] = []
        cost = old_at = new_at = old_from = new_from = 0

        def parted() -> None:
            nonlocal cost
            gap_old, gap_new = old.part(old_from, old_at), new.part(new_from, new_at)
            if old_from < old_at or new_from < new_at:
                rest = one_sided_statements(self.expressions.forms, gap_old, gap_new, frame)
                found.extend(rest.node)
                cost += rest.cost

        for move in cheapest(olds, news, lambda i, j: self._moves(old, new, i, j, frame)):
            if move.what is not None:
                parted()
                found.extend(move.what.node)
                cost += move.what.cost
                old_from, new_from = old_at + move.old_steps, new_at + move.new_steps
            old_at += move.old_steps
            new_at += move.new_steps
        parted()
        return Merged(found, cost)

    def _moves(
        self, old: Span, new: Span, old_at: int, new_at: int, frame: Frame | None
    ) -> Iterator[_Step]:
        olds, news = old.statements[old_at:], new.statements[new_at:]
        if olds and news:
            merged = self._statement(olds[0], news[0], frame)
            if merged is not None:
                node = tied(merged.node, olds[0])
                yield Move(1, 1, merged.cost, Merged([node], merged.cost))
            yield from self._guards(
                old.part(old_at, old_at + len(olds)), new.part(new_at, new_at + len(news)), frame
            )
        forms = self.expressions.forms
        if olds:
            yield Move(1, 0, forms.size(olds[0]) + STATEMENT_COST, None)
        if news:
            yield Move(0, 1, forms.size(news[0]) + STATEMENT_COST, None)

    def _statement(
        self, old: ast.stmt, new: ast.stmt, frame: Frame | None
    ) -> Merged[ast.stmt] | None:
        key = (id(old), id(new))
        if key not in self._statements:
            self._statements[key] = merged_statement(self, old, new, frame)
        return self._statements[key]

    def _guards(self, old: Span, new: Span, frame: Frame | None) -> Iterator[_Step]:
        """The first statement of one side stands around the first statements of the other."""
        for steps, merged in guarded(self, Side.NEW, new.statements[0], old, frame):
            yield Move(steps, 1, merged.cost, Merged([merged.node], merged.cost))
        for steps, merged in guarded(self, Side.OLD, old.statements[0], new, frame):
            yield Move(1, steps, merged.cost, Merged([merged.node], merged.cost))


def _declarations(span: Span) -> int:
    """How many of the first statements are `global` and `nonlocal`."""
    count = 0
    for node in span.statements:
        if not isinstance(node, (ast.Global, ast.Nonlocal)):
            break
        count += 1
    return count


# --- statements -----------------------------------------------------------------------------------

# How do two statements of one kind become one?


#: A compound statement became another one when so much of both is not shared at most, and a
#: little more where there is little code.
_SHARE_APART = 0.7
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_Definition = FunctionNode | ast.ClassDef


def merged_statement(
    blocks: Blocks, old: ast.stmt, new: ast.stmt, frame: Frame | None
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


def _returned(blocks: Blocks, old: ast.Return, new: ast.Return) -> Merged[ast.stmt] | None:
    if old.value is not None and new.value is not None:
        return blocks.expressions.fields(old, new)
    before, after = old.value or ast.Constant(None), new.value or ast.Constant(None)
    cost = blocks.expressions.forms.size(old, new)
    change = change_of(before, after, lines=(lines_of([old]), lines_of([new])))
    return Merged(rebuilt(new, value=change), cost)


def _compound(
    blocks: Blocks, old: ast.stmt, new: ast.stmt, frame: Frame | None
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


def _handlers(blocks: Blocks, frame: Frame | None) -> Kind[ast.ExceptHandler]:
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


def _cases(blocks: Blocks, frame: Frame | None) -> Kind[ast.match_case]:
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


# --- guards ---------------------------------------------------------------------------------------

# How is code shared that stands behind a guard in one version only?
#
# `if change(True, C)`, `except change((), E)` and `with change(nullcontext(), W)` guard nothing in
# the other version.


#: Guarded code is shared when so much of it is not at most.
_SHARE_UNGUARDED = 0.5


def guarded(
    blocks: Blocks, side: Side, guard: ast.stmt, rest: Span, frame: Frame | None
) -> Iterator[tuple[int, Merged[ast.stmt]]]:
    """Ways to have some of the first statements of `rest`, of the other side, behind the guard:
    how many, and the merged statement."""
    for name in _guarded_blocks(guard, side, frame):
        block: list[ast.stmt] = getattr(guard, name)
        length = min(len(block), len(rest.statements))
        inside, first = span_of(block), rest.part(0, length)
        sides = (first, inside) if side is Side.NEW else (inside, first)
        body = blocks.merge(*sides, frame)
        forms = blocks.expressions.forms
        if body.cost > _SHARE_UNGUARDED * forms.size(*block, *first.statements):
            continue
        head = forms.size(guard) - forms.size(*block)
        node = _around(blocks, side, guard, name, body.node or [ast.Pass()], frame)
        if node is not None:
            yield length, Merged(node, body.cost + head + SITE_COST + STATEMENT_COST)


def _guarded_blocks(guard: ast.stmt, side: Side, frame: Frame | None) -> tuple[str, ...]:
    if isinstance(guard, ast.If):
        return ("body", "orelse") if guard.orelse else ("body",)
    if isinstance(guard, ast.Try):
        return ("body",)
    if isinstance(guard, (ast.With, ast.AsyncWith)) and frame is not None:
        other = Side.OLD if side is Side.NEW else Side.NEW
        bound = [
            name
            for item in guard.items
            if item.optional_vars
            for name in mentioned(item.optional_vars)
        ]
        plain = all(isinstance(item.optional_vars, ast.Name | None) for item in guard.items)
        return ("body",) if plain and not any(frame.knows(other, n) for n in bound) else ()
    return ()


def _around(
    blocks: Blocks,
    side: Side,
    guard: ast.stmt,
    name: str,
    body: list[ast.stmt],
    frame: Frame | None,
) -> ast.stmt | None:
    if isinstance(guard, ast.If):
        pattern = "2f" if side is Side.NEW else "2e"
        test = one_sided(side, guard.test, ast.Constant(name == "body"), pattern)
        return rebuilt(guard, **{"test": test, name: body})
    if isinstance(guard, ast.Try):
        found = [handler_alone(side, each) for each in guard.handlers]
        handlers = [each for each in found if each is not None]
        if len(handlers) < len(found):
            return None
        orelse = blocks.alone(side, guard.orelse)
        finalbody = blocks.alone(side, guard.finalbody)
        return rebuilt(guard, body=body, handlers=handlers, orelse=orelse, finalbody=finalbody)
    if isinstance(guard, (ast.With, ast.AsyncWith)):
        items = [_item(side, item) for item in guard.items]
        return rebuilt(guard, items=items, body=body)
    return None


def _item(side: Side, item: ast.withitem) -> ast.withitem:
    lines = lines_of([item.context_expr])
    manager = one_sided(side, item.context_expr, null_context(), "python", lines=lines)
    return ast.withitem(manager, item.optional_vars)


def null_context() -> ast.expr:
    """A context manager that does nothing, whatever the module imports."""
    module = ast.Call(ast.Name("__import__", ast.Load()), [ast.Constant("contextlib")], [])
    return ast.Call(ast.Attribute(module, "nullcontext", ast.Load()), [], [])
