"""What the server refuses, what it stops, and what it never lets onto its wire."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from tests.apps.mcp.agents import TOTAL, WRONG, command, connected, refused, text

from swerve.apps.mcp._answers import MOST_TEXT
from swerve.apps.mcp._errand import _say
from swerve.apps.mcp._server import MOST_CHECKS, _Desk
from swerve.apps.mcp._tools import TOOLS

if TYPE_CHECKING:
    from tests.conftest import Repository


@pytest.mark.slow
def test_what_makes_no_sense_is_refused_with_a_hint(repository: Repository) -> None:
    """One server for all of it: a bad call must not end it."""
    anyio.run(_refusals, repository)


async def _refusals(repository: Repository) -> None:
    root = repository.path
    outside = root.parent / "elsewhere"
    outside.mkdir()
    (root / "link").symlink_to(outside)
    async with connected(root) as client:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert listed.keys() == {"check", "explain", "write_test", "approve"}
        for tool in listed.values():
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint is (tool.name in ("check", "explain"))

        assert (await refused(client, "check"))[0] == "no-commits"
        code, said = await refused(client, "check", rnge="HEAD")
        assert code == "bad-usage"
        assert "'rnge'" in said
        assert "range, staged, paths" in said
        for arguments in (
            {"staged": "yes"},
            {"paths": "shop"},
            {"effort": "enormous"},
            {"range": 3},
            {"range": None},
        ):
            assert (await refused(client, "check", **arguments))[0] == "bad-usage"
        assert (await refused(client, "explain"))[0] == "bad-usage"
        assert (await refused(client, "explain", witness="../../etc/passwd"))[0] == "bad-usage"
        assert (await refused(client, "write_test", witness="w-12345678"))[0] == "unknown-witness"
        assert (await refused(client, "format_disk"))[0] == "bad-usage"

        assert (await refused(client, "check", folder="link"))[0] == "outside-root"
        repository.commit("start", {"cart.py": TOTAL})
        assert (await refused(client, "check", paths=["../elsewhere"]))[0] == "outside-root"
        assert (await refused(client, "check", range="--output=x"))[0] == "unknown-revision"

        (root / ".git" / "HEAD").write_text("nonsense\n")
        assert (await refused(client, "check"))[0] == "not-a-repository"


@pytest.mark.slow
def test_target_code_cannot_disturb_the_wire(repository: Repository) -> None:
    """Whatever prints, in workers or around them, each line is a message of the protocol."""
    noisy = "import os, sys\nprint('hello')\nos.write(1, b'garbage\\n')\n"
    repository.commit("start", {"cart.py": noisy + TOTAL})
    repository.write("cart.py", noisy + WRONG)
    server = command(repository.path)
    process = subprocess.Popen(
        [server.command, *server.args],
        cwd=server.cwd,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    client: dict[str, Any] = {"protocolVersion": "2025-06-18", "capabilities": {}}
    client["clientInfo"] = {"name": "a", "version": "1"}
    said: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": client},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "check", "arguments": {}}},
    ]
    for message in said:
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        process.stdin.flush()
    answers: dict[int, dict[str, Any]] = {}
    for line in process.stdout:
        message = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        answers[message.get("id")] = message
        if 2 in answers:
            break
    result = answers[2]["result"]
    assert result["structuredContent"]["counts"]["changed"] == 1
    assert len(result["content"][0]["text"]) <= MOST_TEXT
    rest, _ = process.communicate(timeout=20)
    assert not rest
    assert process.returncode == 0


SPINNING = "def spin(number: int) -> int:\n    while True:\n        number += {}\n"


@pytest.mark.slow
def test_a_call_that_is_cancelled_is_stopped(repository: Repository) -> None:
    repository.commit("start", {"spin.py": SPINNING.format(1)})
    repository.write("spin.py", SPINNING.format(2))
    anyio.run(_cancelled, repository)


async def _cancelled(repository: Repository) -> None:
    async with connected(repository.path) as client:
        (server,) = _processes(str(repository.path))
        running: list[int] = []

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            if message is not None and message.startswith("running"):
                running.extend(_descendants(server))
                scope.cancel()

        with anyio.CancelScope() as scope, anyio.fail_after(60):
            await client.call_tool("check", {"effort": "deep"}, progress_callback=hear)
        assert scope.cancelled_caught
        assert running
        until = time.monotonic() + 15
        while any(map(_is_alive, running)) or _descendants(server):
            assert time.monotonic() < until, (running, _descendants(server))
            await anyio.sleep(0.1)
        result = await client.call_tool("check", {"folder": ".."})  # it is still there
        assert "outside" in text(result)


def _processes(word: str) -> Iterator[int]:
    """Those with a word on their command line, but for this one."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if word.encode() in words and folder.name != str(os.getpid()):
            yield int(folder.name)


