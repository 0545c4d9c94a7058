"""Two versions of a function as one program, with `change(old, new)` wherever they differ."""

from ._model import CHANGE, Site, Unified, argument_of, site_number
from ._normalised import normalised, same_code
from ._parts import Around, Part, differing_parts
from ._projection import projected, without_splices
from ._text import text_of
from ._unified import unified
