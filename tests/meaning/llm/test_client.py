"""A model is asked until it answers, within bounds; the key is nowhere but in its header."""

from __future__ import annotations

import email.utils
import json
import pickle
import time
from pathlib import Path

import pytest
from tests.meaning.llm.scripted_server import KEY, Says, Script, chat, failure, scripted

from swerve.meaning.llm import (
    Allowance,
    Answer,
    Client,
    Completion,
    Ledger,
    Malformed,
    Message,
    NoReply,
    Request,
    Secret,
    Server,
    Spent,
    ask,
    configured_server,
)
from swerve.model.errors import BadModel
from swerve.source.store import Store

ASKED = Request("trial", (Message("system", "Be brief."), Message("user", "Say hello.")))


def _client(script: Script, folder: Path, **patience: float) -> Client:
    client = Client(script.server(**patience), store=Store(folder / "replies"))
    client._sleep = lambda seconds: None
    return client


def _why(reply: Completion | NoReply) -> str:
    assert isinstance(reply, NoReply), reply
    return reply.why


def test_a_request_has_the_form_of_the_protocol(tmp_path: Path) -> None:
    with scripted(chat("hello")) as script:
        assert _client(script, tmp_path).complete(ASKED) == Completion("hello")
    (asked,) = script.asked
    assert asked["path"] == "/v1/chat/completions"
    assert asked["model"] == "scripted"
    assert asked["messages"][0] == {"role": "system", "content": "Be brief."}
    assert script.authorizations == [f"Bearer {KEY}"]


def test_a_schema_is_sent_along(tmp_path: Path) -> None:
    request = Request("trial", ASKED.messages, schema={"type": "object"})
    with scripted(chat("{}")) as script:
        _client(script, tmp_path).complete(request)
    sent = script.asked[0]["response_format"]
    assert sent["json_schema"]["schema"] == {"type": "object"}


def test_fields_that_a_server_refuses_are_left_out_from_then_on(tmp_path: Path) -> None:
    """Newer models want another name for the number of tokens, and no temperature."""
    words = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    refusals = failure(400, words), failure(400, "temperature does not support 0.0")
    with scripted(*refusals, chat("hello"), chat("again")) as script:
        client = _client(script, tmp_path)
        assert client.complete(ASKED) == Completion("hello")
        assert client.complete(ASKED) == Completion("again")
    for asked in script.asked[2:]:
        assert {"max_tokens", "temperature"}.isdisjoint(asked)
        assert asked["max_completion_tokens"] == 2000


def test_a_server_without_schemas_is_asked_without(tmp_path: Path) -> None:
    request = Request("trial", ASKED.messages, schema={"type": "object"})
    with scripted(failure(422, "unknown field response_format"), chat("{}")) as script:
        assert _client(script, tmp_path).complete(request) == Completion("{}")
    assert "response_format" not in script.asked[1]


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(failure(429, "slow down"), id="429"),
        pytest.param(failure(500, "oops"), id="500"),
        pytest.param(failure(529, "overloaded"), id="529"),
        pytest.param(Says(hangs_up=True), id="closed connection"),
        pytest.param(Says(b"{", missing=100), id="broken off"),
        pytest.param(Says(raw=b"what is this?\r\n\r\n"), id="no HTTP"),
    ],
)
def test_what_passes_is_waited_for(trouble: Says, tmp_path: Path) -> None:
    waits: list[float] = []
    with scripted(trouble, trouble, chat("hello")) as script:
        client = _client(script, tmp_path)
        client._sleep = waits.append
        assert client.complete(ASKED) == Completion("hello")
    assert waits == [0.01, 0.02]


def test_the_server_says_how_long_to_wait(tmp_path: Path) -> None:
    waits: list[float] = []
    then = email.utils.formatdate(time.time() + 30, usegmt=True)
    busy = [failure(429, "slow down", ("Retry-After", text)) for text in ("7", then, "soon")]
    with scripted(*busy, chat("hello")) as script:
        client = _client(script, tmp_path)
        client._sleep = waits.append
        assert client.complete(ASKED) == Completion("hello")
    assert waits[0] == 7.0
    assert 25 < waits[1] <= 30
    assert waits[2] == 0.04  # as if nothing had been said


def test_a_long_pause_is_not_waited_for(tmp_path: Path) -> None:
    with scripted(failure(429, "come tomorrow", ("Retry-After", "86400"))) as script:
        why = _why(_client(script, tmp_path).complete(ASKED))
    assert "asks to wait 86400 s" in why
    assert len(script.asked) == 1


