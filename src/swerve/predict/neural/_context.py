"""What does the rest of a file say about the names that a function uses?

Where a name of the module was defined, what other methods put into an attribute, what a function of
the file gives back: a few tokens each, which go before the code itself.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from swerve.source.syntax import FUNCTIONS, FunctionNode

from ._rows import NUMBER_OF_SHAPE, Row
from ._tokens import row_of

#: Tokens of all that is said, of one piece of it, and pieces about one attribute.
MOST_TOKENS = 96
_MOST_OF_ONE, _MOST_OF_ATTRIBUTE = 10, 2
_NAME, _ATTRIBUTE, _PARAMETER = (
    NUMBER_OF_SHAPE[shape] for shape in ("name", "attribute", "parameter")
)
_BINDING = frozenset(
    NUMBER_OF_SHAPE[shape]
    for shape in ("store", "loop", "parameter", "*args", "**kwargs", "caught", "imported")
)


#: Writes a piece when it is wanted: most never are.
_Piece: TypeAlias = Callable[[], Row]


class Surroundings:
    """A file, looked at once for all its functions."""

    def __init__(self, module: ast.Module) -> None:
        self._bindings: dict[str, _Piece] = {}
        self._functions: set[str] = set()
        self._members: dict[str, list[_Piece]] = {}
        self._classes: dict[int, dict[str, list[_Piece]]] = {}
        for statement in _statements(module.body):
            for name, piece in _bound(statement):
                self._bindings.setdefault(name, piece)
            if isinstance(statement, FUNCTIONS):
                self._functions.add(statement.name)
            elif isinstance(statement, ast.ClassDef):
                for name, pieces in self._attributes(statement).items():
                    self._members.setdefault(name, pieces)

    def about(self, code: Row, function: FunctionNode, owner: ast.ClassDef | None) -> Row:
        """What there is to say about the code of a function, at most `MOST_TOKENS`."""
        found = Row()
        if owner is not None:
            found.extend(_head_of_class(owner), _MOST_OF_ONE)
        attributes = self._attributes(owner) if owner is not None else {}
        own = function.args.args[0].arg if owner is not None and function.args.args else None
        tokens = list(zip(code.shapes, code.lexemes, strict=True))
        local = {lexeme for shape, lexeme in tokens if shape in _BINDING}
        given = {lexeme for shape, lexeme in tokens if shape == _PARAMETER}
        local -= given & self._functions  # a fixture has the name of the function that makes it
        said: set[tuple[bool, str]] = set()
        before = ""
        for shape, lexeme in tokens:
            if len(found) >= MOST_TOKENS:
                break
            pieces: Sequence[_Piece] = ()
            if shape == _ATTRIBUTE and (True, lexeme) not in said:
                said.add((True, lexeme))
                pieces = (attributes if before == own else self._members).get(lexeme, ())
            elif shape == _NAME and lexeme not in local and (False, lexeme) not in said:
                said.add((False, lexeme))
                pieces = (self._bindings[lexeme],) if lexeme in self._bindings else ()
            before = lexeme if shape == _NAME else ""
            for piece in pieces:
                found.extend(piece(), _MOST_OF_ONE)
        del found.shapes[MOST_TOKENS:], found.lexemes[MOST_TOKENS:]
        return found

    def _attributes(self, owner: ast.ClassDef) -> dict[str, list[_Piece]]:
        known = self._classes.get(id(owner))
        if known is None:
            known = self._classes[id(owner)] = {}
            for statement in owner.body:
                for name, piece in _bound(statement):
                    _remember(known, name, piece)
                if isinstance(statement, FUNCTIONS) and statement.args.args:
                    own = statement.args.args[0].arg
                    for inner in _statements(statement.body):
                        for name, piece in _set_on(own, inner):
                            _remember(known, name, piece)
        return known


def _remember(known: dict[str, list[_Piece]], name: str, piece: _Piece) -> None:
    pieces = known.setdefault(name, [])
    if len(pieces) < _MOST_OF_ATTRIBUTE:
        pieces.append(piece)


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements of a body, whatever blocks they stand in; classes and functions stay shut."""
    for statement in body:
        yield statement
        if isinstance(statement, (ast.ClassDef, *FUNCTIONS)):
            continue
        for name in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(statement, name, ()))
        for handler in getattr(statement, "handlers", ()):
            yield from _statements(handler.body)


