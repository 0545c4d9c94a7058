"""How do tests talk to a server? As an agent does: with the client of the official SDK."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import CallToolResult, TextContent

TOTAL = """\
def total(prices: list[int], tax: int = 0) -> int:
    result = 0
    for price in prices:
        result = result + price
    return result + tax
"""
#: With an empty cart, the tax is lost.
WRONG = """\
def total(prices: list[int], tax: int = 0) -> int:
    if not prices:
        return 0
    return sum(prices) + tax
"""
RIGHT = """\
def total(prices: list[int], tax: int = 0) -> int:
    return sum(prices) + tax
"""


def command(root: Path) -> StdioServerParameters:
    """Start the server in a folder that is not the project's."""
    words = ["-m", "swerve", "mcp", "--root", str(root)]
    return StdioServerParameters(
        command=sys.executable, args=words, env=dict(os.environ), cwd=root.parent
    )


@asynccontextmanager
async def connected(root: Path) -> AsyncIterator[Client]:
    """A client of a server of its own."""
    async with Client(command(root)) as client:
        yield client


def text(result: CallToolResult) -> str:
    """What the agent reads."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def refused(client: Client, tool: str, **arguments: Any) -> tuple[str, str]:
    """The code and the text of a call that must fail."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, text(result)
    assert "Traceback" not in text(result)
    assert "\nhint: " in text(result)
    return result.structured_content["code"], text(result)
