"""Which language model may be asked, if any, and how does its key stay out of what is written?

Only the environment and the command line say so: a project's own files could otherwise send the
user's code and key to whomever they like.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit

from swerve.model.errors import BadModel

from ._spending import Prices

URL, MODEL, KEY, PRICES = (
    "SWERVE_LLM_URL",
    "SWERVE_LLM_MODEL",
    "SWERVE_LLM_KEY",
    "SWERVE_LLM_PRICES",
)
#: What other programs read, in second place.
_OTHER_URL, _OTHER_KEY = "OPENAI_BASE_URL", "OPENAI_API_KEY"
_DEFAULT_URL = "https://api.openai.com/v1"
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_HIDDEN = "[key]"
#: Characters; what is shorter is a word that servers without keys are given, and stands in texts.
_SHORTEST = 6


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a server is waited for, and how often it is asked again."""

    connect_s: float = 20.0
    #: From the first byte sent to the last byte received, however slowly they come.
    reply_s: float = 180.0
    #: Tries in all, where another try may help.
    tries: int = 4
    #: Before the second try; twice as long before each further one.
    first_wait_s: float = 1.0
    #: A server that asks for a longer pause is not asked again.
    longest_wait_s: float = 60.0


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


@dataclass(frozen=True, slots=True)
class Server:
    """A model, and where it is asked."""

    url: str
    model: str
    key: Secret = field(default_factory=Secret)
    prices: Prices | None = None
    patience: Patience = field(default_factory=Patience)

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
            _ = parts.port
        except ValueError as error:
            raise BadModel(
                f"The address of the language model is not valid: {error}.", f"Check {URL}."
            ) from error
        is_plain = self.url.isascii() and self.url.isprintable() and " " not in self.url
        if parts.scheme not in ("http", "https") or not parts.hostname or not is_plain:
            raise BadModel(
                f"{self.key.redacted(_bare(self.url))!r} is not the address of a server.",
                f"Set {URL} to an address like {_DEFAULT_URL}.",
            )
        if parts.username is not None or parts.password is not None:
            raise BadModel(
                "The address of the language model contains a user name or a password.",
                f"Set {URL} to the address only, and {KEY} to the key.",
            )
        key = self.key.reveal()
        if not (key.isascii() and key.isprintable()) or " " in key:
            raise BadModel(
                "The key of the language model contains characters that a key cannot have.",
                f"Check {KEY}: it may contain a line break or a quotation mark.",
            )

    @property
    def address(self) -> str:
        """Where it is, for a person: no query, which may hold a key of its own."""
        return self.key.redacted(_bare(self.url))

    @property
    def is_on_this_machine(self) -> bool:
        """Whether nothing leaves this machine when it is asked."""
        return urlsplit(self.url).hostname in _LOOPBACK

    @property
    def shows_its_key(self) -> bool:
        """Whether the key travels so that others can read it."""
        is_plain = urlsplit(self.url).scheme == "http"
        return bool(self.key) and is_plain and not self.is_on_this_machine


def configured_server(
    environment: Mapping[str, str],
    *,
    url: str | None = None,
    model: str | None = None,
    prices: str | None = None,
) -> Server | None:
    """The server that the environment or the words of the command line name; `None` without one.

    It takes the name of a model: a key or an address alone may be there for other programs.
    """
    model = (model or environment.get(MODEL, "")).strip()
    if not model:
        return None
    address = url or environment.get(URL) or environment.get(_OTHER_URL) or _DEFAULT_URL
    key = environment.get(KEY) or environment.get(_OTHER_KEY) or ""
    return Server(
        address.strip(),
        model,
        Secret(key.strip()),
        _prices_from(prices or environment.get(PRICES, "")),
    )


def _prices_from(text: str) -> Prices | None:
    """Read "0.15,0.60": what a million tokens of prompts and of replies cost."""
    if not text.strip():
        return None
    try:
        prompt, reply = (float(part) for part in text.split(","))
    except ValueError:
        prompt = reply = -1.0
    if not (0 <= prompt < float("inf") and 0 <= reply < float("inf")):
        raise BadModel(
            f"{text!r} is not a pair of prices.",
            f"Write what a million tokens cost, sent and received: {PRICES}=0.15,0.60",
        )
    return Prices(prompt, reply)


def _bare(url: str) -> str:
    """An address without what may be secret in it."""
    before, _, _ = url.partition("?")
    scheme, slashes, rest = before.partition("//")
    host, slash, path = rest.partition("/")
    return f"{scheme}{slashes}{host.rpartition('@')[2]}{slash}{path}"
