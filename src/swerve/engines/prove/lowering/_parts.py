"""Which parts of two versions differ, so that the rest need not be looked at?

What comes before such a part is the same text, and leaves both versions in one state; what comes
after it is the same text again. So it is enough that the part, from any state, ends in the same
way and in the same state in both versions.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from swerve.engines.prove.lowering._surroundings import Surroundings, names_stored, words_of
from swerve.source.syntax import FUNCTIONS, FunctionNode, Scope

_CLOSURES = (*FUNCTIONS, ast.Lambda, ast.GeneratorExp, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class Place:
    """What a part stands in, as far as its ways out depend on that."""

    is_in_loop: bool = False
    #: A `try` or a `with` is around, so that variables count when an exception leaves.
    is_guarded: bool = False
    #: An exception is being handled, which a bare `raise` raises.
    is_handling: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Statements that differ."""

    old: tuple[ast.stmt, ...]
    new: tuple[ast.stmt, ...]
    place: Place
    #: Variables that the statements bind and that may be read later.
    live: tuple[str, ...] = ()


def parts_of(surroundings: Surroundings) -> list[Part] | None:
    """The parts that differ; `None` where only the whole functions can be compared."""
    old, new = surroundings.old.found.function, surroundings.new.found.function
    parts = list(_between(_body(old), _body(new), Place()))
    if len(parts) == 1 and list(parts[0].old) == _body(old):
        return None
    for function, side in ((old, "old"), (new, "new")):
        inside = [node for part in parts for node in getattr(part, side)]
        if not _is_outside_the_same(function, inside, surroundings):
            return None
    if not _same_scopes(surroundings, parts):
        return None
    found = [_with_live(part, old, new) for part in parts]
    return None if any(part is None for part in found) else [part for part in found if part]


def _body(function: FunctionNode) -> list[ast.stmt]:
    has_docstring = ast.get_docstring(function, clean=False) is not None
    return function.body[1:] if has_docstring else function.body


