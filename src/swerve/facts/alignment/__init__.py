"""Two versions of a function as one program, with `change(old, new)` wherever they differ."""

from swerve.facts.alignment._model import CHANGE, Site, Unified, argument_of, site_number
from swerve.facts.alignment._normalised import normalised, same_code
from swerve.facts.alignment._parts import Around, Part, differing_parts
from swerve.facts.alignment._projection import projected, without_splices
from swerve.facts.alignment._text import text_of
from swerve.facts.alignment._unified import unified

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
