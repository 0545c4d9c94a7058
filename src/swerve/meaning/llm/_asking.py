"""How does a reply become a value, whatever a model writes?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from swerve.meaning.llm._client import Client
from swerve.meaning.llm._conversation import Message, NoReply, Request
from swerve.meaning.llm._json import Malformed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What a model meant."""

    value: T
    was_remembered: bool = False


def ask(
    client: Client, request: Request, read: Callable[[str], T | Malformed]
) -> Answer[T] | NoReply:
    """Ask, and read the reply; one that cannot be read is asked for once more.

    Only what could be read is remembered: a bad reply does not come back in the next run.
    """
    remembered = client.recall(request)
    if remembered is not None:
        value = read(remembered.text)
        if not isinstance(value, Malformed):
            return Answer(value, was_remembered=True)
    first = _asked_once(client, request, request, read)
    if not isinstance(first, NoReply) or not first.is_malformed:
        return first
    second = _asked_once(client, request, _again(request, first.why), read)
    if isinstance(second, NoReply) and second.is_malformed:
        return replace(second, why=f"two replies could not be read: {first.why}; {second.why}")
    return second


def _asked_once(
    client: Client, request: Request, sent: Request, read: Callable[[str], T | Malformed]
) -> Answer[T] | NoReply:
    completion = client.complete(sent)
    if isinstance(completion, NoReply):
        return completion
    value = read(completion.text)
    if isinstance(value, Malformed):
        why = f"{value.why}, and it was cut off" if completion.was_cut else value.why
        return NoReply(why, is_malformed=True)
    client.keep(request, completion)
    return Answer(value)


def _again(request: Request, why: str) -> Request:
    """The same once more, with what was wrong; what the model wrote is not repeated to it."""
    last = request.messages[-1]
    told = f"{last.text}\n\nYour last reply could not be read: {why}. Reply in the form asked for."
    messages = (*request.messages[:-1], Message(last.role, told))
    return replace(request, messages=messages)