def _between(old: list[ast.stmt], new: list[ast.stmt], place: Place) -> Iterator[Part]:
    ours, theirs = [_text(one) for one in old], [_text(one) for one in new]
    start = 0
    while start < min(len(old), len(new)) and ours[start] == theirs[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and ours[-1 - end] == theirs[-1 - end]:
        end += 1
    middle = old[start : len(old) - end], new[start : len(new) - end]
    if not middle[0] and not middle[1]:
        return
    if len(middle[0]) == len(middle[1]) == 1:
        inner = _blocks(middle[0][0], middle[1][0], place)
        if inner is not None:
            for one, other, inside in inner:
                yield from _between(one, other, inside)
            return
        tests = _tests(middle[0][0], middle[1][0], place)
        if tests is not None:
            yield tests
            return
    yield Part(tuple(middle[0]), tuple(middle[1]), place)


def _text(node: ast.AST) -> str:
    return ast.dump(node)


def _tests(old: ast.stmt, new: ast.stmt, place: Place) -> Part | None:
    """The conditions of two statements that differ in nothing else, as parts of their own."""
    if not isinstance(old, ast.If | ast.While) or type(old) is not type(new):
        return None
    assert isinstance(new, ast.If | ast.While)  # noqa: S101 (for mypy: the types are one)
    blocks = [_texts([*one.body, ast.Pass(), *one.orelse]) for one in (old, new)]
    if blocks[0] != blocks[1]:
        return None
    inside = replace(place, is_in_loop=place.is_in_loop or isinstance(old, ast.While))
    return Part((_test(old),), (_test(new),), inside)


def _test(statement: ast.If | ast.While) -> ast.stmt:
    true, false = (ast.Return(ast.Constant(value)) for value in (True, False))
    made = ast.copy_location(ast.If(statement.test, [true], [false]), statement)
    return ast.fix_missing_locations(made)


def _texts(nodes: Sequence[ast.AST]) -> list[str]:
    return [_text(node) for node in nodes]


def _of_for(
    old: ast.For | ast.AsyncFor, new: ast.For | ast.AsyncFor, place: Place
) -> list[tuple[list[ast.stmt], list[ast.stmt], Place]] | None:
    if _texts([old.target, old.iter]) != _texts([new.target, new.iter]):
        return None
    loop = replace(place, is_in_loop=True)
    return [(old.body, new.body, loop), (old.orelse, new.orelse, place)]


def _blocks(
    old: ast.stmt, new: ast.stmt, place: Place
) -> list[tuple[list[ast.stmt], list[ast.stmt], Place]] | None:
    """The blocks of two statements whose heads are the same."""
    loop = replace(place, is_in_loop=True)
    guarded = replace(place, is_guarded=True)
    match old, new:
        case ast.If(), ast.If() if _text(old.test) == _text(new.test):
            return [(old.body, new.body, place), (old.orelse, new.orelse, place)]
        case ast.While(), ast.While() if _text(old.test) == _text(new.test):
            return [(old.body, new.body, loop), (old.orelse, new.orelse, place)]
        case ast.For(), ast.For():
            return _of_for(old, new, place)
        case ast.AsyncFor(), ast.AsyncFor():
            return _of_for(old, new, place)
        case ast.With(), ast.With() if _texts(old.items) == _texts(new.items):
            return [(old.body, new.body, guarded)]
        case ast.AsyncWith(), ast.AsyncWith() if _texts(old.items) == _texts(new.items):
            return [(old.body, new.body, guarded)]
        case ast.Try(), ast.Try():
            heads = [
                [(_text(one.type) if one.type else "", one.name) for one in node.handlers]
                for node in (old, new)
            ]
            if heads[0] != heads[1] or bool(old.finalbody) != bool(new.finalbody):
                return None
            rest = guarded if old.finalbody else place
            handling = replace(guarded, is_handling=True)
            return [
                (old.body, new.body, guarded),
                *(
                    (mine.body, theirs.body, handling)
                    for mine, theirs in zip(old.handlers, new.handlers, strict=True)
                ),
                (old.orelse, new.orelse, rest),
                (old.finalbody, new.finalbody, replace(place, is_guarded=True)),
            ]
        case _:
            pass
    return None


def _tested(statement: ast.stmt) -> ast.expr | None:
    """The condition of an `if`, which may stand in for a statement that has others."""
    return statement.test if isinstance(statement, ast.If) else None


def _outside(node: ast.AST, inside: list[ast.stmt]) -> Iterator[ast.AST]:
    """All nodes but those of some statements."""
    for child in ast.iter_child_nodes(node):
        if all(child is not one and child is not _tested(one) for one in inside):
            yield child
            yield from _outside(child, inside)


def _is_outside_the_same(
    function: FunctionNode, inside: list[ast.stmt], surroundings: Surroundings
) -> bool:
    """Say whether the text that both have also means the same in both."""
    if surroundings.is_all_different:
        return False
    words: set[str] = set()
    for node in _outside(function, inside):
        if isinstance(node, ast.Name | ast.Attribute | ast.Constant):
            words |= words_of(node) if isinstance(node, ast.Constant) else _word(node)
    return not words & surroundings.differing


def _word(node: ast.Name | ast.Attribute) -> set[str]:
    return {node.id if isinstance(node, ast.Name) else node.attr}


def _same_scopes(surroundings: Surroundings, parts: list[Part]) -> bool:
    """Say whether names outside of the parts belong to the same scopes in both versions."""
    scopes = []
    names: set[str] = set()
    for module, side in ((surroundings.old, "old"), (surroundings.new, "new")):
        function = module.found.function
        scopes.append(Scope(function, None))
        inside = [node for part in parts for node in getattr(part, side)]
        names |= {one.id for one in _outside(function, inside) if isinstance(one, ast.Name)}
    old, new = scopes
    return (
        names & old.bound == names & new.bound
        and old.global_names == new.global_names
        and not old.nonlocal_names
        and not new.nonlocal_names
    )


def _with_live(part: Part, old: FunctionNode, new: FunctionNode) -> Part | None:
    """Find the variables that count after a part; `None` where a closure may see them within."""
    bound = {name for node in (*part.old, *part.new) for name in names_stored(node)}
    read: set[str] = set()
    for function, nodes in ((old, part.old), (new, part.new)):
        for node in _outside(function, list(nodes)):
            if isinstance(node, _CLOSURES) and bound & words_of(node):
                return None
            if isinstance(node, ast.Name):
                read.add(node.id)
        if part.place.is_in_loop:
            read |= {name for node in nodes for name in words_of(node)}
    return replace(part, live=tuple(sorted(bound & read)))
