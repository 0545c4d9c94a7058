"""How does the server answer, while the work is done elsewhere?"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream
from jsonschema import Draft202012Validator
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)

from swerve.model.errors import BadUsage, SwerveError, UnknownWitness
from swerve.run.project import open_cache, session_of
from swerve.worker.processes import own_environment, own_python
from swerve.worker.version import __version__

from ._tools import INSTRUCTIONS, TOOLS

#: Errands that run code, at the same time.
_MOST_AT_ONCE = 2
#: Checks of a session that are kept: each holds both versions of all that was checked.
MOST_CHECKS = 20
#: Seconds that an errand may take to stop, before it is killed with all that it started.
_PATIENCE_S = 1.5
#: Seconds after which a sign of life is due.
_BEAT_S = 2.0
_MOST_LINE = 1 << 20
_BUG = "This is a bug in swerve; its server's log has the traceback. Please report it."


def run(root: Path) -> None:
    """Serve on standard input and output until the other side leaves."""
    # Goes away with this process; should it be killed, when another one uses the cache.
    folder = Path(session_of(open_cache()).new_path())
    folder.mkdir(mode=0o700)
    anyio.run(_serve, _Desk(Path(os.path.realpath(root)), folder))


async def _serve(desk: _Desk) -> None:
    server: Server[Any] = Server(
        "swerve",
        version=__version__,
        title="swerve",
        instructions=INSTRUCTIONS,
        on_list_tools=_list_tools,
        on_call_tool=desk.call,
    )
    # While it is open, nothing else in this process reads or writes the two streams.
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


async def _list_tools(
    context: ServerRequestContext[Any], params: PaginatedRequestParams | None
) -> ListToolsResult:
    return ListToolsResult(tools=list(TOOLS.values()))


@dataclass(slots=True)
class _Desk:
    """Takes calls, and has each done by a process of its own."""

    root: Path
    #: Where checks of this session are kept.
    folder: Path
    #: Id of a witness -> the last check that showed it.
    _kept: dict[str, Path] = field(default_factory=dict)
    #: Those that are kept, oldest first.
    _checks: list[Path] = field(default_factory=list)
    _count: int = 0
    _room: anyio.Semaphore = field(default_factory=lambda: anyio.Semaphore(_MOST_AT_ONCE))

    async def call(
        self, context: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult:
        """Do what was asked for; whatever goes wrong is an answer too."""
        try:
            request = self._request(params.name, params.arguments or {})
            if params.name == "explain":  # runs nothing
                said = await self._done(request, context)
            else:
                async with self._room:
                    said = await self._done(request, context)
        except SwerveError as error:
            return _failed(error.code, error.message, error.hint)
        if "error" in said:
            return _failed(**said["error"])
        if "bug" in said:
            return _failed("bug", said["bug"], _BUG)
        answer = said["answer"]
        if params.name == "check":
            self._keep(Path(request["kept"]), answer["witnesses"])
        return CallToolResult(
            content=[TextContent(text=answer["text"])], structured_content=answer["data"]
        )

    def _keep(self, check: Path, witnesses: list[str]) -> None:
        """Remember a check, and forget the oldest where there are many."""
        self._kept.update(dict.fromkeys(witnesses, check))
        self._checks.append(check)
        if len(self._checks) > MOST_CHECKS:
            old = self._checks.pop(0)
            self._kept = {name: each for name, each in self._kept.items() if each != old}
            for suffix in (".json", ".pickle"):
                old.with_suffix(suffix).unlink(missing_ok=True)

    def _request(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What to do, as it travels."""
        _need_valid(tool, arguments)
        if "witness" in arguments:
            kept = self._kept.get(arguments["witness"])
            if kept is None and tool != "explain":
                raise UnknownWitness(
                    f"No check in this session reported the witness `{arguments['witness']}`.",
                    "Call `check` first: it lists the witnesses.",
                )
        else:
            self._count += 1
            kept = self.folder / f"report-{self._count}"
        return {
            "tool": tool,
            "arguments": dict(arguments),
            "root": str(self.root),
            "kept": "" if kept is None else str(kept),
        }

    async def _done(
        self, request: Mapping[str, Any], context: ServerRequestContext[Any]
    ) -> dict[str, Any]:
        """Run an errand, and pass on how far it is. When the call is cancelled, it is stopped."""
        process = await anyio.open_process(
            own_python("swerve.apps.mcp._errand"),
            stdin=subprocess.PIPE,
            stderr=None,
            cwd=self.folder,
            env=own_environment(),
            start_new_session=True,
        )
        try:
            assert process.stdin is not None  # noqa: S101 (a pipe was asked for)
            await process.stdin.send(json.dumps(request).encode() + b"\n")
            return await _heard(process, context)
        finally:
            with anyio.CancelScope(shield=True):
                await _stop(process)


async def _heard(process: Process, context: ServerRequestContext[Any]) -> dict[str, Any]:
    """What an errand says in the end; what it says before is passed on."""
    assert process.stdout is not None  # noqa: S101 (a pipe was asked for)
    lines = BufferedByteReceiveStream(process.stdout)
    far, message, started = 0.0, "starting", time.monotonic()
    while True:
        try:
            with anyio.move_on_after(_BEAT_S) as waiting:
                said = json.loads(await lines.receive_until(b"\n", _MOST_LINE))
        except (anyio.IncompleteRead, anyio.EndOfStream, anyio.DelimiterNotFound):
            return {"bug": "the process that does the work died"}
        if waiting.cancelled_caught:
            far += 0.01  # progress must be seen to grow
            elapsed = f"{message}, {time.monotonic() - started:.0f} s"
            await context.session.report_progress(far, 100, elapsed)
        elif "progress" in said:
            far, message = max(far + 0.01, said["progress"]), said["message"]
            await context.session.report_progress(far, 100, message)
        else:
            return dict(said)


async def _stop(process: Process) -> None:
    """Let go of an errand; what does not end by itself is killed, with all that it started."""
    if process.stdin is not None:
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
            await process.stdin.aclose()
    with anyio.move_on_after(_PATIENCE_S):
        await process.wait()
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.aclose()


def _need_valid(tool: str, arguments: Mapping[str, Any]) -> None:
    if tool not in TOOLS:
        raise BadUsage(f"There is no tool `{tool}`.", f"The tools are: {', '.join(TOOLS)}.")
    schema = TOOLS[tool].input_schema
    error = next(iter(Draft202012Validator(schema).iter_errors(arguments)), None)
    if error is not None:
        place = f"`{error.json_path.removeprefix('$.')}`: " if error.path else ""
        takes = ", ".join(schema["properties"])
        raise BadUsage(f"{place}{error.message[:300]}.", f"`{tool}` takes: {takes}.")


def _failed(code: str, message: str, hint: str) -> CallToolResult:
    lines = [message, *([f"hint: {hint}"] if hint else [])]
    return CallToolResult(
        content=[TextContent(text="\n".join(lines)[:2_000])],
        structured_content={"code": code, "message": message[:1_000], "hint": hint[:1_000]},
        is_error=True,
    )
