"""Which arguments does a model of the solver stand for?"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import z3

from swerve.source.syntax import FunctionNode, all_arguments
from swerve.source.syntax.scopes import defaults_of

from .._limits import COUNT
from ._folding import NotWrittenOut, elements, literal
from ._state import dict_content, list_content
from ._terms import Term, V, W, applied
from ._values import ANY, Shape, shape_of

_DEFAULTS: dict[str, object] = {"int": 0, "bool": False, "str": "", "float": 0.0, "None": None}
_LONGEST = 64


class NoArgument(Exception):
    """A parameter takes no plain value."""


def annotated(function: FunctionNode) -> dict[str, Shape]:
    """What the parameters of one version are by annotation, where no default says otherwise."""
    arguments = function.args
    special = {one.arg for one in (arguments.vararg, arguments.kwarg) if one is not None}
    shapes = {
        one.arg: ANY if one.arg in special else shape_of(one.annotation)
        for one in all_arguments(arguments)
    }
    for name, default in defaults_of(arguments).items():
        if not _fits(shapes[name], default):
            shapes[name] = ANY
    return shapes


def _fits(shape: Shape, default: ast.expr) -> bool:
    """Say whether a default is of a type, as far as that can be read off."""
    names = {part.name for part in shape.parts} if shape.name == "union" else {shape.name}
    if isinstance(default, ast.UnaryOp):
        default = default.operand
    if isinstance(default, ast.Constant):
        name = "None" if default.value is None else type(default.value).__name__
        return name in names
    if isinstance(default, ast.Tuple):
        return "tuple" in names
    return False


def arguments_from(
    model: Any, names: Iterable[str], shapes: dict[str, Shape]
) -> tuple[tuple[str, object], ...]:
    """Return the arguments of a model. Raises `NoArgument` for a parameter of unknown type."""
    return tuple(
        (name, _value(model, shapes.get(name, ANY), applied(f"parameter {name}", V)))
        for name in names
    )


def fields_from(model: Any, receiver: str, fields: Mapping[str, Shape]) -> list[tuple[str, object]]:
    """The attributes that an object has in a model before the call, of those that are plain."""
    owner = applied(f"parameter {receiver}", V)
    found: list[tuple[str, object]] = []
    for path, shape in fields.items():
        name = path.partition(".")[2]
        if all(part.name in _DEFAULTS for part in (shape.parts or (shape,))):
            held = applied(f"attribute {name}: value", V, _start(), owner)
            found.append((name, _value(model, shape, held)))
    return found


def plain_names(*functions: FunctionNode) -> list[str]:
    """The parameters that take one value each."""
    stars = {one.arg for each in functions for one in (each.args.vararg, each.args.kwarg) if one}
    names = [one.arg for each in functions for one in all_arguments(each.args)]
    return [name for name in dict.fromkeys(names) if name not in stars]


def _value(model: Any, shape: Shape, term: Term) -> object:
    value = model.eval(term, model_completion=True)
    match shape.name:
        case "union":
            return _union_value(model, shape, term, value)
        case "list":
            items = model.eval(list_content(_start(), term), model_completion=True)
            return [_value(model, shape.parts[0], item) for item in _known_elements(items)]
        case "dict":
            return _dict_value(model, shape, term)
        case "tuple":
            parts, rest = [], V.as_tuple(value)
            sort = rest.sort()
            for part in shape.parts:
                parts.append(_value(model, part, sort.accessor(1, 0)(rest)))
                rest = sort.accessor(1, 1)(rest)
            return tuple(parts)
        case "any":
            plain = plain_value(value)
            if plain is None and not value.eq(V.none):
                raise NoArgument
            return plain
        case _:
            plain = plain_value(value)
            default = _DEFAULTS[shape.name]
            return plain if type(plain) is type(default) else default


def _union_value(model: Any, shape: Shape, term: Term, value: Term) -> object:
    plain = plain_value(value)
    for part in shape.parts:
        if part.name in _DEFAULTS and type(plain) is type(_DEFAULTS[part.name]):
            if plain is None and not value.eq(V.none):
                continue
            return plain
    others = [part for part in shape.parts if part.name not in _DEFAULTS]
    return _value(model, (others or list(shape.parts))[-1], term)


def _start() -> Term:
    return applied("world at the start", W)


def _known_elements(items: Term) -> list[Term]:
    try:
        return elements(items)[:_LONGEST]
    except NotWrittenOut:
        return []


def _dict_value(model: Any, shape: Shape, term: Term) -> object:
    """The keys that the model was asked about and that are there."""
    content = model.eval(dict_content(_start(), term), model_completion=True)
    found: dict[Any, object] = {}
    for declaration in model.decls():
        if declaration.name() != "dict has":
            continue
        for entry in model[declaration].as_list()[:-1]:
            if entry[0].eq(content) and z3.is_true(entry[2]):
                key = _value(model, shape.parts[0], entry[1])
                read = applied("dict got", V, content, entry[1])
                found[key] = _value(model, shape.parts[1], read)
    return found


def plain_value(value: Term) -> object:
    """A value of Python from one of the solver; `None` also for what is not plain."""
    try:
        return literal(value)
    except NotWrittenOut:
        return None


# --- samples --------------------------------------------------------------------------------------

# Which arguments often tell two versions apart?


_INTS = (0, 1, -1, 2, 3, -2, 7, 10, 100)
_FLOATS = (0.0, -0.0, 1.0, -1.5, 0.1, 0.2, 0.3, 1e16, float("nan"), float("inf"))
_TEXTS = ("", "a", "A", " a ", "ab", "aba", "0", "12", "x y", "\n")
_ANY = (
    *(Shape(name) for name in ("int", "str", "None", "bool")),
    Shape("list", (Shape("int"),)),
    Shape("list", (Shape("str"),)),
    Shape("dict", (Shape("str"), Shape("int"))),
)


def samples(
    nodes: Iterable[ast.AST], names: Sequence[str], shapes: dict[str, Shape]
) -> Iterator[tuple[tuple[str, object], ...]]:
    """Draw arguments by annotations and by the constants of some code; always the same."""
    draw = _Draw(nodes)
    for _ in range(COUNT):
        yield tuple((name, draw.value(shapes.get(name, ANY))) for name in names)


class _Draw:
    """Draws values, with the constants of the versions among them."""

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        self._random = Random(0)  # noqa: S311 (no secret)
        ints, texts = list(_INTS), list(_TEXTS)
        for root in nodes:
            for node in ast.walk(root):
                value = node.value if isinstance(node, ast.Constant) else None
                if type(value) is int:
                    ints += [value - 1, value, value + 1]
                elif isinstance(value, str):
                    texts += [value, value.upper(), f" {value}", f"{value}x"]
        self._ints, self._texts = ints, texts

    def value(self, shape: Shape) -> object:
        """Draw a value of a type."""
        random = self._random
        match shape.name:
            case "int":
                return random.choice(self._ints)
            case "bool":
                return random.random() < 0.5
            case "str":
                return random.choice(self._texts)
            case "float":
                return random.choice(_FLOATS)
            case "None":
                return None
            case "list":
                return [self.value(shape.parts[0]) for _ in range(random.randrange(4))]
            case "dict":
                size = random.randrange(3)
                return {self._key(shape): self.value(shape.parts[1]) for _ in range(size)}
            case "tuple":
                return tuple(self.value(part) for part in shape.parts)
            case "union":
                return self.value(random.choice(shape.parts))
            case _:
                return self.value(random.choice(_ANY))

    def _key(self, shape: Shape) -> object:
        key = self.value(shape.parts[0])
        return key if isinstance(key, int | str | float | tuple) else str(key)
