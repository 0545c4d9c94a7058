"""Which types do annotations name, and what is a value of such a type to the solver?"""

from __future__ import annotations

import ast
from dataclasses import dataclass

_PLAIN = frozenset({"int", "bool", "str", "float", "None"})
#: Names by which annotations name types of Python's own.
TYPES = _PLAIN | {"list", "dict", "tuple"}
_NAMES = {"List": "list", "Dict": "dict", "Tuple": "tuple"}


@dataclass(frozen=True, slots=True)
class Shape:
    """A type that annotations name."""

    #: `int`, `bool`, `str`, `float`, `None`, `list`, `dict`, `tuple`, `union` or `any`.
    name: str
    parts: tuple[Shape, ...] = ()

    def words(self) -> str:
        """The type as one writes it."""
        if self.name == "union":
            return " | ".join(part.words() for part in self.parts)
        if self.parts:
            return f"{self.name}[{', '.join(part.words() for part in self.parts)}]"
        return self.name


ANY = Shape("any")


def shape_of(node: ast.expr | None) -> Shape:
    """Read an annotation; what has no shape here is `any`."""
    match node:
        case ast.Constant(value=None):
            return Shape("None")
        case ast.Constant(value=str(text)):
            try:
                return shape_of(ast.parse(text, mode="eval").body)
            except SyntaxError:
                return ANY
        case ast.Name(id=name) if name in _PLAIN:
            return Shape(name)
        case ast.Name(id=name) if name in ("list", "dict"):
            return Shape(name, (ANY,) if name == "list" else (ANY, ANY))
        case ast.BinOp(op=ast.BitOr()):
            return _union([shape_of(node.left), shape_of(node.right)])
        case ast.Subscript():
            return _subscripted(node)
        case _:
            return ANY


def _subscripted(node: ast.Subscript) -> Shape:
    value = node.value
    name = value.id if isinstance(value, ast.Name) else getattr(value, "attr", "")
    arguments = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    name = _NAMES.get(name, name)
    if name in ("New", "Old") and len(arguments) == 1:  # as contracts mark parameters and fields
        return shape_of(arguments[0])
    if name == "Optional":
        return _union([shape_of(arguments[0]), Shape("None")])
    if name == "Union":
        return _union([shape_of(one) for one in arguments])
    if name == "list" and len(arguments) == 1:
        return Shape("list", (shape_of(arguments[0]),))
    if name == "dict" and len(arguments) == 2:
        return Shape("dict", (shape_of(arguments[0]), shape_of(arguments[1])))
    is_open = any(isinstance(one, ast.Constant) and one.value is ... for one in arguments)
    if name == "tuple" and not is_open:
        return Shape("tuple", tuple(shape_of(one) for one in arguments))
    return ANY


def _union(parts: list[Shape]) -> Shape:
    flat: list[Shape] = []
    for part in parts:
        flat.extend(part.parts if part.name == "union" else [part])
    objects = [part for part in flat if part.name in ("list", "dict")]
    tuples = [part for part in flat if part.name == "tuple"]
    if ANY in flat or len(objects) > 1 or len(tuples) > 1:
        return ANY
    return Shape("union", tuple(dict.fromkeys(flat)))
