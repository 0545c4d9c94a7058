"""Two versions of a function as one program, with `change(old, new)` wherever they differ."""

from ._model import CHANGE, Site, Unified, argument_of, site_number
from ._normalised import normalised, same_code
from ._parts import Around, Part, differing_parts
from ._projection import projected, without_splices
from ._text import text_of
from ._unified import unified

__all__ = [
    "CHANGE",
    "Around",
    "Part",
    "Site",
    "Unified",
    "argument_of",
    "differing_parts",
    "normalised",
    "projected",
    "same_code",
    "site_number",
    "text_of",
    "unified",
    "without_splices",
]
