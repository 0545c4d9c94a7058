"""What are the columns and dimensions of the tables called that a function is given?

The code names some of them. Of others one learns where a library looks for them in vain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from swerve.model.behaviour import Behaviour
from swerve.observe.raised import raised_words
from swerve.run.host import Compared
from swerve.run.refusals import has_table
from swerve.worker.core.forms import FORMS
from swerve.worker.core.refused import missed_in, wanted_in

_IDENTIFIER = re.compile(r"[A-Za-z_]\w{0,19}")
_OF_CATEGORIES = re.compile(r"(?i)categor|\bobserved=")
_OF_MASKS = re.compile(r"\bma\.\w|\bmasked_|MaskedArray")
#: Who refuses to be used like that.
_REFUTED = re.compile(
    r"'?(?:\w+\.)*(ndarray|Series|DataFrame|DataArray|Dataset|\w+_(?:matrix|array))'?"
    r"(?: object has no attribute '(\w+)'|\.\w+\(\) got an unexpected keyword)"
)
_MOST, _MOST_TEXT = 12, 500


class Labels:
    """What was looked for in vain."""

    def __init__(
        self,
        attributes: Mapping[str, frozenset[str]] | None = None,
        texts: Iterable[str] = (),
        source: str = "",
    ) -> None:
        """`attributes` are those of arrays and tables, by form; `texts` are those of the code."""
        self._attributes = attributes or {}
        #: Whether the code speaks of categories.
        self.has_categories = bool(_OF_CATEGORIES.search(source))
        #: Whether it speaks of masked arrays.
        self.has_masks = bool(_OF_MASKS.search(source))
        #: What may be names: nobody looked for them yet.
        self.mentioned = tuple(each for each in texts if _IDENTIFIER.fullmatch(each))[:_MOST]
        #: Forms that were not what the code wants, and what they had to have.
        self.refuted: dict[str, None] = {}
        self._needed: dict[str, None] = {}
        #: Names of columns, and of dimensions, in the order in which they were missed.
        self.columns: dict[str, None] = {}
        self.dimensions: dict[str, None] = {}
        #: What columns have to hold, and what texts beside them mean.
        self.wanted: set[str] = set()

    @property
    def has_tables(self) -> bool:
        """Whether a library of arrays is at hand."""
        return bool(self._attributes)

    @property
    def _known(self) -> tuple[int, ...]:
        """How much is known."""
        return tuple(map(len, (self.columns, self.dimensions, self.refuted, self.wanted)))

    def forms_of(self, forms: Sequence[str]) -> Sequence[str]:
        """Those of some forms that nothing speaks against; else all that have what is needed."""
        left = [form for form in forms if form not in self.refuted]
        if left or not self._needed:
            return left or forms
        return [
            form
            for form, has in self._attributes.items()
            if self._needed.keys() <= has and form not in self.refuted
        ] or forms

    def learn(self, each: Compared) -> bool:
        """Take what a call lacked that was refused; whether that is news."""
        if not has_table(each.call):
            return False
        before = self._known
        given = repr(each.call)
        for side in (each.old, each.new):
            self._take(side, given)
        return self._known != before

    def _take(self, side: Behaviour, given: str) -> None:
        raised, text = raised_words(side)
        text = text[:_MOST_TEXT]  # target code writes it: no pattern may take long
        if not text:
            return
        if refuted := _REFUTED.search(text):
            form = FORMS.get(refuted[1])
            source = "numpy" if form == "array" else refuted[1]
            if form is not None and f"'{source}'" in given:
                self.refuted[form] = None
                if refuted[2]:
                    self._needed[refuted[2]] = None
        self.wanted |= wanted_in(text)
        names, are_dimensions = missed_in(raised, text)
        known = self.dimensions if are_dimensions else self.columns
        for name in names:  # where one is given, somebody looked for what is there
            if f"'{name}'" not in given and len(known) < _MOST:
                known[name] = None
