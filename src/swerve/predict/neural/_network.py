"""The network as it is used: one pass over a window labels all its places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._lexicon import Lexicon
from ._shape import Shape, buckets_of_distances

if TYPE_CHECKING:
    Array = np.ndarray[Any, Any]

_TINY = 1e-6


class Network:
    """Weights that are looked up or multiplied with."""

    def __init__(self, shape: Shape, lexicon: Lexicon, arrays: Mapping[str, Array]) -> None:
        self._shape = shape
        self._lexicon = lexicon
        self._arrays = arrays
        self._shapes = self._matrix("shapes.weight")
        self._widen = self._matrix("widen.weight").T
        self._layers = [_Layer(self, number, shape) for number in range(shape.layers)]
        self._after = arrays["after.weight"]
        self._classes = self._matrix("classes.weight").T
        self._bias = arrays["classes.bias"]

    def shares(self, shapes: Sequence[int], lexemes: Sequence[str], places: Sequence[int]) -> Array:
        """The share of each class at each place, a row a place."""
        x = self._shapes[np.asarray(shapes)] + self._lexical(lexemes) @ self._widen
        wanted = np.asarray(places, np.intp)
        bias = _Distances(len(shapes))
        for layer in self._layers[:-1]:
            x = layer.all(x, bias)
        x = self._layers[-1].some(x, bias, wanted)
        scores = _normal(x, self._after) @ self._classes + self._bias
        return _softmax(scores)

    def _lexical(self, lexemes: Sequence[str]) -> Array:
        """What names and words say, each looked up once."""
        found = np.empty((len(lexemes), self._shape.narrow), np.float32)
        found[:] = self._row("names.weight", 0)  # training moves the row of no name, too
        known: dict[str, int] = {}
        for index, lexeme in enumerate(lexemes):
            if not lexeme:
                continue
            first = known.setdefault(lexeme, index)
            if first != index:
                found[index] = found[first]
                continue
            name, words = self._lexicon.numbers(lexeme)
            found[index] = self._row("names.weight", name)
            for word in words:
                found[index] += self._row("words.weight", word) / len(words)
        return found

    def _row(self, name: str, number: int) -> Array:
        row: Array = self._arrays[name][number]
        return row * self._arrays[f"{name}/scale"][number] if row.dtype == np.int8 else row

    def _matrix(self, name: str) -> Array:
        value = self._arrays[name]
        if value.dtype != np.int8:
            return value
        scale: Array = self._arrays[f"{name}/scale"]
        return np.multiply(value, scale[:, None], dtype=np.float32)

    def weights(self, name: str) -> Array:
        """An array as it is multiplied with."""
        return self._matrix(name)


class _Distances:
    """How far tokens are apart, as the attention of each head minds it."""

    def __init__(self, length: int) -> None:
        self._length = length
        self._buckets = np.asarray(buckets_of_distances(length))

    def bias(self, weights: Array) -> Array:
        """Head, token, other token."""
        length = self._length
        line = np.ascontiguousarray(weights[self._buckets].T)
        step = line.strides[1]
        return np.lib.stride_tricks.as_strided(
            line[:, length - 1 :],
            (line.shape[0], length, length),
            (line.strides[0], -step, step),
            writeable=False,
        )


class _Layer:
    def __init__(self, network: Network, number: int, shape: Shape) -> None:
        def take(name: str) -> Array:
            return network.weights(f"layers.{number}.{name}")

        self._heads = shape.heads
        self._depth = shape.width // shape.heads
        self._before = take("before.weight")
        self._neighbours = take("neighbours")
        self._inward = take("inward.weight").T
        self._distance = take("distance")
        self._outward = take("outward.weight").T
        self._between = take("between.weight")
        self._wide = take("wide.weight").T
        self._wide_bias = take("wide.bias")
        self._narrow = take("narrow.weight").T

    def all(self, x: Array, distances: _Distances) -> Array:
        """One layer further, for every token."""
        y = self._near(x)
        q, k, v = np.split(y @ self._inward, 3, axis=1)
        return self._on(x, self._seen(q, k, v, distances.bias(self._distance)))

    def some(self, x: Array, distances: _Distances, wanted: Array) -> Array:
        """One layer further, only for the tokens that are asked for."""
        y = self._near(x)
        width = x.shape[1]
        k, v = np.split(y @ self._inward[:, width:], 2, axis=1)
        q = y[wanted] @ self._inward[:, :width]
        seen = self._seen(q, k, v, distances.bias(self._distance)[:, wanted])
        return self._on(x[wanted], seen)

    def _near(self, x: Array) -> Array:
        y = _normal(x, self._before)
        left, here, right = self._neighbours
        found: Array = y * here
        found[1:] += y[:-1] * left
        found[:-1] += y[1:] * right
        return found

    def _seen(self, q: Array, k: Array, v: Array, bias: Array) -> Array:
        heads, depth = self._heads, self._depth
        q = q.reshape(-1, heads, depth).transpose(1, 0, 2)
        k = k.reshape(-1, heads, depth).transpose(1, 2, 0)
        v = v.reshape(-1, heads, depth).transpose(1, 0, 2)
        scores = np.matmul(q * self._depth**-0.5, k)
        scores += bias
        seen: Array = np.matmul(_softmax(scores), v)
        joined: Array = seen.transpose(1, 0, 2).reshape(-1, heads * depth)
        return joined

    def _on(self, x: Array, seen: Array) -> Array:
        found: Array = x + seen @ self._outward
        inner = _normal(found, self._between) @ self._wide
        inner += self._wide_bias
        np.maximum(inner, 0, out=inner)
        found += inner @ self._narrow
        return found


def _normal(x: Array, gain: Array) -> Array:
    size = np.einsum("ij,ij->i", x, x) / x.shape[1]
    found: Array = x * (1 / np.sqrt(size + _TINY))[:, None]
    found *= gain
    return found


def _softmax(scores: Array) -> Array:
    scores -= scores.max(-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(-1, keepdims=True)
    return scores