def test_it_is_given_up_after_some_tries(tmp_path: Path) -> None:
    with scripted(finally_says=failure(503, "down")) as script:
        assert "status 503: down" in _why(_client(script, tmp_path).complete(ASKED))
    assert len(script.asked) == 4


@pytest.mark.parametrize(
    ("says", "words"),
    [
        (failure(401, "bad key"), "rejected the key: bad key"),
        (failure(404, "nothing here"), "has no model 'scripted'"),
        (failure(400, "too long"), "status 400: too long"),
        (Says(status=302, headers=(("Location", "http://127.0.0.1:1/"),)), "status 302"),
    ],
)
def test_what_does_not_pass_is_told_at_once(says: Says, words: str, tmp_path: Path) -> None:
    with scripted(says) as script:
        assert words in _why(_client(script, tmp_path).complete(ASKED))
    assert len(script.asked) == 1


def test_a_server_that_is_gone_is_left_alone(tmp_path: Path) -> None:
    """Else every one of a hundred differences would wait for it."""
    with scripted(finally_says=failure(503, "down")) as script:
        client = _client(script, tmp_path, tries=1)
        whys = [_why(client.complete(ASKED)) for _ in range(4)]
    assert len(script.asked) == 2
    assert whys[3] == "it is not asked again after an error: the server returned status 503: down"


def test_a_refused_key_is_not_tried_again(tmp_path: Path) -> None:
    with scripted(finally_says=failure(401, "bad key")) as script:
        client = _client(script, tmp_path)
        assert [_why(client.complete(ASKED)) for _ in range(2)][1].startswith("it is not asked")
    assert len(script.asked) == 1


def test_a_response_in_between_starts_the_count_anew(tmp_path: Path) -> None:
    down = failure(503, "down")
    with scripted(down, chat("a"), down, chat("b")) as script:
        client = _client(script, tmp_path, tries=1)
        replies = [client.complete(ASKED) for _ in range(4)]
    assert replies[3] == Completion("b")


def test_a_slow_stream_is_cut_off(tmp_path: Path) -> None:
    """A byte now and then would keep a time limit for single reads from ever ending it."""
    slow = Says(chat("hello").body, pause_s=0.05)
    with scripted(finally_says=slow) as script:
        why = _why(_client(script, tmp_path, reply_s=0.3, tries=1).complete(ASKED))
    assert "not complete after 0.3 s" in why


def test_nobody_there(tmp_path: Path) -> None:
    server = Server("http://127.0.0.1:1/v1", "none", Secret(KEY))
    client = Client(server, store=Store(tmp_path), sleep=lambda seconds: None)
    assert "127.0.0.1 cannot be reached: Connection refused" in _why(client.complete(ASKED))


def test_a_huge_reply_is_not_read_to_its_end(tmp_path: Path) -> None:
    with scripted(Says(b" " * (9 << 20))) as script:
        assert "more than 8388608 bytes" in _why(_client(script, tmp_path).complete(ASKED))
    assert len(script.asked) == 1


