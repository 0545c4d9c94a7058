"""An agent edits, checks, understands, writes a test, corrects, and can show that it did."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp import Client
from mcp_types import CallToolResult
from tests.apps.mcp.agents import RIGHT, TOTAL, WRONG, connected, text

if TYPE_CHECKING:
    from tests.conftest import Repository

SESSION = "/home/ada/.cache/swerve/..."
CORRECTED = "(the agent corrects the code)"
DOC = Path(__file__).resolve().parents[3] / "docs" / "agents.md"


class Transcript:
    """Calls with their answers, as docs/agents.md shows them."""

    def __init__(self, client: Client, root: Path) -> None:
        self._client = client
        self._root = root
        self.lines: list[str] = []
        self.far: list[float] = []

    async def call(self, tool: str, **arguments: Any) -> CallToolResult:
        result = await self._client.call_tool(tool, arguments, progress_callback=self._hear)
        told = text(result).replace(str(self._root), "/home/ada/shop")
        told = re.sub(r"\S+/sessions/\S+/(?=report-)", f"{SESSION}/", told)
        words = ", ".join(f"{name}={json.dumps(value)}" for name, value in arguments.items())
        self.lines += [f"> {tool}({words})", *told.rstrip().split("\n"), ""]
        return result

    async def _hear(self, progress: float, total: float | None, message: str | None) -> None:
        assert total == 100
        assert message
        self.far.append(progress)


def passes(test: Path, tree: Path) -> bool:
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    done = subprocess.run(words, cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout
    return done.returncode == 0


@pytest.mark.slow
def test_a_whole_story(repository: Repository) -> None:
    repository.commit("start", {"shop/__init__.py": "", "shop/cart.py": TOTAL})
    repository.write("shop/cart.py", WRONG)
    told = _scrubbed("\n".join(anyio.run(_story, repository)))
    (shown,) = re.findall(r"```text\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    assert told == _scrubbed(shown), told


def _scrubbed(transcript: str) -> str:
    """Without what depends on how busy the machine is."""
    first, corrected, last = transcript.partition(CORRECTED)
    assert corrected
    last = re.sub(r"1 (?:likely )?preserved\.", "1 preserved.", last)
    last = re.sub(r"^(?:likely-)?preserved( .*)\n.*\n", r"preserved\1\n", last, flags=re.MULTILINE)
    return re.sub(r"\b\d+ runs", "90 runs", first).strip() + f"\n\n{corrected}" + last.rstrip()


async def _story(repository: Repository) -> list[str]:
    root = repository.path
    async with connected(root) as client:
        agent = Transcript(client, root)
        message = "Simplify total, no change of behaviour"

        found = await agent.call("check", message=message)
        data = found.structured_content
        assert data["ok"] is False
        assert data["counts"]["unintended"] == 1
        (function,) = data["functions"]
        (witness, *_) = function["witnesses"]
        assert (function["name"], function["file"]) == ("total", "shop/cart.py")
        assert json.loads(Path(data["report"]).read_text("utf-8"))["schema"] == "swerve/1"
        assert agent.far == sorted(set(agent.far))
        assert agent.far

        explained = await agent.call("explain", witness=witness["id"])
        assert explained.structured_content["python"].startswith("from shop.cart import total\n")
        assert explained.structured_content["judgement"] == "unintended"

        written = await agent.call("write_test", witness=witness["id"])
        test = Path(written.structured_content["path"])
        assert test.parent == root / "tests"
        assert not passes(test, root)
        repository.write("shop/cart.py", TOTAL)
        assert passes(test, root)

        repository.write("shop/cart.py", RIGHT)
        agent.lines += [CORRECTED, ""]
        kept = await agent.call("check", message=message)
        assert kept.structured_content["ok"] is True
        (function,) = kept.structured_content["functions"]
        assert function["verdict"] in ("preserved", "likely-preserved")
        assert passes(test, root)

        too_late = await client.call_tool("write_test", {"witness": witness["id"]})
        assert too_late.structured_content["code"] == "changed-since"
    return agent.lines
