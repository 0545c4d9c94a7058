"""What is said to a language model, and what comes back?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Message:
    """One turn."""

    role: Literal["system", "user"]
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """What a model is asked, by which step."""

    #: What it is for, in the account of tokens: "judgement", "scripts".
    step: str
    messages: tuple[Message, ...]
    #: JSON schema of the reply, where it is to be JSON.
    schema: Mapping[str, object] | None = None
    temperature: float = 0.0
    #: Tells requests apart that ask the same several times.
    sample: int = 0
    #: Tokens of the reply.
    max_tokens: int = 2000


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model wrote."""

    text: str
    #: The model had more to say than it was allowed to.
    was_cut: bool = False


@dataclass(frozen=True, slots=True)
class NoReply:
    """Why there is nothing to read, in words that stand in a sentence; without any secret."""

    why: str
    #: Something came, and it was not what the protocol asks for: it may come out well again.
    is_malformed: bool = False
