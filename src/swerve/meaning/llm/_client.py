"""How is a language model asked until it answers something that can be read?"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Generic, TypeVar
from urllib.parse import urlsplit

from swerve.source import http
from swerve.source.http import Failed, Response, Trouble
from swerve.source.store import Store

from ._fencing import Malformed
from ._protocol import (
    Completion,
    Message,
    NoReply,
    Request,
    body_of,
    completion_from,
    refused_field,
    said_in,
)
from ._server import Server
from ._spending import Ledger, Spent, guessed_tokens

#: Changes with what is kept: entries of other layouts are not found.
_LAYOUT = "replies-1"
#: The server is busy or restarts; 529 is what some say when they are overloaded.
_PASSING = frozenset((408, 425, 429, 500, 502, 503, 504, 529))
#: How a server says that it does not like a part of the request.
_BAD_REQUEST = frozenset((400, 422))
#: Nobody will answer another request in another way.
_HOPELESS = frozenset((401, 403, 404))
#: So many requests in a row without a response, and the server is left alone.
_MOST_FAILURES = 2
#: Below this nobody can answer anything.
_FEWEST_TOKENS = 16
#: Bytes of a response; a reply of a million tokens has about half as many.
_MOST_BYTES = 8 << 20

T = TypeVar("T")


class Client:
    """Asks one model, keeps account of it, and remembers what it said.

    Nothing that it returns, notes or keeps holds the key.
    """

    def __init__(
        self,
        server: Server,
        ledger: Ledger | None = None,
        store: Store | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`store` is swerve's cache by default. `sleep` is what waits between two tries."""
        self.server = server
        self.ledger = ledger or Ledger(prices=server.prices)
        self._store = store or Store(room="replies")
        self._sleep = sleep
        #: Optional fields that this server does not take.
        self._refused: set[str] = set()
        #: Requests in a row that had no response, and what came of the last one.
        self._failures = 0
        self._failure = ""

    def recall(self, request: Request) -> Completion | None:
        """What was kept for this very request."""
        data = self._store.get(self._digest(request))
        if data is None:
            return None
        try:
            text = json.loads(data)["text"]
        except (ValueError, KeyError, TypeError):
            return None
        if not isinstance(text, str):
            return None
        self.ledger.note(request.step, Spent(remembered=1))
        return Completion(text)

    def keep(self, request: Request, completion: Completion) -> None:
        """Remember a reply: the text alone, under a digest of what was asked."""
        self._store.put(self._digest(request), json.dumps({"text": completion.text}).encode())

    def complete(self, request: Request) -> Completion | NoReply:
        """Ask the model, again where the server is busy, within the budget."""
        request = self._without_key(request)
        sent = sum(guessed_tokens(each.text) for each in request.messages)
        room = self.ledger.room_for(sent, request.max_tokens)
        if room < min(_FEWEST_TOKENS, request.max_tokens):
            return NoReply("the budget for language models is spent")
        if self._failures >= _MOST_FAILURES:
            return NoReply(f"it is not asked again after an error: {self._failure}")
        response = self._response(request, room)
        if isinstance(response, NoReply):
            self._failures += 1
            self._failure = response.why
            return response
        self._failures = 0
        reply, spent = completion_from(response)
        if spent is None:
            written = guessed_tokens(reply.text) if isinstance(reply, Completion) else 0
            spent = Spent(1, sent, written, guessed_tokens=sent + written)
        self.ledger.note(request.step, spent)
        if isinstance(reply, NoReply):
            return replace(reply, why=self._clean(reply.why))
        return replace(reply, text=self._clean(reply.text))

    def _response(self, request: Request, max_tokens: int) -> Response | NoReply:
        """A response that says it went well."""
        patience = self.server.patience
        tries, wait_s = 1, patience.first_wait_s
        while True:
            body = body_of(request, self.server.model, max_tokens, self._refused)
            response = self._post(body)
            if isinstance(response, Response):
                if 200 <= response.status < 300:
                    return response
                field = refused_field(body, response) if response.status in _BAD_REQUEST else None
                if field is not None:
                    self._refused.add(field)
                    continue
                if response.status in _HOPELESS:
                    self._failures = _MOST_FAILURES
                why = self._refusal(response)
                is_passing = response.status in _PASSING
                asked_s = response.retry_after()
            else:
                why, is_passing, asked_s = self._failure_words(response), response.is_passing, None
            pause_s = wait_s if asked_s is None else asked_s
            if is_passing and pause_s > patience.longest_wait_s:
                return NoReply(self._clean(f"{why}; it asks to wait {pause_s:.0f} s"))
            if not is_passing or tries >= patience.tries:
                return NoReply(self._clean(why))
            self._sleep(pause_s)
            tries, wait_s = tries + 1, 2 * wait_s

    def _post(self, body: dict[str, object]) -> Response | Failed:
        server = self.server
        base, _, query = server.url.partition("?")
        url = f"{base.rstrip('/')}/chat/completions" + (f"?{query}" if query else "")
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "User-Agent": "swerve",
        }
        if server.key:
            headers["Authorization"] = f"Bearer {server.key.reveal()}"
        return http.ask(
            url,
            headers,
            json.dumps(body).encode(),
            connect_s=server.patience.connect_s,
            reply_s=server.patience.reply_s,
            most_bytes=_MOST_BYTES,
        )

    def _failure_words(self, failed: Failed) -> str:
        if failed.trouble is Trouble.LATE:
            return f"the reply was not complete after {self.server.patience.reply_s:g} s"
        if failed.trouble is Trouble.TOO_LARGE:
            return f"the reply has more than {_MOST_BYTES} bytes"
        if failed.trouble is Trouble.BROKEN:
            return f"the connection broke: {failed.why}"
        return f"{urlsplit(self.server.url).hostname} cannot be reached: {failed.why}"

    def _refusal(self, response: Response) -> str:
        status, said = response.status, said_in(response)
        if status in (401, 403):
            return f"the server rejected the key: {said}"
        if status == 404:
            return f"the server has no model {self.server.model!r} at this address: {said}"
        if status == 429:
            return f"the server's rate limit is reached: {said}"
        return f"the server returned status {status}: {said}"

    def _without_key(self, request: Request) -> Request:
        messages = tuple(Message(each.role, self._clean(each.text)) for each in request.messages)
        return replace(request, messages=messages)

    def _clean(self, text: str) -> str:
        return self.server.key.redacted(text)

    def _digest(self, request: Request) -> str:
        """What a reply depends on; not the key, nor the step that asks."""
        asked = {
            "layout": _LAYOUT,
            "server": self.server.address,
            "model": self.server.model,
            "messages": [[each.role, each.text] for each in request.messages],
            "schema": request.schema,
            "temperature": request.temperature,
            "sample": request.sample,
            "max_tokens": request.max_tokens,
        }
        data = json.dumps(asked, sort_keys=True).encode()
        return blake2b(data, digest_size=24).hexdigest()


# --- how a reply becomes a value, whatever a model writes -----------------------------------------


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
