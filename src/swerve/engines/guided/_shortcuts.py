"""Which worlds get to changed code although something that both versions share is in the way?

A test of values that are known already leads away from it, or a statement cannot deal with what is
made up. Where neither is part of the change, both versions can pass over it: the test is answered,
the statement left out. What is found so holds if somebody can come there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import NamedTuple

from swerve.model import LineNo, Pair
from swerve.run.host import Lane
from swerve.source.syntax import FUNCTIONS, FunctionNode, all_arguments, branches, node_of
from swerve.worker.core.conditions import line_of
from swerve.worker.core.jobs import FAIL, NO, PAST, YES

from ._limits import MOST_SHORTCUTS
from ._runs import Guidance, run_both
from ._scouting import worlds_to
from ._setting import Parameters
from ._worlds import Shortcut, WorldRecipe
from .words import names_in

_LEAVING = (ast.Return, ast.Raise)
_ENDING = (*_LEAVING, ast.Continue, ast.Break)
#: What can be left out: it does nothing but bind names, or is called for what it does.
_PASSED_OVER = (
    *(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Delete),
    *(ast.For, ast.AsyncFor, ast.With, ast.AsyncWith),
)
_TRIES = (ast.Try, *([ast.TryStar] if hasattr(ast, "TryStar") else []))
_BRANCHES = (ast.If, ast.While, ast.Assert)


class Shortcuts:
    """The ways through one pair."""

    def __init__(self, pair: Pair, lanes: Sequence[Lane], parameters: Sequence[Parameters]) -> None:
        self._nodes = node_of(pair.old), node_of(pair.new)
        self._changed = frozenset(pair.old.changed_lines), frozenset(pair.new.changed_lines)
        self._lanes = lanes
        self._parameters = parameters
        self._other = shared_lines(pair)

    def to(
        self, side: int, place: int, seed: int
    ) -> Iterator[tuple[WorldRecipe, Mapping[str, str]]]:
        """Worlds with shortcuts to a place of one side, and from there to an end of the function.

        With each go the values that others like it need to have.

        The place is a line, or what a condition comes to. One world begins with nothing, so that
        its shortcuts are enough; the other one with what a scout has found, and needs fewer.
        """
        node = self._nodes[side]
        if node is None:
            return
        turns = list(_way_to(node, line_of(place)))
        plain = WorldRecipe(seed, is_likely=True)
        aim = side, frozenset((place,))
        ((*_, scouted),) = worlds_to([aim], self._lanes, self._parameters, [seed])
        asked = {name for turn in turns for name in names_in(_test_of(turn.statement))}
        pins = {
            path: text for path, text in scouted.pins.items() if asked.issuperset(names_in(path))
        }
        for recipe, kept in ((plain, {}), (scouted, pins)):
            found = self._from(recipe, side, place, turns)
            if found is not None:
                yield found, kept

    def _from(
        self,
        recipe: WorldRecipe,
        side: int,
        place: int,
        turns: Sequence[_Turn],
    ) -> WorldRecipe | None:
        """A world with the shortcuts that lead from another one to a place and an end."""
        for _ in range(MOST_SHORTCUTS):
            ((_, runs),) = run_both(self._lanes, self._parameters, [recipe])
            found = self._next(recipe, side, place, turns, runs)
            if found is None:
                break
            recipe = replace(recipe, shortcuts=(*recipe.shortcuts, found))
        is_there = place in runs[side].began | runs[side].done
        return recipe if recipe.shortcuts and is_there else None

    def _next(
        self,
        recipe: WorldRecipe,
        side: int,
        place: int,
        turns: Sequence[_Turn],
        runs: Sequence[Guidance],
    ) -> Shortcut | None:
        """What else has to be passed over."""
        for at, run in enumerate(runs):
            node = self._nodes[at]
            if not run.stopped_at or node is None:
                continue
            statement = _statement_at(node, run.stopped_at)
            if statement is None:
                return None
            if isinstance(statement, _PASSED_OVER):
                return self._shortcut(recipe, PAST, at, statement.lineno)
            if isinstance(statement, _BRANCHES):
                wanted = [turn.answer for turn in turns if turn.statement is statement]
                return self._shortcut(recipe, wanted[0] if wanted else NO, at, statement.lineno)
            return None
        if place in runs[side].began | runs[side].done:
            return None
        began = runs[side].began
        for turn in turns:
            statement = turn.statement
            if isinstance(statement, _TRIES) and turn.answer.startswith(FAIL):
                line = _may_fail(statement.body)
                if line in began and turn.follows not in began:
                    return self._shortcut(recipe, turn.answer, side, line)
            elif isinstance(statement, _TRIES):
                body = (each for each in _statements(statement.body) if not _has_blocks(each))
                failed = [each.lineno for each in body if _failed(each.lineno, runs[side])]
                handled = any(each.body[0].lineno in began for each in statement.handlers)
                if handled and failed:
                    return self._shortcut(recipe, PAST, side, failed[-1])
            elif turn.is_wrong(began):
                return self._shortcut(recipe, turn.answer, side, statement.lineno)
        node = self._nodes[side]
        for each in () if node is None else _statements(node.body):
            if isinstance(each, _PASSED_OVER) and _failed(each.lineno, runs[side]):
                return self._shortcut(recipe, PAST, side, each.lineno)
        return None

    def _shortcut(self, recipe: WorldRecipe, kind: str, side: int, line: LineNo) -> Shortcut | None:
        """A shortcut that both sides can take; changed code has none."""
        other = self._other[side].get(line)
        if other is None or line in self._changed[side] or other in self._changed[1 - side]:
            return None
        node = self._nodes[side]
        if kind in (YES, NO) and node is not None and _asks_what_is_given(node, line):
            return None
        made = Shortcut(kind, (line, other) if side == 0 else (other, line))
        if kind.startswith(FAIL):
            number = int(kind.removeprefix(FAIL))
            sides = zip(self._nodes, made.lines, strict=True)
            here, there = (_expected_at(each, at, number) for each, at in sides)
            if not here or here != there:
                return None
        taken = {each.lines for each in recipe.shortcuts}
        return None if made.lines in taken else made


def shared_lines(pair: Pair) -> tuple[Mapping[LineNo, LineNo], Mapping[LineNo, LineNo]]:
    """By a line of each side, where a statement that both have begins on the other one."""
    old, new = node_of(pair.old), node_of(pair.new)
    shared = {} if old is None or new is None else _shared(old, new)
    return shared, {after: before for before, after in shared.items()}


def _shared(old: FunctionNode, new: FunctionNode) -> dict[LineNo, LineNo]:
    """Statements that both versions have, compared without what is inside of them."""
    befores, afters = list(_statements(old.body)), list(_statements(new.body))
    matcher = SequenceMatcher(
        None, [_head(each) for each in befores], [_head(each) for each in afters], autojunk=False
    )
    return {
        befores[block.a + at].lineno: afters[block.b + at].lineno
        for block in matcher.get_matching_blocks()
        for at in range(block.size)
    }


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements of a block, those inside of others behind them; functions inside run apart."""
    for node in body:
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            for _, inner in branches(node):
                yield from _statements(inner)