def _descendants(process: int) -> list[int]:
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            parents[int(folder.name)] = int(fields[1])
    found = [process]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found[1:]


def _is_alive(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(") ")[2].split()[0] != "Z"


@pytest.mark.slow
def test_a_large_change_gets_a_small_answer(repository: Repository) -> None:
    code = "\n".join(f"def f{n}(a='{'x' * 200}'):\n    return a\n" for n in range(60))
    repository.commit("start", {"many.py": code})
    repository.write("many.py", code.replace("xx'", "xy'"))

    async def story() -> None:
        async with connected(repository.path) as client:
            result = await client.call_tool("check", {})
            data = result.structured_content
            assert data["counts"]["changed"] == 60
            assert len(data["functions"]) == 20
            assert data["not_listed"] == 40
            assert len(text(result)) <= MOST_TEXT
            assert len(json.dumps(data)) <= 25_000

    anyio.run(story)


@pytest.mark.slow
def test_what_is_approved_is_intended_from_then_on(repository: Repository) -> None:
    repository.commit("start", {"shop/__init__.py": "", "shop/cart.py": TOTAL})
    repository.write("shop/cart.py", WRONG)
    anyio.run(_approved, repository)


async def _approved(repository: Repository) -> None:
    root = repository.path
    elsewhere = root.parent / "elsewhere"
    elsewhere.mkdir()
    async with connected(root) as client:
        found = await client.call_tool("check", {"message": "An empty cart costs nothing"})
        assert found.structured_content["ok"] is False
        witness = found.structured_content["functions"][0]["witnesses"][0]["id"]

        (root / "contracts").symlink_to(elsewhere)
        code, said = await refused(client, "approve", witness=witness)
        assert (code, "was left unchanged" in said) == ("no-contract", True), said
        assert not any(elsewhere.iterdir())
        (root / "contracts").unlink()

        approved = await client.call_tool("approve", {"witness": witness})
        assert not approved.is_error, text(approved)
        (file,) = approved.structured_content["paths"]
        assert Path(file) == root / "contracts" / "shop" / "cart.py"
        assert "requires(prices == [])" in Path(file).read_text("utf-8")

        again = await client.call_tool("check", {"trust_change": True})
        data = again.structured_content
        assert data["ok"] is True
        assert data["functions"][0]["witnesses"][0]["judgement"] == "intended"
        assert data["brought"][0].startswith("contracts/shop/cart.py: ")

        pinned = await client.call_tool("write_test", {"witness": witness, "pin": "new"})
        assert pinned.structured_content["passes_on"] == "new"


def test_of_a_long_session_the_last_checks_are_kept(tmp_path: Path) -> None:
    """Each holds both versions of what was checked, and agents check after every edit."""
    desk = _Desk(tmp_path, tmp_path)
    for number in range(MOST_CHECKS + 1):
        check = tmp_path / f"report-{number}"
        for suffix in (".json", ".pickle"):
            check.with_suffix(suffix).touch()
        desk._keep(check, ["w-00000000"] if number < 2 else [f"w-{number:08x}", "w-0000ffff"])
    assert len(list(tmp_path.iterdir())) == 2 * MOST_CHECKS
    assert not (tmp_path / "report-0.json").exists()
    assert desk._kept["w-00000000"] == tmp_path / "report-1"
    assert desk._kept["w-0000ffff"] == check


def test_a_file_name_that_is_no_text_does_not_end_the_server() -> None:
    """What the SDK cannot write ends the server, and with it the session."""
    lines = io.StringIO()
    _say(lines, answer={"data": {"file": os.fsdecode(b"b\xff.py")}})
    assert json.loads(lines.getvalue())["answer"]["data"]["file"] == "b\\udcff.py"


@pytest.mark.slow
def test_nothing_is_left_of_a_server_that_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("SWERVE_CACHE", str(cache))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    words = [sys.executable, "-m", "swerve", "mcp", "--root", str(tmp_path)]
    killed = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    until = time.monotonic() + 20
    while not list(cache.glob("*/sessions/*/half-done/*")) and time.monotonic() < until:
        time.sleep(0.05)
    killed.kill()
    killed.communicate()
    assert list(cache.glob("*/sessions/*"))
    subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    assert not list(cache.glob("*/sessions/*"))
    assert not list((tmp_path / "temporary").iterdir())


def test_without_the_package_the_command_says_what_to_install(tmp_path: Path) -> None:
    """It is an extra: swerve itself does without."""
    script = (
        "import sys; sys.modules['mcp'] = None\n"
        "from swerve.apps.cli import main; sys.exit(main(['mcp']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install 'swerve[mcp]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


def test_every_description_is_for_someone_who_knows_nothing_else() -> None:
    for tool in TOOLS.values():
        assert tool.description
        assert len(tool.description) > 200
        for name, schema in tool.input_schema["properties"].items():
            assert schema["description"], (tool.name, name)
