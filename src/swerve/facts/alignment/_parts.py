"""Which statements and conditions of two versions differ, and where do they stand?

What comes before such a part is the same text in both versions, and so is what comes after it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ._merging import Forms
from ._model import rebuilt


@dataclass(frozen=True, slots=True)
class Around:
    """What a part stands in, as far as its ways out depend on that."""

    is_in_loop: bool = False
    #: A `try` or a `with` is around, so that variables count when an exception leaves.
    is_guarded: bool = False
    #: An exception is being handled, which a bare `raise` raises.
    is_handling: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Statements that differ. A condition that differs is one of its own, `if` it holds."""

    old: tuple[ast.stmt, ...]
    new: tuple[ast.stmt, ...]
    around: Around


_LOOP, _GUARDED = {"is_in_loop": True}, {"is_guarded": True}
#: The blocks of a statement, and what more is around what stands in them.
_BLOCKS: dict[type[ast.stmt], tuple[tuple[str, dict[str, bool]], ...]] = {
    ast.If: (("body", {}), ("orelse", {})),
    **dict.fromkeys((ast.While, ast.For, ast.AsyncFor), (("body", _LOOP), ("orelse", {}))),
    **dict.fromkeys((ast.With, ast.AsyncWith), (("body", _GUARDED),)),
}
_Blocks = Iterator[tuple[list[ast.stmt], list[ast.stmt], Around]]


def differing_parts(old: list[ast.stmt], new: list[ast.stmt]) -> list[Part]:
    """The parts of two bodies that differ, each as small as it gets."""
    return list(_between(Forms(), old, new, Around()))


def _between(
    forms: Forms, old: list[ast.stmt], new: list[ast.stmt], around: Around
) -> Iterator[Part]:
    start, end = forms.equal_ends(old, new)
    ours, theirs = old[start : len(old) - end], new[start : len(new) - end]
    if not ours and not theirs:
        return
    if len(ours) == len(theirs) == 1:
        if _have_one_head(forms, ours[0], theirs[0]):
            for one, other, inside in _blocks(ours[0], theirs[0], around):
                yield from _between(forms, one, other, inside)
            return
        tests = _tests(forms, ours[0], theirs[0], around)
        if tests is not None:
            yield tests
            return
    yield Part(tuple(ours), tuple(theirs), around)


def _have_one_head(forms: Forms, old: ast.stmt, new: ast.stmt) -> bool:
    """Two statements only differ in blocks of theirs."""
    if isinstance(old, ast.Try) and isinstance(new, ast.Try):
        heads = [[_without_blocks(one) for one in node.handlers] for node in (old, new)]
        is_like = bool(old.finalbody) == bool(new.finalbody) and len(heads[0]) == len(heads[1])
        return is_like and all(map(forms.are_equal, *heads))
    is_known = type(old) is type(new) and type(old) in _BLOCKS
    return is_known and forms.are_equal(_without_blocks(old), _without_blocks(new))


def _without_blocks(node: ast.AST) -> ast.AST:
    return rebuilt(node, **{name: [] for name in ("body", "orelse") if hasattr(node, name)})


def _blocks(old: ast.stmt, new: ast.stmt, around: Around) -> _Blocks:
    if not isinstance(old, ast.Try) or not isinstance(new, ast.Try):
        for name, more in _BLOCKS[type(old)]:
            yield getattr(old, name), getattr(new, name), replace(around, **more)
        return
    guarded = replace(around, is_guarded=True)
    yield old.body, new.body, guarded
    for mine, theirs in zip(old.handlers, new.handlers, strict=True):
        yield mine.body, theirs.body, replace(guarded, is_handling=True)
    yield old.orelse, new.orelse, guarded if old.finalbody else around
    yield old.finalbody, new.finalbody, guarded


def _tests(forms: Forms, old: ast.stmt, new: ast.stmt, around: Around) -> Part | None:
    """The conditions of two statements that differ in nothing else, as parts of their own."""
    if not isinstance(old, ast.If | ast.While) or not isinstance(new, ast.If | ast.While):
        return None
    if type(old) is not type(new) or not forms.are_equal(rebuilt(old, test=new.test), new):
        return None
    more = _LOOP if isinstance(old, ast.While) else {}
    return Part((_test(old),), (_test(new),), replace(around, **more))


def _test(statement: ast.If | ast.While) -> ast.stmt:
    true, false = (ast.Return(ast.Constant(value)) for value in (True, False))
    made = ast.copy_location(ast.If(statement.test, [true], [false]), statement)
    return ast.fix_missing_locations(made)
