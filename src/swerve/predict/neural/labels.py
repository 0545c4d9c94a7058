"""Which values do the reads of a piece of code have, by the network that comes with swerve?"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from swerve.facts.classes import Distribution, ValueClass
from swerve.predict._labels import Labels
from swerve.source.syntax import FunctionNode

from ._context import Surroundings
from ._encoding import Window, windows_of_function, windows_of_statements
from ._rows import Place

if TYPE_CHECKING:
    from ._network import Network

_CLASSES = tuple(ValueClass)
#: Threads of the libraries that numpy multiplies with; read when they are loaded.
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def labels_of(
    module: ast.Module,
    function: FunctionNode | None,
    owner: ast.ClassDef | None = None,
    most_windows: int | None = None,
) -> Labels:
    """Label every read of a function, or of code that stands in none, in one pass.

    Long code is seen in windows, and what is behind the last of `most_windows` gets no label.
    """
    if function is None:
        windows = windows_of_statements(module.body)
    else:
        windows = windows_of_function(Surroundings(module), function, owner)
    found: dict[Place, Distribution] = {}
    for window in islice(windows, most_windows):
        found.update(_labels(packaged_network(), window))
    return found


def _labels(network: Network, window: Window) -> Iterator[tuple[Place, Distribution]]:
    shares = network.shares(window.shapes, window.lexemes, list(window.places.values()))
    for place, row in zip(window.places, shares.tolist(), strict=True):
        yield place, dict(zip(_CLASSES, row, strict=True))


@lru_cache(maxsize=1)
def packaged_network() -> Network:
    """The network that comes with swerve, loaded when it is first asked."""
    return network_from(packaged_weights())


def network_from(weights: Path) -> Network:
    """The network whose weights are in a file."""
    with _one_thread():
        from ._network import Network
        from .file import read
    return Network(*read(weights))


def packaged_weights() -> Path:
    """Where the weights are that come with swerve."""
    return Path(str(resources.files("swerve.predict.neural").joinpath("values.bin")))


@contextmanager
def _one_thread() -> Iterator[None]:
    """Load numpy so that it takes one thread, unless somebody has said how many."""
    missing = [] if "numpy" in sys.modules else [n for n in _THREADS if n not in os.environ]
    os.environ.update(dict.fromkeys(missing, "1"))
    try:
        yield
    finally:
        for name in missing:
            os.environ.pop(name, None)
