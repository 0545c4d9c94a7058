"""Is one piece of syntax the same as another, and how much code is it?"""

from __future__ import annotations

import ast

#: Fields that say nothing about the meaning.
_ASIDE = frozenset({"ctx", "kind", "type_comment"})
_FREE = (ast.operator, ast.boolop, ast.unaryop, ast.cmpop, ast.expr_context)
#: So many characters of a text weigh as much as a node.
_TEXT_WEIGHT = 20


class Forms:
    """Numbers for pieces of syntax: equal numbers, equal code. Each piece is walked once."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}
        #: Nodes are kept, so that no other gets the id of one that is gone.
        self._seen: dict[int, tuple[ast.AST, int, int]] = {}

    def of(self, node: ast.AST) -> int:
        """The number of the node."""
        return self._look(node)[1]

    def size(self, *nodes: ast.AST) -> int:
        """How much code there is, in nodes."""
        return sum(self._look(node)[2] for node in nodes)

    def are_equal(self, old: ast.AST, new: ast.AST) -> bool:
        """Both are the same code, positions aside."""
        return self.of(old) == self.of(new)

    def _look(self, node: ast.AST) -> tuple[ast.AST, int, int]:
        found = self._seen.get(id(node))
        if found is None:
            size = 0 if isinstance(node, _FREE) else 1
            parts: list[object] = [type(node).__name__]
            for name in node._fields:
                if name not in _ASIDE:
                    part, weight = self._part(getattr(node, name, None))
                    parts.append(part)
                    size += weight
            number = self._numbers.setdefault(tuple(parts), len(self._numbers))
            found = self._seen[id(node)] = (node, number, size)
        return found

    def _part(self, value: object) -> tuple[object, int]:
        if isinstance(value, ast.AST):
            _, number, size = self._look(value)
            return number, size
        if isinstance(value, list):
            parts = [self._part(item) for item in value]
            return tuple(part for part, _ in parts), sum(size for _, size in parts)
        weight = len(value) // _TEXT_WEIGHT if isinstance(value, (str, bytes)) else 0
        return (type(value).__name__, repr(value)), weight
