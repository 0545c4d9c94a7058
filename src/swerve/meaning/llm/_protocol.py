"""What is said to a language model and comes back, and how does that look on the wire?

The protocol is the OpenAI-compatible one for chats.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from swerve.source.http import Response

from ._spending import Spent

#: Fields that some servers and models refuse, with words by which a refusal is told.
_OPTIONAL: Mapping[str, tuple[str, ...]] = {
    "response_format": ("response_format", "json_schema", "schema", "grammar"),
    "temperature": ("temperature",),
    "seed": ("seed",),
    "max_tokens": ("max_tokens",),
    "max_completion_tokens": ("max_completion_tokens",),
}
_MOST_TOKENS = 1 << 32
_MOST_WORDS = 200


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


def body_of(
    request: Request, model: str, max_tokens: int, refused: Iterable[str]
) -> dict[str, object]:
    """A request as JSON says it, without the fields that the server refuses."""
    body: dict[str, object] = {
        "model": model,
        "messages": [{"role": each.role, "content": each.text} for each in request.messages],
        "stream": False,
        "temperature": request.temperature,
        "seed": request.sample,
        "max_tokens": max_tokens,
    }
    if request.schema is not None:
        schema = {"name": request.step, "strict": True, "schema": request.schema}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if "max_tokens" in refused:  # newer models know it by another name
        body["max_completion_tokens"] = max_tokens
    return {name: value for name, value in body.items() if name not in refused}


def refused_field(body: Mapping[str, object], response: Response) -> str | None:
    """The optional field that a server complains about, if it does."""
    said = response.body[:4000].decode("utf-8", "replace").lower()
    for name, words in _OPTIONAL.items():
        if name in body and any(word in said for word in words):
            return name
    return None


def completion_from(response: Response) -> tuple[Completion | NoReply, Spent | None]:
    """What a model wrote, and how many tokens that took where the server says so."""
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind == "text/event-stream":
        reply: object = _gathered(response.body)
    else:
        reply = _json(response.body)
    if not isinstance(reply, dict):
        told = f"content of type {kind!r}" if kind and "json" not in kind else "a body"
        return NoReply(f"the server sent {told} that is not a JSON object", is_malformed=True), None
    spent = _spent(reply.get("usage"))
    if "error" in reply and not reply.get("choices"):
        return NoReply(f"the server says: {said_in(response)}", is_malformed=True), spent
    try:
        choice = reply["choices"][0]
        text = _text(choice["message"]["content"])
        reason = choice.get("finish_reason")
    except (KeyError, IndexError, TypeError, AttributeError):
        return NoReply("the reply lacks a message", is_malformed=True), spent
    if text is None:
        return NoReply("the message of the reply is not a string", is_malformed=True), spent
    return Completion(text, was_cut=reason == "length"), spent


def said_in(response: Response) -> str:
    """What a server says about an error, on one line."""
    reply = _json(response.body)
    said: object = reply.get("error", reply) if isinstance(reply, dict) else None
    if isinstance(said, dict):
        said = said.get("message", said.get("detail"))
    if not isinstance(said, str):
        said = ""
    return " ".join(said.split())[:_MOST_WORDS] or f"status {response.status}"


def _json(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def _gathered(data: bytes) -> object:
    """A reply that came as a stream of events, as it would have come at once."""
    texts: list[str] = []
    gathered: dict[str, object] = {}
    reason: object = None
    is_whole = False
    for line in data.decode("utf-8", "replace").splitlines():
        if not line.startswith("data:"):
            continue
        word = line.removeprefix("data:").strip()
        if word == "[DONE]":
            is_whole = True
            break
        event = _json(word.encode())
        if not isinstance(event, dict):
            return None
        gathered.update((name, event[name]) for name in ("usage", "error") if event.get(name))
        for choice in event.get("choices") or ():
            delta = choice.get("delta") if isinstance(choice, dict) else None
            text = delta.get("content") if isinstance(delta, dict) else None
            texts.append(text if isinstance(text, str) else "")
            reason = choice.get("finish_reason") or reason if isinstance(choice, dict) else reason
    if texts and (is_whole or reason):
        message = {"content": "".join(texts)}
        gathered["choices"] = [{"message": message, "finish_reason": reason}]
    return gathered


def _text(content: object) -> str | None:
    """The text of a message; some servers send it in parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = [each.get("text") if isinstance(each, dict) else None for each in content]
        texts = [part for part in parts if isinstance(part, str)]
        if texts and len(texts) == len(parts):
            return "".join(texts)
    return None


def _spent(usage: object) -> Spent | None:
    if not isinstance(usage, dict):
        return None
    sent, written = usage.get("prompt_tokens"), usage.get("completion_tokens")
    if not isinstance(sent, int) or not isinstance(written, int):
        return None
    if not (0 <= sent < _MOST_TOKENS and 0 <= written < _MOST_TOKENS):
        return None
    return Spent(1, int(sent), int(written))
