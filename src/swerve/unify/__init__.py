"""Two versions of a function as one program, with `change(old, new)` wherever they differ."""

from swerve.unify._model import CHANGE, Site, Unified, argument_of, site_number
from swerve.unify._normalised import normalised, same_code
from swerve.unify._projection import projected
from swerve.unify._text import text_of
from swerve.unify._unified import unified
from swerve.unify._wholes import without_splices

__all__ = [
    "CHANGE",
    "Site",
    "Unified",
    "argument_of",
    "normalised",
    "projected",
    "same_code",
    "site_number",
    "text_of",
    "unified",
    "without_splices",
]
