"""Which parts of two versions differ, so that the rest need not be looked at?

What comes before such a part is the same text, and leaves both versions in one state; what comes
after it is the same text again. So it is enough that the part, from any state, ends in the same
way and in the same state in both versions.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from swerve.facts.alignment import Part, differing_parts
from swerve.source.syntax import FUNCTIONS, FunctionNode, Scope

from ._surroundings import Surroundings, names_stored, words_of

_CLOSURES = (*FUNCTIONS, ast.Lambda, ast.GeneratorExp, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class LivePart:
    """Statements that differ, with what counts after them."""

    part: Part
    #: Variables that the statements bind and that may be read later.
    live: tuple[str, ...]


def parts_of(surroundings: Surroundings) -> list[LivePart] | None:
    """The parts that differ; `None` where only the whole functions can be compared."""
    old, new = surroundings.old.found.function, surroundings.new.found.function
    parts = differing_parts(_body(old), _body(new))
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


def _with_live(part: Part, old: FunctionNode, new: FunctionNode) -> LivePart | None:
    """Find the variables that count after a part; `None` where a closure may see them within."""
    bound = {name for node in (*part.old, *part.new) for name in names_stored(node)}
    read: set[str] = set()
    for function, nodes in ((old, part.old), (new, part.new)):
        for node in _outside(function, list(nodes)):
            if isinstance(node, _CLOSURES) and bound & words_of(node):
                return None
            if isinstance(node, ast.Name):
                read.add(node.id)
        if part.around.is_in_loop:
            read |= {name for node in nodes for name in words_of(node)}
    return LivePart(part, tuple(sorted(bound & read)))
