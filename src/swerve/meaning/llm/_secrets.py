"""How does a key stay out of everything that is written?"""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

_HIDDEN = "[key]"
#: Characters; what is shorter is a word that servers without keys are given, and stands in texts.
_SHORTEST = 6


class Secret:
    """A key. Only `reveal` gives it away; it neither prints nor pickles."""

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return "Secret(...)" if self._value else "Secret()"

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a key stays in its process")

    def reveal(self) -> str:
        """The key itself, for the one header that it belongs in."""
        return self._value

    def redacted(self, text: str) -> str:
        """The text without the key, however the key is written in it."""
        if len(self._value) < _SHORTEST:
            return text
        for form in self._forms():
            text = text.replace(form, _HIDDEN)
        return text

    def _forms(self) -> tuple[str, ...]:
        """The longest first: one may hold another."""
        data = self._value.encode("utf-8", "surrogatepass")
        forms = {
            self._value,
            quote(self._value, safe=""),
            json.dumps(self._value)[1:-1],
            repr(self._value)[1:-1],
            base64.b64encode(data).decode("ascii"),
            base64.urlsafe_b64encode(data).decode("ascii"),
        }
        return tuple(sorted(forms, key=lambda form: (-len(form), form)))