def _bound(statement: ast.stmt) -> Iterator[tuple[str, _Piece]]:
    """The names a statement binds, each with what says to what."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            name = alias.asname or alias.name.partition(".")[0]
            yield name, partial(_imported, statement, alias)
    elif isinstance(statement, FUNCTIONS):
        yield statement.name, partial(_outcome_of, statement)
    elif isinstance(statement, ast.ClassDef):
        yield statement.name, partial(_head_of_class, statement)
    else:
        for target, value in _assigned(statement):
            if isinstance(target, ast.Name):
                yield target.id, partial(_assignment, "store", target.id, statement, value)


def _imported(statement: ast.Import | ast.ImportFrom, alias: ast.alias) -> Row:
    row = Row()
    if isinstance(statement, ast.ImportFrom):
        row.add("from", statement.module or "")
        row.add("imported", alias.asname or alias.name)
    else:
        row.add("import", alias.name)
        if alias.asname:
            row.add("imported", alias.asname)
    return row


def _set_on(own: str, statement: ast.stmt) -> Iterator[tuple[str, _Piece]]:
    """The attributes of an instance that a statement sets."""
    for target, value in _assigned(statement):
        if (
            isinstance(target, ast.Attribute)
            and isinstance(target.value, ast.Name)
            and target.value.id == own
        ):
            name = target.attr
            yield name, partial(_assignment, "store attribute", name, statement, value)


def _assigned(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield target, statement.value
    elif isinstance(statement, ast.AnnAssign):
        yield statement.target, statement.value


def _assignment(shape: str, name: str, statement: ast.stmt, value: ast.expr | None) -> Row:
    row = Row()
    row.add(shape, name)
    if isinstance(statement, ast.AnnAssign):
        annotated = row_of([ast.AnnAssign(statement.target, statement.annotation, None, 1)])
        last = len(annotated) - 1
        row.shapes.append(annotated.shapes[last])
        row.lexemes.append(annotated.lexemes[last])
    if value is not None:
        row.add("=")
        row.extend(_short(value), _MOST_OF_ONE)
    return row


def _short(value: ast.expr) -> Row:
    """An expression; of a long display only its first values."""
    if isinstance(value, (ast.List, ast.Tuple, ast.Set)) and len(value.elts) > 2:
        value = type(value)(elts=value.elts[:2])
    elif isinstance(value, ast.Dict) and len(value.keys) > 1:
        value = ast.Dict(value.keys[:1], value.values[:1])
    return row_of([value])


def _outcome_of(function: FunctionNode) -> Row:
    """What a function is called and gives back."""
    row = Row()
    for decorator in function.decorator_list[:1]:
        row.add("@")
        row.extend(row_of([decorator]), 2)
    row.add("def", function.name)
    if function.returns is not None:
        head = row_of([ast.AnnAssign(ast.Name("_", ast.Store()), function.returns, None, 1)])
        row.add("->")
        row.shapes.append(head.shapes[-1])
        row.lexemes.append(head.lexemes[-1])
        return row
    for statement in _statements(function.body):
        if isinstance(statement, ast.Return) and statement.value is not None:
            row.add("return")
            row.extend(_short(statement.value), _MOST_OF_ONE)
            break
    return row


def _head_of_class(owner: ast.ClassDef) -> Row:
    row = Row()
    row.add("class", owner.name)
    for base in owner.bases[:2]:
        row.extend(row_of([base]), 3)
    return row
