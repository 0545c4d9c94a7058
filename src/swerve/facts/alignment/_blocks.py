"""How do two blocks of statements become one?

Statements are matched in order, so that as much code as possible is shared. Code that moved was
removed and added. A block that got a guard (`if`, `with`, `try`) around it, or lost one, is shared.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from swerve.facts.alignment._additions import one_sided_statements
from swerve.facts.alignment._expressions import Expressions
from swerve.facts.alignment._frames import Frame, Span, span_of
from swerve.facts.alignment._guards import guarded
from swerve.facts.alignment._merging import STATEMENT_COST, Merged
from swerve.facts.alignment._moves import Move, cheapest
from swerve.facts.alignment._nodes import tied
from swerve.facts.alignment._statements import merged_statement
from swerve.model import Side

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
        start, end = self._equal_ends(old, new)
        olds, news = len(old.statements) - end, len(new.statements) - end
        found: list[ast.stmt] = []
        for before, after in zip(old.statements[:start], new.statements[:start], strict=True):
            found.append(tied(after, before))
        middle = self._aligned(old.part(start, olds), new.part(start, news), frame)
        found.extend(middle.node)
        for before, after in zip(old.statements[olds:], new.statements[news:], strict=True):
            found.append(tied(after, before))
        return Merged(found, middle.cost)

    def _equal_ends(self, old: Span, new: Span) -> tuple[int, int]:
        forms = self.expressions.forms
        olds, news = old.statements, new.statements
        shorter = min(len(olds), len(news))
        start = end = 0
        while start < shorter and forms.are_equal(olds[start], news[start]):
            start += 1
        while end < shorter - start and forms.are_equal(olds[-1 - end], news[-1 - end]):
            end += 1
        return start, end

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