def test_a_stream_of_events_is_gathered(tmp_path: Path) -> None:
    events = [
        {"choices": [{"delta": {"role": "assistant"}}]},
        {"choices": [{"delta": {"content": "hel"}}]},
        {"choices": [{"delta": {"content": "lo"}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 2}},
    ]
    lines = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    with scripted(Says(lines.encode(), content_type="text/event-stream")) as script:
        client = _client(script, tmp_path)
        assert client.complete(ASKED) == Completion("hello")
    assert client.ledger.total == Spent(1, 3, 2)


def test_a_stream_without_an_end_is_no_reply(tmp_path: Path) -> None:
    event = {"choices": [{"delta": {"content": "hel"}}]}
    line = f"data: {json.dumps(event)}\n\n".encode()
    with scripted(Says(line, content_type="text/event-stream")) as script:
        assert "lacks a message" in _why(_client(script, tmp_path).complete(ASKED))


# --- what it costs --------------------------------------------------------------------------------


def test_tokens_and_cost_are_counted_by_step(tmp_path: Path) -> None:
    with scripted(chat("a", usage=(100, 20)), chat("b", usage=(50, 10))) as script:
        client = _client(script, tmp_path)
        client.complete(ASKED)
        client.complete(Request("other", ASKED.messages))
    assert client.ledger.steps == {"trial": Spent(1, 100, 20), "other": Spent(1, 50, 10)}
    assert client.ledger.cost == pytest.approx((150 * 1 + 30 * 10) / 1e6)
    assert client.ledger.lines() == (
        "trial: 1 request, 100 tokens sent, 20 received, 0.0003 spent",
        "other: 1 request, 50 tokens sent, 10 received, 0.0001 spent",
        "total: 2 requests, 150 tokens sent, 30 received, 0.0004 spent",
    )


@pytest.mark.parametrize("usage", [None, "much", {"prompt_tokens": -1, "completion_tokens": 2}])
def test_what_nobody_counted_is_guessed_and_said_to_be(usage: object, tmp_path: Path) -> None:
    with scripted(chat("a reply", usage=usage)) as script:
        client = _client(script, tmp_path)
        client.complete(ASKED)
    total = client.ledger.total
    assert total.guessed_tokens == total.tokens > 0
    assert "of them estimated" in client.ledger.lines()[0]


def test_a_budget_of_tokens_bounds_replies_and_then_requests(tmp_path: Path) -> None:
    with scripted(finally_says=chat("a", usage=(40, 40))) as script:
        server = script.server()
        client = Client(server, Ledger(Allowance(max_tokens=120), server.prices), Store(tmp_path))
        assert client.complete(ASKED) == Completion("a")
        assert client.complete(ASKED) == Completion("a")
        assert "budget for language models is spent" in _why(client.complete(ASKED))
    assert [each["max_tokens"] for each in script.asked] == [113, 33]


def test_a_budget_of_money_likewise(tmp_path: Path) -> None:
    with scripted(finally_says=chat("a", usage=(100, 100))) as script:
        server = script.server()
        client = Client(server, Ledger(Allowance(max_cost=0.001), server.prices), Store(tmp_path))
        assert client.complete(ASKED) == Completion("a")
        assert "budget for language models is spent" in _why(client.complete(ASKED))
    assert [each["max_tokens"] for each in script.asked] == [99]


# --- what is remembered ---------------------------------------------------------------------------


def _short(text: str) -> str | Malformed:
    return text if len(text) < 10 else Malformed("it is long")


def test_a_reply_is_remembered(tmp_path: Path) -> None:
    with scripted(chat("hello")) as script:
        for _ in range(2):
            client = _client(script, tmp_path)
            answer = ask(client, ASKED, _short)
    assert answer == Answer("hello", was_remembered=True)
    assert client.ledger.total == Spent(remembered=1)
    assert len(script.asked) == 1


def test_other_questions_models_and_samples_are_other_entries(tmp_path: Path) -> None:
    with scripted(finally_says=chat("hello")) as script:
        client = _client(script, tmp_path)
        ask(client, ASKED, _short)
        ask(client, Request("trial", ASKED.messages, sample=1), _short)
        ask(client, Request("trial", ASKED.messages[1:]), _short)
        other = Client(Server(script.url, "other"), store=Store(tmp_path / "replies"))
        ask(other, ASKED, _short)
    assert len(script.asked) == 4


def test_a_bad_reply_is_asked_for_once_more_and_not_remembered(tmp_path: Path) -> None:
    with scripted(chat("much too long"), chat("hello"), chat("much too long")) as script:
        client = _client(script, tmp_path)
        answer = ask(client, ASKED, _short)
        assert not isinstance(answer, NoReply)
        assert answer.value == "hello"
        assert "could not be read: it is long" in script.prompt()
        assert "much too long" not in script.prompt()
    assert len(script.asked) == 2


def test_two_bad_replies_are_no_reply(tmp_path: Path) -> None:
    with scripted(finally_says=chat("much too long", reason="length")) as script:
        answer = ask(_client(script, tmp_path), ASKED, _short)
    assert isinstance(answer, NoReply)
    assert answer.why.startswith("two replies could not be read: it is long, and it was cut off")
    assert len(script.asked) == 2
    assert not list(tmp_path.rglob("*.part"))
    assert not [path for path in (tmp_path / "replies").rglob("*") if path.is_file()]


def test_a_damaged_entry_is_asked_for_again(tmp_path: Path) -> None:
    with scripted(finally_says=chat("hello")) as script:
        client = _client(script, tmp_path)
        ask(client, ASKED, _short)
        (entry,) = (path for path in tmp_path.rglob("*") if path.is_file())
        entry.write_bytes(b"x" * 40)
        ask(client, ASKED, _short)
    assert len(script.asked) == 2


# --- what is secret -------------------------------------------------------------------------------


def test_the_key_is_in_no_file_and_no_words(tmp_path: Path) -> None:
    """A server that says the key back, in its errors and in its replies."""
    says = failure(500, f"key {KEY} is tired"), chat(f"hi {KEY}"), failure(401, f"what is {KEY}")
    with scripted(*says) as script:
        client = _client(script, tmp_path)
        asked = Request("trial", (Message("user", f"The diff holds {KEY}."),))
        reply = ask(client, asked, lambda text: text)
        other = ask(client, ASKED, lambda text: text)
    assert KEY not in script.prompt(0)
    told = repr((reply, other, client.ledger.lines(), client.server))
    assert KEY not in told
    assert "[key]" in told
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not any(KEY.encode() in path.read_bytes() for path in files)


def test_a_key_neither_prints_nor_travels() -> None:
    secret = Secret(KEY)
    assert KEY not in f"{secret} {secret!r}"
    with pytest.raises(TypeError, match="stays in its process"):
        pickle.dumps(secret)


@pytest.mark.parametrize(
    "text", ["a+b/c=d e", "sk-ünïcode", 'quo"te\\back', "0123456"], ids=["url", "utf", "q", "n"]
)
def test_a_key_is_found_however_it_is_written(text: str) -> None:
    import base64
    from urllib.parse import quote

    secret = Secret(text)
    forms = (text, quote(text, safe=""), json.dumps(text), base64.b64encode(text.encode()).decode())
    for form in forms:
        assert text not in secret.redacted(f"<{form}>")
        assert "[key]" in secret.redacted(f"<{form}>")


def test_a_word_that_stands_for_no_key_is_left_in_texts() -> None:
    assert Secret("none").redacted("there is none") == "there is none"


# --- which model ----------------------------------------------------------------------------------


def test_without_the_name_of_a_model_none_is_asked() -> None:
    """A key in the environment may be there for other programs."""
    assert (
        configured_server({"OPENAI_API_KEY": KEY, "SWERVE_LLM_URL": "http://localhost/v1"}) is None
    )


def test_the_environment_and_the_command_line_say_which_model() -> None:
    environment = {"SWERVE_LLM_MODEL": "small", "OPENAI_API_KEY": f"{KEY}\n"}
    server = configured_server(environment)
    assert server is not None
    assert (server.url, server.model) == ("https://api.openai.com/v1", "small")
    assert server.key.reveal() == KEY
    assert not server.is_on_this_machine
    more = {**environment, "SWERVE_LLM_KEY": "own-key", "SWERVE_LLM_PRICES": "0.15, 0.6"}
    server = configured_server(more, url="http://localhost:8080/v1", model="large")
    assert server is not None
    assert (server.model, server.key.reveal(), server.is_on_this_machine) == (
        "large",
        "own-key",
        True,
    )
    assert server.prices is not None
    assert server.prices.reply == 0.6


@pytest.mark.parametrize(
    "variables",
    [
        {"SWERVE_LLM_URL": "ftp://somewhere"},
        {"SWERVE_LLM_URL": f"https://user:{KEY}@host/v1"},
        {"SWERVE_LLM_URL": f"nonsense?key={KEY}"},
        {"SWERVE_LLM_URL": "http://host:port/"},
        {"SWERVE_LLM_URL": "http://[host/"},
        {"SWERVE_LLM_URL": "http://host/v 1"},
        {"SWERVE_LLM_KEY": f"{KEY}\nX-Header: 1"},
        {"SWERVE_LLM_PRICES": "cheap"},
        {"SWERVE_LLM_PRICES": "1"},
        {"SWERVE_LLM_PRICES": "nan,1"},
        {"SWERVE_LLM_PRICES": "-1,1"},
    ],
)
def test_what_makes_no_sense_is_said_without_the_key(variables: dict[str, str]) -> None:
    with pytest.raises(BadModel) as raised:
        configured_server({"SWERVE_LLM_MODEL": "m", "SWERVE_LLM_KEY": KEY, **variables})
    assert KEY not in raised.value.message + raised.value.hint


def test_addresses_are_shown_without_their_query() -> None:
    server = Server(f"http://example.org/v1?key={KEY}", "m", Secret("other-key"))
    assert server.address == "http://example.org/v1"
    assert server.shows_its_key
