"""`swerve check` as a user runs it, in real repositories."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator
from tests.costs import need_cheap

from swerve.apps.cli import main
from swerve.tell import schema

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = "LIMIT = 3\n\ndef take(items, n=LIMIT):\n    return items[:n]\n"
RENAMED = "LIMIT = 3\n\ndef take(items, n=LIMIT):\n    # the first ones\n    return items[:n]\n"
CHANGED = OLD.replace("3", "5")
EDITED = OLD.replace("[:n]", "[n:]")
SWERVE = [sys.executable, "-m", "swerve"]


@pytest.fixture
def shop(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(repository.path)
    repository.commit("start", {"shop/cart.py": OLD})
    return repository


@pytest.mark.parametrize(
    ("new", "fail_on", "status"),
    [
        pytest.param(RENAMED, "changed", 0, id="preserved"),
        pytest.param(RENAMED, "inconclusive", 0, id="preserved, strict"),
        pytest.param(CHANGED, "changed", 1, id="changed"),
        pytest.param(CHANGED, "unintended", 0, id="changed, nobody judged"),
        pytest.param(CHANGED, "never", 0, id="changed, never fail"),
        pytest.param(EDITED, "changed", 0, id="inconclusive"),
        pytest.param(EDITED, "inconclusive", 1, id="inconclusive, strict"),
        pytest.param(OLD.replace("items, n", "items, *, n"), "changed", 1, id="breaking interface"),
        pytest.param("LIMIT = 3\n", "changed", 1, id="public function removed"),
        pytest.param(OLD + "def more(:\n", "changed", 1, id="does not parse"),
        pytest.param(OLD + "def more(:\n", "unintended", 0, id="does not parse, lenient"),
    ],
)
def test_the_exit_status_follows_fail_on(
    shop: Repository, new: str, fail_on: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.write("shop/cart.py", new)
    assert main(["check", "--no-run", "--fail-on", fail_on]) == status
    assert capsys.readouterr().err == ""


def test_text_names_verdict_function_place_values_and_reason(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.commit("Take more", {"shop/cart.py": CHANGED})
    assert main(["check"]) == 1
    text = capsys.readouterr().out
    for expected in (
        '"Take more"',
        "✗ changed",
        "take",
        "shop/cart.py:3",
        "n=3",
        "n=5",
        "take(...)",
    ):
        assert expected in text, text


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["HEAD"], id="one revision"),
        pytest.param(["HEAD~1..HEAD"], id="two dots"),
        pytest.param(["HEAD~1...HEAD"], id="three dots"),
        pytest.param([], id="clean work tree"),
        pytest.param(["HEAD", "shop"], id="path"),
        pytest.param(["shop/cart.py"], id="path alone"),
    ],
)
def test_every_way_to_name_the_last_commit_finds_its_change(
    shop: Repository, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    shop.commit("Take more", {"shop/cart.py": CHANGED})
    assert main(["check", *words, "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [f["name"] for f in report["functions"]] == ["take"]
    assert report["intent"]["words"][0]["text"] == "Take more"


def test_staged_and_patch_and_diff_find_the_same_change(
    shop: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.py", tmp_path / "new.py"
    old.write_text(OLD)
    new.write_text(CHANGED)
    shop.write("shop/cart.py", CHANGED)
    shop.git("add", "--all")
    patch = tmp_path / "more.patch"
    patch.write_text(shop.git("diff", "--cached") + "\n")
    answers = []
    for words in (
        ["check", "--staged"],
        ["check", "--patch", str(patch)],
        ["diff", str(old), str(new)],
        ["diff", str(old), str(new), "--jobs", "2"],
    ):
        assert main([*words, "--format", "json"]) == 1
        function = json.loads(capsys.readouterr().out)["functions"][0]
        answers.append((function["name"], function["verdict"], function["reason"]))
    assert answers == [("take", "changed", "the default of `n` changed from 3 to 5")] * 4


def test_json_fits_the_schema(shop: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"shop/cart.py": CHANGED + "def new(): pass\n", "bad.py": "(", "tests/test_a.py": ""}
    shop.commit("A lot", files)  # type: ignore[arg-type]
    main(["check", "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    Draft202012Validator(schema()).validate(report)
    assert report["summary"]["changed"] == 1
    assert [p["code"] for p in report["problems"]] == ["unparsable-file"]
    assert [p["why"] for p in report["left_out"]] == ["test code"]
    assert [a["name"] for a in report["added"]] == ["new"]


def test_one_file_that_does_not_parse_does_not_hide_the_others(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.commit("Oops", {"shop/cart.py": CHANGED, "shop/bad.py": "x = 1\nif x\n    y\n"})
    assert main(["check"]) == 1
    text = capsys.readouterr().out
    assert "shop/bad.py:2" in text
    assert "if x\n" in text
    assert "^" in text
    assert "✗ changed" in text


@pytest.mark.parametrize(
    ("name", "old", "new", "verdict"),
    [
        pytest.param("m.py", OLD.encode(), RENAMED.replace("\n", "\r\n").encode(), 0, id="CRLF"),
        pytest.param("m.py", OLD.encode(), b"\xef\xbb\xbf" + OLD.encode() + b"\n", 0, id="BOM"),
        pytest.param("m.py", OLD.encode(), OLD.replace("    ", "\t").encode(), 0, id="tabs"),
        pytest.param(
            "m.py",
            OLD.encode(),
            b"# coding: latin-1\n# \xe9\n" + OLD.encode(),
            0,
            id="another encoding",
        ),
        pytest.param("a b/é\n.py", OLD.encode(), CHANGED.encode(), 1, id="odd path"),
    ],
)
def test_odd_files_are_read_as_python_reads_them(
    repository: Repository,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    old: bytes,
    new: bytes,
    verdict: int,
) -> None:
    monkeypatch.chdir(repository.path)
    repository.commit("old", {name: old})
    repository.commit("new", {name: new})
    assert main(["check", "HEAD", "--fail-on", "inconclusive"]) == verdict


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x = 1" + " + x" * 20_000, id="long sum"),
        pytest.param("x = " + "(" * 90 + "1" + ")" * 90, id="parentheses"),
        pytest.param("x = " + "[" * 90 + "]" * 90 + "\n" + "if x:\n" + "    y = 1", id="brackets"),
        pytest.param("x" + ".a" * 3_000 + "()", id="attributes"),
        pytest.param("x = 0x" + "f" * 20_000, id="huge integer"),
    ],
)
def test_deep_code_is_no_traceback(shop: Repository, text: str) -> None:
    """Recursion runs out at different depths; wherever it does, the run goes on."""
    deep = OLD + f"def deep(x):\n    {text.replace(chr(10), chr(10) + '    ')}\n    return x\n"
    shop.commit("Deep", {"deep.py": deep})
    shop.write("deep.py", deep.replace("return x", "y = x\n    return y") + f"\n{text}\n")
    shop.write("shop/cart.py", CHANGED)
    done = subprocess.run([*SWERVE, "check"], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "✗ changed" in done.stdout


def test_a_five_megabyte_file_is_left_out_quickly(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    big = "x = [1, 2, 3]\n" * 360_000
    shop.commit("Big", {"big.py": big})
    shop.commit("Bigger", {"big.py": big + "y = 1\n", "shop/cart.py": CHANGED})
    assert need_cheap(lambda: main(["check"]), 3) == 1
    assert "larger than" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        pytest.param(["check", "mian"], "mian", "main", id="unknown revision"),
        pytest.param(["check", "HEAD..nope"], "nope", "", id="unknown end of a range"),
        pytest.param(["check", "--staged", "HEAD"], "--staged", "", id="staged and a range"),
        pytest.param(["check", "--patch", "x", "--staged"], "--patch", "", id="patch and staged"),
        pytest.param(["check", "--patch", "none.patch"], "none.patch", "", id="no such patch"),
        pytest.param(["diff", "shop", "none"], "none", "", id="no such folder"),
        pytest.param(["diff", "shop", "shop/cart.py"], "cart.py", "", id="folder and file"),
        pytest.param(["pairs", "none.jsonl"], "none.jsonl", "", id="no such pairs file"),
        pytest.param(["check", "--effort", "none"], "'none'", "", id="bad choice"),
        pytest.param(["check", "--jobs", "0"], "'--jobs'", "", id="no jobs"),
        pytest.param(["check", "--output", "none/out.txt"], "none/out.txt", "", id="no folder"),
        pytest.param(["chekc"], "chekc", "", id="unknown command"),
    ],
)
def test_wrong_use_is_a_message_with_a_hint_and_status_2(
    shop: Repository,
    words: list[str],
    message: str,
    hint: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shop.write("shop/cart.py", CHANGED)
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert hint in err
    assert "Traceback" not in err


def test_outside_a_repository_the_message_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 2
    assert "not" in capsys.readouterr().err


def test_an_empty_change_says_so(shop: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    shop.commit("Words only", {"README": "hello"})
    assert main(["check"]) == 0
    assert "no Python file differs" in capsys.readouterr().out


def test_a_bug_keeps_its_traceback_and_exits_70(
    shop: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("ours")

    shop.write("shop/cart.py", CHANGED)
    monkeypatch.setattr("swerve.apps.cli._checking.pair_up", broken)
    assert main(["check"]) == 70
    assert "ZeroDivisionError: ours" in capsys.readouterr().err


def test_output_goes_to_a_file_whole(shop: Repository, tmp_path: Path) -> None:
    shop.write("shop/cart.py", CHANGED)
    target = tmp_path / "out.json"
    assert main(["check", "--format", "json", "--output", str(target)]) == 1
    assert json.loads(target.read_text())["schema"] == "swerve/1"
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["out.json"]


@pytest.mark.slow
def test_colour_only_on_a_terminal_and_never_with_no_color(shop: Repository) -> None:
    shop.write("shop/cart.py", CHANGED)
    for terminal, variables, coloured in (
        (False, {}, False),
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
    ):
        text = _run_on_terminal(variables) if terminal else _run_in_pipe()
        assert ("\x1b[3" in text or "\x1b[1;3" in text) is coloured, (variables, text)


def _run_in_pipe() -> str:
    return subprocess.run([*SWERVE, "check"], capture_output=True, text=True, check=False).stdout


def _run_on_terminal(variables: dict[str, str]) -> str:
    import pty

    environment = {**os.environ, "TERM": "xterm-256color", **variables}
    if "NO_COLOR" not in variables:
        environment.pop("NO_COLOR", None)
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [*SWERVE, "check"], stdout=child, stderr=subprocess.DEVNULL, env=environment
    )
    os.close(child)
    seen = b""
    while True:
        try:
            data = os.read(parent, 65536)
        except OSError:  # the terminal closes with the process
            break
        if not data:
            break
        seen += data
    process.wait()
    os.close(parent)
    return seen.decode()


@pytest.mark.slow
def test_a_reader_that_leaves_early_is_no_error(shop: Repository) -> None:
    many = "".join(f"def f{n}():\n    return {n}\n" for n in range(2000))
    shop.commit("Many", {"many.py": many})
    shop.write("many.py", many.replace("return ", "return 1 + "))
    with subprocess.Popen(
        [*SWERVE, "check", "--no-run"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 0


@pytest.mark.parametrize(
    ("command", "status"),
    [
        pytest.param("check > /dev/full", 2, id="no room"),
        pytest.param("check --format json > /dev/full", 2, id="no room for JSON"),
        pytest.param("check >&-", 1, id="standard output closed"),
        pytest.param("check 2>&-", 1, id="standard error closed"),
        pytest.param("check --patch - <&-", 2, id="standard input closed"),
        pytest.param("check --output -", 1, id="a dash is standard output"),
        pytest.param("check --output ''", 2, id="no name"),
        pytest.param("check > >(true)", 1, id="nobody reads"),
    ],
)
def test_odd_streams_are_no_traceback(shop: Repository, command: str, status: int) -> None:
    shop.write("shop/cart.py", CHANGED)
    line = f"{shlex.quote(sys.executable)} -m swerve {command}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert not (shop.path / "-").exists()


def test_output_follows_links_and_keeps_the_mode(shop: Repository, tmp_path: Path) -> None:
    shop.write("shop/cart.py", CHANGED)
    target, link = tmp_path / "report.json", tmp_path / "link.json"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    assert main(["check", "--format", "json", "--output", str(link)]) == 1
    assert link.is_symlink()
    assert json.loads(target.read_text())["schema"] == "swerve/1"
    assert target.stat().st_mode & 0o777 == 0o600


def test_output_to_a_device_writes_to_the_device(shop: Repository, tmp_path: Path) -> None:
    """As root, replacing it would break the machine."""
    shop.write("shop/cart.py", CHANGED)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen([*SWERVE, "check", "--output", str(pipe)]) as process:
        assert "changed" in pipe.read_text()
        assert process.wait() == 1
    assert pipe.is_fifo()


@pytest.mark.slow
def test_a_long_function_is_read_in_time(shop: Repository) -> None:
    body = "".join(f"    x = x + {n % 7}\n" for n in range(4_000))
    long = f"def f(x):\n{body}    return x\n"
    shop.commit("Long", {"long.py": long})
    shop.write("long.py", long.replace("+ 3", "+ 4").replace("+ 5\n", "+ 5\n    x = x\n", 1))
    started = time.process_time()
    assert main(["check", "--fail-on", "inconclusive"]) == 1
    assert time.process_time() - started < 60  # it takes four; cubic work would take minutes
