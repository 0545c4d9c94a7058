"""Does the wiring hold against a server and a model that we did not write?

Not a part of the tests: `make test-llm` gets the model (about 120 MB) and runs this. The model is
tiny, so what it answers is not looked at: only that its answers arrive, and are read or refused.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.meaning.intent.replies import FIGURE_1

from swerve.engines.scripts import Wanted, write_scripts
from swerve.meaning.intent import AskedModel
from swerve.meaning.llm import (
    Allowance,
    Answer,
    Client,
    Completion,
    Ledger,
    Malformed,
    Message,
    NoReply,
    Patience,
    Request,
    Secret,
    Server,
    ask,
    one_object,
)
from swerve.source.store import Store

KEY = "sk-real-model-key"
_SERVE = Path(__file__).parents[3] / "scripts" / "serve_model.py"
_MARK = "0123456789abcdef"
_SCHEMA = {
    "type": "object",
    "properties": {
        "mark": {"type": "string", "enum": [_MARK]},
        "answer": {"type": "string", "enum": ["intended", "unintended"]},
    },
    "required": ["mark", "answer"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    python = os.environ["SWERVE_TEST_LLM_PYTHON"]
    with subprocess.Popen(
        [python, str(_SERVE), KEY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


def client(url: str, folder: Path, key: str = KEY, max_tokens: int | None = None) -> Client:
    server = Server(url, "smollm2", Secret(key), patience=Patience(reply_s=3600, tries=1))
    return Client(server, Ledger(Allowance(max_tokens)), Store(folder))


def test_a_model_answers_and_its_tokens_are_counted(url: str, tmp_path: Path) -> None:
    asked = client(url, tmp_path)
    reply = asked.complete(Request("trial", (Message("user", "Say hello."),), max_tokens=10))
    assert isinstance(reply, Completion)
    assert reply.text
    spent = asked.ledger.total
    assert spent.prompt_tokens > 5
    assert 0 < spent.reply_tokens <= 10
    assert not spent.guessed_tokens


def test_a_schema_is_kept_to(url: str, tmp_path: Path) -> None:
    words = Message("user", f'Reply with JSON: {{"mark": "{_MARK}", "answer": "intended"}}')
    request = Request("trial", (words,), schema=_SCHEMA, max_tokens=100)

    def read(text: str) -> str | Malformed:
        found = one_object(text, _MARK)
        return found if isinstance(found, Malformed) else str(found["answer"])

    answer = ask(client(url, tmp_path), request, read)
    assert isinstance(answer, Answer)
    assert answer.value in ("intended", "unintended")
    assert ask(client("http://127.0.0.1:1/v1", tmp_path), request, read) != answer
    again = ask(client(url, tmp_path), request, read)
    assert again == Answer(answer.value, was_remembered=True)


def test_a_wrong_key_is_refused_without_being_told(url: str, tmp_path: Path) -> None:
    reply = client(url, tmp_path, "sk-wrong-key").complete(
        Request("trial", (Message("user", "Say hello."),), max_tokens=10)
    )
    assert isinstance(reply, NoReply)
    assert "rejected the key" in reply.why
    assert "sk-wrong-key" not in reply.why


def test_a_judgement_ends_in_one_of_three_words(url: str, tmp_path: Path) -> None:
    asked = client(url, tmp_path, max_tokens=2000)  # small models do not know when to stop
    judged = AskedModel(asked, "scipy", is_single_question=True).judge(FIGURE_1)
    assert judged.judgement in ("intended", "unintended", "unclear")
    assert judged.why
    assert asked.ledger.steps["judgement"].requests in (1, 2)


def test_scripts_are_written_or_the_reason_is_told(url: str, tmp_path: Path) -> None:
    diff = "--- a/shop.py\n+++ b/shop.py\n-    return sum(prices)\n+    return sum(prices) + 1\n"
    written = write_scripts(
        client(url, tmp_path, max_tokens=1000), Wanted(("shop.total",), diff, diff, "shop", count=1)
    )
    assert written.scripts or written.notes
