"""`swerve pairs`: one answer a line, in the order given."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from swerve.apps.cli import main
from swerve.tell import function_schema

OLD = "def f(a):\n    return a + 1\n"
NEW = "def f(b):\n    return b + 1\n"


def row(**fields: object) -> str:
    return json.dumps({"id": "x", "function": "f", "old_source": OLD, "new_source": NEW} | fields)


def answers(
    path: Path, capsys: pytest.CaptureFixture[str], status: int = 0
) -> list[dict[str, str]]:
    assert main(["pairs", str(path)]) == status
    lines = capsys.readouterr().out.splitlines()
    found = [json.loads(line) for line in lines]
    for answer in found:
        Draft202012Validator(function_schema()).validate(answer)
    return found


@pytest.mark.slow
def test_answers_come_in_the_order_given_with_the_given_ids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs.jsonl"
    method = "    def f(self):\n        return self.x\n"
    rows = [
        row(id="renamed"),
        row(id="edited", new_source=OLD.replace("1", "2")),
        row(id="method, indented", old_source=method, new_source=method + "        # end\n"),
        row(id="same", new_source=OLD),
        row(
            id="in its file",
            function="C.f",
            old_file="class C:\n" + method,
            new_file="X = 1\nclass C:\n" + method,
            path="a/b.py",
        ),
        row(id="named otherwise", function="Some.f"),
    ]
    file.write_text("\n".join(rows) + "\n")
    found = answers(file, capsys)
    assert [(a["id"], a["verdict"]) for a in found] == [
        ("renamed", "preserved"),
        ("edited", "changed"),
        ("method, indented", "preserved"),
        ("same", "preserved"),
        ("in its file", "preserved"),
        ("named otherwise", "preserved"),
    ]
    assert found[4]["file"] == "a/b.py"


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        pytest.param("{not json", "line 2: ", id="no JSON"),
        pytest.param("[1, 2]", "line 2: ", id="no object"),
        pytest.param('{"id": "q"}', "line 2: ", id="fields missing"),
        pytest.param(row(old_source=5), "line 2: ", id="wrong type"),
    ],
)
def test_a_broken_line_is_named_and_the_rest_goes_on(
    tmp_path: Path, broken: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text("\n".join([row(id="first"), broken, "", row(id="last")]) + "\n")
    assert main(["pairs", str(file)]) == 2
    out, err = capsys.readouterr()
    found = [json.loads(line) for line in out.splitlines()]
    assert [a["verdict"] for a in found] == ["preserved", "inconclusive", "preserved"]
    assert message in err
    assert message in found[1]["reason"]
    assert found[2]["id"] == "last"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        pytest.param({"old_source": "def f(:\n"}, "the old side does not parse", id="unparsable"),
        pytest.param({"new_source": "x = 1\n"}, "no function `f`", id="no function"),
    ],
)
def test_a_row_that_cannot_be_read_as_code_is_inconclusive(
    tmp_path: Path, fields: dict[str, str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text(row(**fields) + "\n" + row(id="last") + "\n")
    found = answers(file, capsys)
    assert found[0]["verdict"] == "inconclusive"
    assert reason in found[0]["reason"]
    assert found[1]["verdict"] == "preserved"


@pytest.mark.slow
def test_processes_give_the_same_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pairs.jsonl"
    rows = [row(id=str(n)) if n % 7 else "{broken" for n in range(40)]
    file.write_text("\n".join(rows) + "\n")
    outputs = []
    for jobs in ("1", "2"):
        assert main(["pairs", str(file), "--jobs", jobs]) == 2
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        outputs.append([(a["id"], a["verdict"], a["reason"]) for a in lines])
    assert len(outputs[0]) == 40
    assert outputs[0] == outputs[1]


@pytest.mark.slow
def test_standard_input_text_and_fail_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = row(
        old_source="def f(a=1):\n    return a\n", new_source="def f(a=2):\n    return a\n"
    )
    for words, status in (([], 0), (["--fail-on", "changed"], 1), (["--format", "text"], 0)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(changed.encode())))
        assert main(["pairs", "-", *words]) == status
        assert "the default of `a` changed from 1 to 2" in capsys.readouterr().out


def test_ctrl_c_keeps_the_answers_given_so_far() -> None:
    """A real signal to a real process, which is waiting for its third row."""
    words = [sys.executable, "-m", "swerve", "pairs", "-", "--jobs", "1"]
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell that runs the tests in the background has switched the signal off.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(row(id="one") + "\n" + row(id="two") + "\n")
        process.stdin.flush()
        found = [json.loads(process.stdout.readline()) for _ in range(2)]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert [answer["id"] for answer in found] == ["one", "two"]
        assert process.stdout.read() == ""
        assert "Traceback" not in process.stderr.read()
