"""How are probes put into code where Python has no `sys.monitoring`?

The tree of a file gets statements `if fuse: seen[7] = None; del fuse[:]` and expressions
`fuse and seen[7] or x`, on the lines that they stand before. An empty fuse is false, so a loop
passes the probe at the cost of a jump. Both are constants, put in after compiling: no name is
looked up, and none can be in the way.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from opcode import opmap as _opmap
from types import CodeType
from typing import Any

from ._monitoring import PassedProbes
from ._places import ProbeSite

#: Stand for `seen` and for the fuse with a number, while compiling. Numbers of probes are beyond
#: their length, else the compiler would work out what `seen[7]` is.
_SEEN = ("this becomes what notes that probes were passed", 0x5EE17)
_FUSE = "this becomes the fuse of a probe"

#: The field that runs first, for nodes where that is not what stands first.
_RUNS_FIRST: dict[type, tuple[str, ...]] = {
    ast.Assign: ("value",),
    ast.AnnAssign: ("value",),
    ast.Return: ("value",),
    ast.Expr: ("value",),
    ast.If: ("test",),
    ast.IfExp: ("test",),
    ast.While: ("test",),
    ast.Assert: ("test",),
    ast.Raise: ("exc",),
    ast.For: ("iter",),
    ast.AsyncFor: ("iter",),
    ast.Await: ("value",),
}

_LOAD_CONST = _opmap["LOAD_CONST"]
_UNARY_NEGATIVE = _opmap["UNARY_NEGATIVE"]
_EXTENDED_ARG = _opmap["EXTENDED_ARG"]
_NOP = _opmap["NOP"]


def put_probes(places: Sequence[ProbeSite], numbers: Sequence[int]) -> None:
    """Change the tree that the places are in: each gets the probe with its number."""
    # From the back, so that an index still holds when its turn comes.
    for place, number in reversed(list(zip(places, numbers))):
        here = getattr(place.holder, place.field)
        if place.kind != "expression":
            near = here[place.at] if place.at < len(here) else place.holder
            here.insert(place.at, _located(_statement(number), near))
        elif place.at < 0:
            setattr(place.holder, place.field, _around(here, number))
        else:
            here[place.at] = _around(here[place.at], number)


def with_probes(code: CodeType, seen: PassedProbes) -> CodeType:
    """Make the probes work in code that was compiled from a tree with probes."""
    constants: list[object] = []
    fuses = set()
    for at, value in enumerate(code.co_consts):
        if type(value) is CodeType:
            constants.append(with_probes(value, seen))
        elif type(value) is not tuple or len(value) != 2:
            constants.append(value)
        elif value[0] == _FUSE:
            constants.append(seen.fuse(value[1]))
            fuses.add(at)
        else:
            constants.append(seen if value == _SEEN else value)
    if not fuses:
        return code.replace(co_consts=tuple(constants))
    instructions = bytearray(code.co_code)
    _spare_negation(instructions, fuses)
    return code.replace(co_code=bytes(instructions), co_consts=tuple(constants))


def noting(number: int) -> Any:
    """An expression that notes that the probe with a number was passed."""
    return _noting(number, ast.Load())


def _statement(number: int) -> Any:
    # Not `fuse[0]`: another thread may have been here meanwhile.
    blow = ast.Delete([ast.Subscript(_fuse(number), ast.Slice(), ast.Del())])
    note = ast.Assign([_noting(number, ast.Store())], ast.Constant(None))
    return ast.If(_is_whole(number), [note, blow], [])


def _around(node: Any, number: int) -> Any:
    probe = ast.BoolOp(ast.And(), [_is_whole(number), _noting(number, ast.Load())])
    return ast.copy_location(ast.BoolOp(ast.Or(), [_located(probe, node), node]), probe)


def _noting(number: int, context: Any) -> Any:
    return ast.Subscript(_constant(_SEEN), ast.Constant(number), context)


def _fuse(number: int) -> Any:
    return _constant((_FUSE, number))


def _constant(value: Any) -> Any:
    return ast.Constant(value)


def _is_whole(number: int) -> Any:
    """The fuse where its truth is asked for.

    The compiler would decide that here and now, was it not for the minus, which it cannot work out.
    """
    return ast.UnaryOp(ast.USub(), _fuse(number))


def _located(node: Any, near: Any) -> Any:
    """Let all of it stand where something else begins to run."""
    first = _first_to_run(near)
    for part in ast.walk(node):
        if "lineno" in part._attributes:
            place: Any = part
            place.lineno = place.end_lineno = first.lineno
            place.col_offset = place.end_col_offset = first.col_offset
    return node


def _first_to_run(node: Any) -> Any:
    """The part that runs first: in `x = (`, what is on the next line. Tracers then see no more."""
    if getattr(node, "decorator_list", None):
        return node.decorator_list[0]
    for field in _RUNS_FIRST.get(type(node), ()):
        if getattr(node, field) is not None:
            return _first_to_run(getattr(node, field))
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return _first_to_run(node.items[0].context_expr)
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)) and node.elts:
        is_made_first = all(_is_folded(one) for one in node.elts) or any(
            isinstance(one, ast.Starred) for one in node.elts
        )
        return node if is_made_first else _first_to_run(node.elts[0])
    return node


def _is_folded(node: ast.AST) -> bool:
    """Whether the compiler makes a constant of it."""
    if isinstance(node, (ast.Tuple, ast.UnaryOp, ast.BinOp)):
        return all(_is_folded(one) for one in ast.iter_child_nodes(node))
    return isinstance(node, (ast.Constant, ast.operator, ast.unaryop, ast.expr_context))


def _spare_negation(instructions: bytearray, fuses: set[int]) -> None:
    """Do nothing where a fuse would be negated."""
    argument = 0
    is_fuse = False
    for at in range(0, len(instructions), 2):
        operation = instructions[at]
        argument = argument << 8 | instructions[at + 1]
        if operation == _UNARY_NEGATIVE and is_fuse:
            instructions[at] = _NOP
        if operation != _EXTENDED_ARG:
            is_fuse = operation == _LOAD_CONST and argument in fuses
            argument = 0
