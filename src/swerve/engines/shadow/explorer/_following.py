"""Which way does the search go at a branch that can go both ways?

A call that is known to work leads to the change. So one path in two takes the way that this call
takes, as long as that way is not done with: then what differs is the end of the path, where the
change is. The other paths go where little was seen yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3
from crosshair.core import smt_for_unification
from crosshair.pathing_oracle import CoveragePathingOracle
from crosshair.statespace import SearchTreeNode, StateSpace, WorstResultNode


class Following(CoveragePathingOracle):  # type: ignore[misc]
    """Decides along a call, every other time."""

    def __init__(self) -> None:
        super().__init__()
        self._paths = 0
        self._model: Any = None

    def pre_path_hook(self, space: StateSpace) -> None:
        """Start a path."""
        self._model = None
        self._paths += 1
        super().pre_path_hook(space)

    def post_path_hook(self, path: Sequence[SearchTreeNode]) -> None:
        """End a path."""
        self._model = None
        super().post_path_hook(path)

    def follow(self, space: StateSpace, symbols: Sequence[Any], values: Sequence[Any]) -> None:
        """Go the way of the call that has these values, if this is a path to do so."""
        if self._paths % 2 == 0:
            return
        terms = [
            smt_for_unification(symbol, value)
            for symbol, value in zip(symbols, values, strict=True)
        ]
        self._model = space.witness(*[each for each in terms if each is not None])

    def decide(self, root: Any, node: WorstResultNode, engine_probability: float | None) -> float:
        """How likely the way is on which the term of the node holds."""
        if self._model is not None and engine_probability is None:
            value = self._model.eval(node.expr, model_completion=True)
            if z3.is_true(value):
                return 1.0
            if z3.is_false(value):
                return 0.0
        decided: float = super().decide(root, node, engine_probability)
        return decided
