"""Which parts of expressions run only sometimes, on a line that runs anyway?

`b` and `c` in `b if a else c` do, what stands behind `and` and `or`, what a comprehension computes.
A part has a number, by which it goes among the lines that ran: its line, and which part of the line
it is. Whoever parses the same text gives it the same number.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

#: Beyond the lines of any file.
_STEP = 1 << 24


#: Numbers of parts beyond this are those of outcomes.
_OUTCOMES = 1 << 12


class Part(NamedTuple):
    """A part of an expression: `holder.field[at]`, or `holder.field` where `at` is -1."""

    number: int
    holder: Any
    field: str
    at: int

    @property
    def node(self) -> Any:
        """What is there."""
        found = getattr(self.holder, self.field)
        return found if self.at < 0 else found[self.at]


def is_part(number: int) -> bool:
    """Whether a number is that of a part, and not of a line."""
    return number >= _STEP


def line_of(number: int) -> int:
    """The line that a part begins on."""
    return number % _STEP


def parts_in(tree: ast.AST) -> list[Part]:
    """All parts in a file, but for those inside f-strings: where these are is not told by all."""
    found = []
    counts: dict[int, int] = {}
    for holder, field, at in lazy_in(tree):
        node = getattr(holder, field) if at < 0 else getattr(holder, field)[at]
        counts[node.lineno] = counts.get(node.lineno, 0) + 1
        found.append(Part(node.lineno + _STEP * counts[node.lineno], holder, field, at))
    return found


def is_outcome(number: int) -> bool:
    """Whether a number is that of a condition that was false, or true."""
    return number // _STEP >= _OUTCOMES


def truth_of(number: int) -> bool:
    """Which of them."""
    return bool(number // _STEP % 2)


def leaves_in(tree: ast.AST) -> list[Part]:
    """The conditions that tests are made of, each by the number for its being false.

    The next step up, `_STEP`, is the number for its being true.
    """
    found = []
    counts: dict[int, int] = {}
    for node in _outside_texts(tree):
        if isinstance(node, ast.comprehension):
            places = [(node, "ifs", at) for at in range(len(node.ifs))]
        elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
            places = [(node, "test", -1)]  # type: ignore[list-item]
        else:
            continue
        for holder, field, at in places:
            for leaf in _leaves(Part(0, holder, field, at)):
                if not isinstance(leaf.node, ast.Constant):
                    line = leaf.node.lineno
                    count = counts[line] = counts.get(line, -1) + 1
                    found.append(leaf._replace(number=line + _STEP * (_OUTCOMES + 2 * count)))
    return found


def _outside_texts(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree, but for those inside f-strings, as in `parts_in`."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.JoinedStr):
            yield node
            waiting += reversed(list(ast.iter_child_nodes(node)))


def _leaves(part: Part) -> Iterator[Part]:
    node = part.node
    if isinstance(node, ast.BoolOp):
        for at in range(len(node.values)):
            yield from _leaves(Part(0, node, "values", at))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from _leaves(Part(0, node, "operand", -1))
    else:
        yield part


def with_truth(number: int, truth: bool) -> int:
    """The number of a condition's being true or false, from that of its being false."""
    return number + _STEP * truth


def put_in(part: Part, node: Any) -> None:
    """Put something else in the place of a part."""
    if part.at < 0:
        setattr(part.holder, part.field, node)
    else:
        getattr(part.holder, part.field)[part.at] = node


def wrap_parts(
    tree: ast.AST, wanted: Callable[[int], bool], wrapped: Callable[[int, Any], Any]
) -> bool:
    """Put something else in the place of parts of a tree; whether there were any that are wanted.

    `wrapped` makes it of the number and the part.
    """
    is_any = False
    # From the back, so that an inner one is in its place still when its turn comes.
    for part in reversed(parts_in(tree)):
        if wanted(part.number):
            is_any = True
            put_in(part, ast.copy_location(wrapped(part.number, part.node), part.node))
    return is_any


def note_conditions(
    tree: ast.AST, wanted: Callable[[int], bool], noting: Callable[[int], ast.expr]
) -> bool:
    """Have a tree note which parts of it run, and what its conditions come to.

    `noting` makes an expression that notes a number. Says whether any number is wanted.
    """
    leaves = leaves_in(tree)  # before there are others
    is_any = wrap_parts(tree, wanted, lambda number, node: behind(noting(number), node))
    for leaf in reversed(leaves):
        if wanted(leaf.number):
            is_any = True
            answers = [
                behind(
                    noting(with_truth(leaf.number, truth)),
                    ast.copy_location(ast.Constant(truth), leaf.node),
                )
                for truth in (True, False)
            ]
            put_in(leaf, ast.copy_location(ast.IfExp(leaf.node, *answers), leaf.node))
    return is_any


def behind(noting: ast.expr, node: ast.expr) -> ast.expr:
    """An expression that runs another one first, which may give anything."""
    pair = ast.Tuple([noting, node], ast.Load())
    found = ast.Subscript(pair, ast.Constant(1), ast.Load())
    for each in (found, pair, found.slice, *ast.walk(noting)):
        ast.copy_location(each, node)
    return found


def lazy_in(tree: ast.AST, *, loops: bool = False) -> Iterator[tuple[Any, str, int]]:
    """Where the parts are, outer ones first; with `loops` also what comprehensions go through."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.JoinedStr):
            continue
        if isinstance(node, (ast.IfExp, ast.Lambda)):
            yield node, "body", -1
            if isinstance(node, ast.IfExp):
                yield node, "orelse", -1
        elif isinstance(node, ast.BoolOp):
            yield from ((node, "values", at) for at in range(1, len(node.values)))
        elif isinstance(node, ast.Compare):
            yield from ((node, "comparators", at) for at in range(1, len(node.comparators)))
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            yield node, "elt", -1
        elif isinstance(node, ast.DictComp):
            yield from ((node, "key", -1), (node, "value", -1)) if loops else [(node, "value", -1)]
        for position, loop in enumerate(getattr(node, "generators", ()) if loops else ()):
            if position:
                yield loop, "iter", -1
            yield from ((loop, "ifs", at) for at in range(len(loop.ifs)))
        waiting += reversed(list(ast.iter_child_nodes(node)))