def _may_fail(body: Sequence[ast.stmt]) -> LineNo:
    """Where what is inside of `try` may fail: at the first call, which is asked for in vain."""
    calls = (each for each in body if any(isinstance(one, ast.Call) for one in ast.walk(each)))
    return next(calls, body[0]).lineno


def _expected_at(node: FunctionNode | None, line: LineNo, number: int) -> str:
    """What one of the handlers around a statement takes; empty where there is none."""
    for each in () if node is None else _statements(node.body):
        if isinstance(each, _TRIES) and any(inside.lineno == line for inside in each.body):
            for handler in each.handlers[number : number + 1]:
                return "Exception" if handler.type is None else ast.dump(handler.type)
    return ""


def _failed(line: LineNo, run: Guidance) -> bool:
    return line in run.began and line not in run.done


def _has_blocks(node: ast.AST) -> bool:
    return any(True for _ in branches(node))


def _head(node: ast.stmt) -> str:
    """A statement without what is inside of it."""
    if not _has_blocks(node):
        return ast.dump(node)
    parts = [
        ast.dump(child) for child in ast.iter_child_nodes(node) if not isinstance(child, _INNER)
    ]
    return " ".join((type(node).__name__, *parts))


_INNER = (ast.stmt, ast.ExceptHandler, *([ast.match_case] if hasattr(ast, "match_case") else []))


