"""What does the network say about the values of a function?"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from typing import Protocol

from swerve.facts.classes import Distribution
from swerve.facts.locating import Version
from swerve.facts.usage import Site, Usages
from swerve.source.store import Store
from swerve.source.syntax import FunctionNode

from ._labels import Labels, Read, Shares, mean_of, packed, unpacked

#: The first reads of a value tell what it is; later ones, what became of it.
_READS = 3
#: Of a long function the first thousand tokens are asked about: most of its values are read there
#: first, and every window costs as much as a whole function of usual length.
_MOST_WINDOWS = 4
#: Changes with what is kept: entries of other layouts are not found.
_LAYOUT = "labels-2"


class Network(Protocol):
    """Labels all reads of a function at once."""

    @property
    def checksum(self) -> str:
        """Tells it from every other network; empty where there is none."""

    def labels_of(
        self, module: ast.Module, function: FunctionNode | None, owner: ast.ClassDef | None
    ) -> Labels:
        """What each place reads, in a function or in code that stands in none."""


class Shipped:
    """The network that comes with swerve. It is loaded with the first question."""

    @property
    def checksum(self) -> str:
        """Of the weights, as it is written beside them, and of the code that runs them."""
        return _shipped_checksum()

    def labels_of(
        self, module: ast.Module, function: FunctionNode | None, owner: ast.ClassDef | None
    ) -> Labels:
        """What each place reads."""
        from .neural import labels_of  # nobody needs it where all is known

        return labels_of(module, function, owner, _MOST_WINDOWS)


@lru_cache(maxsize=1)
def _shipped_checksum() -> str:
    folder = resources.files("swerve.predict").joinpath("neural")
    files = {file.name: file for file in folder.iterdir()} if folder.is_dir() else {}
    if not any(name.endswith(".sha256") for name in files):
        return ""
    digest = sha256()
    for name in sorted(files):
        if name.endswith((".py", ".sha256")):
            digest.update(f"{name}\0".encode() + files[name].read_bytes() + b"\0")
    return digest.hexdigest()


class Model:
    """Asks the network once for a function, and once more for what only its old version reads.

    What it says is kept on disk: a function that was asked about before costs nothing. Sites that
    are read nowhere get an empty distribution, for another predictor to fill (`Combined`).
    """

    name = "model"

    def __init__(self, network: Network | None = None, store: Store | None = None) -> None:
        self._network = network or Shipped()
        self._store = store or Store()

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        """What the network says where each site is read, in the last version that reads it."""
        found: dict[str, Distribution] = {}
        wanted = dict.fromkeys(site.path for site in sites)
        for version in reversed(range(len(code.versions))):
            reads = {path: each for path in wanted if (each := _reads(code, path, version))}
            labels = self._labels(code, version) if reads else {}
            for path, places in reads.items():
                del wanted[path]
                rows = [labels[place] for place in places if place in labels]
                found[path] = mean_of(rows[:_READS])
        return tuple(found.get(site.path, {}) for site in sites)

    def _labels(self, code: Usages, version: int) -> Mapping[Read, Shares]:
        place, checksum = code.located[version], self._network.checksum
        if place is None or not checksum:
            return {}
        key = _key(checksum, code.versions[version])
        data = self._store.get(key)
        known = unpacked(data) if data is not None else None
        if known is None:
            try:
                labels = self._network.labels_of(place.module, place.function, place.owner)
            except RecursionError:  # nested too deeply to be followed
                return {}
            data = packed(labels)
            self._store.put(key, data)
            known = unpacked(data)  # rounded, so that the next run draws the same
        return known or {}


def _reads(code: Usages, path: str, version: int) -> list[Read]:
    return [
        (place.kind.value, place.line, place.column, place.end_line, place.end_column)
        for place in code.places.get(path, ())
        if place.version == version
    ]


def _key(checksum: str, version: Version) -> str:
    """What the labels depend on; positions are counted differently by different Pythons."""
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    parts = (_LAYOUT, checksum, python, version.function, str(version.def_line), version.text)
    digest = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()
