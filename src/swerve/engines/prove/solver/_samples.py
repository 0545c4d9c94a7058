"""Which arguments often tell two versions apart?"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from swerve.engines.prove.solver._shapes import ANY, Shape

_COUNT = 60
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
    for _ in range(_COUNT):
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
