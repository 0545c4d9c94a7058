"""Networks of no use, small and quickly made."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from swerve.predict.neural._encoding import Window, windows_of_statements
from swerve.predict.neural._lexicon import Lexicon
from swerve.predict.neural._shape import Shape

Array = np.ndarray[Any, Any]

LEXICON = Lexicon(["self", "x", "rows", "open"], ["size", "row", "max"], 7)
#: In which names and words that are known, that are not, and that repeat.
CODE = """
def f(self, rows, max_size=None):
    self.x = x = [open(row, "rb").read() for row in rows[1:max_size]]
    while MAX_ROWS > len(x) or self.x[0] is not self.unknownThing:
        x.append(self.x.pop(MAX_ROWS - 1))
    return {"size": x, "rows": rows, "unknownThing": f"{x} {_private!r}"}
"""


def shape_for(lexicon: Lexicon, **changes: int) -> Shape:
    """A small shape; its tables are kept as they are, its larger matrices as whole numbers."""
    sizes = {"width": 16, "narrow": 12, "inner": 24, "heads": 2, "layers": 2, **changes}
    return Shape(lexicon.number_of_names, lexicon.number_of_words, **sizes)


def random_weights(shape: Shape, seed: int = 0) -> dict[str, Array]:
    """Weights of every kind; of the rows of nothing, that of the names is something."""
    luck = np.random.default_rng(seed)
    weights = {
        name: (luck.standard_normal(size) / max(1, size[-1]) ** 0.5 * 2).astype(np.float32)
        for name, size in shape.sizes().items()
    }
    weights["words.weight"][0] = 0
    return weights


def window_of(code: str = CODE) -> Window:
    (window,) = windows_of_statements(ast.parse(code).body)
    return window


def plain_shares(
    shape: Shape,
    lexicon: Lexicon,
    weights: Mapping[str, Array],
    shapes: Sequence[int],
    lexemes: Sequence[str],
) -> Array:
    """What a network should say about every token, written as one would say it."""
    names, words = zip(*map(lexicon.numbers, lexemes), strict=True)
    lexical = weights["names.weight"][list(names)].astype(float)
    for at, numbers in enumerate(words):
        if numbers:
            lexical[at] += weights["words.weight"][list(numbers)].mean(0)
    x = weights["shapes.weight"][list(shapes)] + lexical @ weights["widen.weight"].T
    for number in range(shape.layers):
        layer = {
            name.removeprefix(f"layers.{number}."): value.astype(float)
            for name, value in weights.items()
        }
        x = x + _attention(shape, layer, x)
        inner = _normal(x, layer["between.weight"]) @ layer["wide.weight"].T + layer["wide.bias"]
        x = x + inner.clip(0) @ layer["narrow.weight"].T
    scores = _normal(x, weights["after.weight"]) @ weights["classes.weight"].T
    return _softmax(scores + weights["classes.bias"])


def _attention(shape: Shape, layer: Mapping[str, Array], x: Array) -> Array:
    from swerve.predict.neural._shape import buckets_of_distances

    length, depth = len(x), shape.width // shape.heads
    y = np.pad(_normal(x, layer["before.weight"]), ((1, 1), (0, 0)))
    y = sum(y[at : at + length] * layer["neighbours"][at] for at in range(3))
    parts = (y @ layer["inward.weight"].T).reshape(length, 3, shape.heads, depth)
    buckets = buckets_of_distances(length)
    seen = np.zeros((length, shape.heads, depth))
    for head in range(shape.heads):
        q, k, v = (parts[:, part, head] for part in range(3))
        for at in range(length):
            far = [buckets[other - at + length - 1] for other in range(length)]
            seen[at, head] = _softmax(k @ q[at] / depth**0.5 + layer["distance"][far, head]) @ v
    attended: Array = seen.reshape(length, shape.width) @ layer["outward.weight"].T
    return attended


def _normal(x: Array, gain: Array) -> Array:
    normal: Array = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * gain
    return normal


def _softmax(scores: Array) -> Array:
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    shares: Array = powers / powers.sum(-1, keepdims=True)
    return shares
