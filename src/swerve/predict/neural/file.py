"""How do weights lie in a file?

A head as JSON, then the arrays one after the other as they are in memory, so that nothing needs to
be unpacked: a table is only read where it is looked up. Matrices are whole numbers from -127 to 127
with a scale for each row.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from swerve.model.writing import opened_bytes

from ._lexicon import Lexicon
from ._rows import SHAPES
from ._shape import Shape

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

#: Changes with how code is written down for the network, too.
_MAGIC = b"swerve values 2\n"
#: Where arrays start, so that they can be used where they lie.
_ALIGNED = 64


class BadWeights(Exception):
    """A file that does not hold what it should."""


def write(path: Path, shape: Shape, lexicon: Lexicon, weights: Mapping[str, Array]) -> None:
    """Write weights, matrices as whole numbers."""
    import numpy as np

    arrays: dict[str, Array] = {}
    for name, value in weights.items():
        if value.ndim == 2 and value.size > 4096:
            scales = np.maximum(np.abs(value).max(1), 1e-8).astype(np.float32) / 127
            arrays[name] = np.round(value / scales[:, None]).astype(np.int8)
            arrays[f"{name}/scale"] = scales
        else:
            arrays[name] = value.astype(np.float32)
    arrays["names of the lexicon"] = _packed(lexicon.names)
    arrays["words of the lexicon"] = _packed(lexicon.words)
    places, end = {}, 0
    for name, value in arrays.items():
        places[name] = [str(value.dtype), list(value.shape), end]
        end += -(-value.nbytes // _ALIGNED) * _ALIGNED
    head = json.dumps({"shape": asdict(shape), "shared": lexicon.shared, "arrays": places}).encode()
    head += b" " * (-(len(_MAGIC) + 8 + len(head)) % _ALIGNED)
    with opened_bytes(path) as out:
        out.write(_MAGIC + len(head).to_bytes(8, "little") + head)
        for value in arrays.values():
            out.write(value.tobytes() + bytes(-value.nbytes % _ALIGNED))


def _packed(texts: tuple[str, ...]) -> Array:
    import numpy as np

    return np.frombuffer("\0".join(texts).encode(), np.uint8)


def read(path: Path) -> tuple[Shape, Lexicon, dict[str, Array]]:
    """Weights as they lie in a file. Raises `BadWeights` where they are not all there."""
    data = path.read_bytes()
    if not data.startswith(_MAGIC):
        raise BadWeights(f"{path} is not a weights file of swerve")
    try:
        shape, lexicon, arrays = _parts(data)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadWeights(f"{path} is truncated or damaged") from error
    if (shape.names, shape.words) != (lexicon.number_of_names, lexicon.number_of_words):
        raise BadWeights(f"{path} has weights for another lexicon")
    if shape.shapes != len(SHAPES) or not _are_all_there(shape, arrays):
        raise BadWeights(f"{path} has weights for another network")
    return shape, lexicon, arrays


def _parts(data: bytes) -> tuple[Shape, Lexicon, dict[str, Array]]:
    import numpy as np

    start = len(_MAGIC) + 8
    end = start + int.from_bytes(data[len(_MAGIC) : start], "little")
    head = json.loads(data[start:end])
    arrays = {
        name: np.frombuffer(data, kind, math.prod(size), end + place).reshape(size)
        for name, (kind, size, place) in head["arrays"].items()
    }
    names, words = (
        _unpacked(arrays.pop(f"{which} of the lexicon")) for which in ("names", "words")
    )
    return Shape(**head["shape"]), Lexicon(names, words, head["shared"]), arrays


def _unpacked(packed: Array) -> list[str]:
    return packed.tobytes().decode().split("\0") if len(packed) else []


def _are_all_there(shape: Shape, arrays: Mapping[str, Array]) -> bool:
    for name, size in shape.sizes().items():
        found = arrays.get(name)
        if found is None or found.shape != size:
            return False
        scale = arrays.get(f"{name}/scale")
        if found.dtype == "int8" and (scale is None or scale.shape != size[:1]):
            return False
    return True


def checksum(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