def _asks_what_is_given(node: FunctionNode, line: LineNo) -> bool:
    """Whether a test asks for nothing but what the function is given, which may be another value.

    A scout finds one that answers it; where there is none, nobody can come there.
    """
    statement = _statement_at(node, line)
    test = getattr(statement, "test", None)
    bound = {
        each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)
    }
    given = {each.arg for each in all_arguments(node.args)} - bound
    parts = [] if test is None else list(ast.walk(test))
    return all(
        each.id in given if isinstance(each, ast.Name) else not isinstance(each, ast.Call)
        for each in parts
        if isinstance(each, (ast.Name, ast.Call))
    )


class _Turn(NamedTuple):
    """A statement on the way to a line, and what it is to do there."""

    statement: ast.stmt
    #: The answer that leads there; or that what fails inside is to be left out, or is to fail.
    answer: str
    #: A line that runs if it does, and one that runs if it does not; 0 for none.
    follows: LineNo
    strays: LineNo = 0

    def is_wrong(self, began: frozenset[LineNo]) -> bool:
        """Whether a run took the other way."""
        if self.statement.lineno not in began:
            return False
        return self.strays in began or (self.follows > 0 and self.follows not in began)


def _way_to(node: FunctionNode, line: LineNo) -> Iterator[_Turn]:
    """The turns on the way to a line, in order."""
    body: Sequence[ast.stmt] = node.body
    while body:
        at = next((i for i, each in enumerate(body) if _holds(each, line)), len(body))
        for number, before in enumerate(body[:at]):
            follows = body[number + 1].lineno if number + 1 < len(body) else line
            yield from _turns_past(before, follows)
        if at == len(body):
            return
        found = body[at]
        body = next((each for _, each in branches(found) if _holds_any(each, line)), ())
        if body and isinstance(found, (ast.If, ast.While)):
            yield _Turn(found, YES if body is found.body else NO, body[0].lineno)
        elif body and isinstance(found, (ast.For, ast.AsyncFor)) and body is found.body:
            yield _Turn(found, PAST, body[0].lineno)
        elif isinstance(found, _TRIES) and body is found.body:
            yield _Turn(found, PAST, line)
        elif body and isinstance(found, _TRIES):
            for number, handler in enumerate(found.handlers):
                if body is handler.body:
                    yield _Turn(found, f"{FAIL}{number}", body[0].lineno)


def _turns_past(before: ast.stmt, follows: LineNo) -> Iterator[_Turn]:
    """The turns in a statement that lead to the one behind it."""
    if isinstance(before, ast.Assert):
        yield _Turn(before, YES, follows)
    elif isinstance(before, ast.If) and (turn := _turn_at(before, _ENDING)):
        yield turn
    elif isinstance(before, _TRIES) and any(_ends(each.body) for each in before.handlers):
        yield _Turn(before, PAST, follows)
    elif _has_blocks(before):
        for _, block in branches(before):
            for inner in _statements(block):
                if isinstance(inner, ast.If) and (turn := _turn_at(inner, _LEAVING)):
                    yield turn


def _turn_at(node: ast.If, ways_out: tuple[type, ...]) -> _Turn | None:
    """The answer that does not lead out, where the other one does."""
    yes, no = (_ends(body, ways_out) for body in (node.body, node.orelse))
    if yes is no:
        return None
    out = node.body if yes else node.orelse
    return _Turn(node, NO if yes else YES, 0, out[-1].lineno)


def _test_of(node: ast.stmt) -> str:
    test = getattr(node, "test", None)
    return "" if test is None else ast.unparse(test)


def _ends(body: Sequence[ast.stmt], ways_out: tuple[type, ...] = _ENDING) -> bool:
    return bool(body) and isinstance(body[-1], ways_out)


def _holds(node: ast.stmt, line: LineNo) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _holds_any(body: Sequence[ast.stmt], line: LineNo) -> bool:
    return any(_holds(each, line) for each in body)


def _statement_at(node: FunctionNode, line: LineNo) -> ast.stmt | None:
    """The innermost statement of a function that a line is in."""
    found = [each for each in _statements(node.body) if _holds(each, line)]
    return found[-1] if found else None
